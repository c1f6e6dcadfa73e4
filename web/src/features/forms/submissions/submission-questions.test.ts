import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { expect, it } from 'vitest';
import { answerReader } from './submission-questions.ts';

it('formats dates, birthdays and phone numbers in US style', () => {
  const data = { elements: [{ type: 'text', name: 'since', inputType: 'date' }] };
  const read = answerReader([{ version: 1, data } as unknown as FormVersion]);
  const answers = { since: '2026-01-05', userBirthDate: '1984-03-09', userPhoneNumber: '+16165550150' };
  const submission = { version: 1, data: answers } as unknown as Submission;
  expect(Object.keys(answers).map((key) => read(submission, key))).toEqual([
    'Jan 5, 2026',
    '03-09-1984',
    '(616) 555-0150',
  ]);
});
