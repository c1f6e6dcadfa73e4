import { outcomeLabels } from '@kinbridge/contract/service-requests/outcomes';
import { actTexts } from '@kinbridge/public/act/act.texts';
import { element } from './elements.ts';

const texts = actTexts.en;
const maxNote = 500;

/** The reasons to decline, and what was chosen; null with an error shown beside the field. */
export function declineForm(): { form: HTMLFormElement; read: () => { code: string; note?: string } | null } {
  const choices = Object.entries(outcomeLabels.CANCELLED).map(([code, label]) =>
    element(
      'label',
      { class: 'choice' },
      element('input', { type: 'radio', name: 'code', value: code }),
      element('span', {}, label),
    ),
  );
  const error = element('p', { class: 'error', role: 'alert' });
  const note = element('textarea', { id: 'note', rows: '3', class: 'input' });
  const noteError = element('p', { class: 'error', role: 'alert', id: 'note-error' });
  note.setAttribute('aria-describedby', 'note-error');
  const form = element(
    'form',
    { novalidate: '' },
    element('fieldset', {}, element('legend', {}, texts.reason), ...choices, error),
    element(
      'label',
      { for: 'note', class: 'label' },
      `${texts.note} `,
      element('span', { class: 'hint' }, texts.noteOptional),
    ),
    note,
    noteError,
  );
  const complain = (code: string, problem: string) => {
    if (error.textContent !== code) error.textContent = code;
    if (noteError.textContent !== problem) noteError.textContent = problem;
    note.setAttribute('aria-invalid', String(problem !== ''));
  };
  const chosen = () => new FormData(form).get('code');
  const tooLong = () => (note.value.trim().length > maxNote ? texts.noteTooLong(maxNote) : '');
  form.addEventListener('input', () => complain(chosen() ? '' : (error.textContent ?? ''), tooLong()));
  const read = () => {
    const code = chosen();
    const text = note.value.trim();
    const problem = code === 'OTHER' && text === '' ? texts.noteMissing : tooLong();
    complain(code ? '' : texts.reasonMissing, problem);
    if (!code) form.querySelector('input')?.focus();
    else if (problem) note.focus();
    else return { code: String(code), ...(text === '' ? {} : { note: text }) };
    return null;
  };
  return { form, read };
}
