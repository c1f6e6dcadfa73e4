import type { publicAnswer } from '@kinbridge/contract/forms/form-answers.contract';
import { newMember } from '@kinbridge/contract/member-fields/member-rules';
import { fixedQuestionNames, type SurveyDefinition } from '@kinbridge/forms/form-definition';
import { formLanguages } from '@kinbridge/forms/form-languages';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';

type Answers = Record<string, unknown>;

const memberFields = {
  firstName: 'userFirstName',
  lastName: 'userLastName',
  dateOfBirth: 'userBirthDate',
  phoneNumber: 'userPhoneNumber',
} as const;

/** The answers with the four fixed ones, wherever the client put them; blank ones are dropped. */
export function withFixedAnswers(submitted: z.output<typeof publicAnswer>): Answers {
  const answers: Answers = { ...submitted.surveyAnswerJson };
  for (const name of fixedQuestionNames) {
    const given = submitted[name as (typeof memberFields)[keyof typeof memberFields]] ?? answers[name];
    const text = typeof given === 'string' ? given.trim() : given;
    if (text === '' || text === null || text === undefined) delete answers[name];
    else answers[name] = text;
  }
  return answers;
}

/** The language of a form with several, if it offers this one: choosing it says what the person speaks. */
export function chosenLanguage(definition: SurveyDefinition, language: string | undefined): string | null {
  const offered = formLanguages(definition);
  return offered.length > 1 ? (offered.find((one) => one === language) ?? null) : null;
}

/** The person who answered, validated like a member. Both names are required, whatever the form says. */
export function personOf(answers: Answers): z.output<typeof newMember> {
  const given = Object.fromEntries(Object.entries(memberFields).map(([field, name]) => [field, answers[name]]));
  const parsed = newMember.safeParse(given);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [memberFields[path[0] as keyof typeof memberFields], message]),
  );
  throw new AppError('invalid_input', Object.values(fields).join(' '), { fields });
}
