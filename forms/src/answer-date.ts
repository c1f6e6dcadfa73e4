import type { SurveyElement } from './form-definition.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const written = /^(?<year>\d{4})-(?<month>0[1-9]|1[0-2])(?:-(?<day>\d{2}))?(?:T(?<hour>\d{2}):(?<minute>\d{2}))?/;

/** Birthdays are shown as MM-DD-YYYY everywhere, unlike other dates. */
export function isBirthdayQuestion({ name, inputType, autocomplete }: SurveyElement): boolean {
  return inputType === 'date' && (autocomplete === 'bday' || name === 'userBirthDate');
}

/** A stored date or time in US format, such as Jan 5, 2026; null for any other kind of answer. */
export function answerDateText(question: SurveyElement, answer: string): string | null {
  const { inputType } = question;
  if (inputType === 'time') {
    const [, hour = '', minute = ''] = /^(\d{2}):(\d{2})/.exec(answer) ?? [];
    return hour ? clock(hour, minute) : null;
  }
  if (inputType !== 'date' && inputType !== 'datetime-local' && inputType !== 'month') return null;
  const { year = '', month = '', day, hour, minute } = written.exec(answer)?.groups ?? {};
  if (!year) return null;
  if (day && isBirthdayQuestion(question)) return `${month}-${day}-${year}`;
  const name = months[Number(month) - 1];
  if (!day) return `${name} ${year}`;
  const date = `${name} ${Number(day)}, ${year}`;
  return hour && minute ? `${date}, ${clock(hour, minute)}` : date;
}

function clock(hour: string, minute: string): string {
  const of24 = Number(hour);
  return `${of24 % 12 || 12}:${minute} ${of24 < 12 ? 'AM' : 'PM'}`;
}
