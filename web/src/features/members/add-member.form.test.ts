import type { User } from '@kinbridge/contract/users/users.contract';
import { expect, it } from 'vitest';
import { answerFor, emptyMember, keptOnRecord, recognizableBy } from './add-member.form.ts';

it.each([
  [{}, null],
  [{ firstName: 'Rosa' }, null],
  [{ firstName: 'Rosa', lastName: ' ' }, null],
  [{ dateOfBirth: '1990-03-04', zipCode: '49007' }, null],
  [
    { firstName: ' Rosa', lastName: 'V' },
    { firstName: 'Rosa', lastName: 'V' },
  ],
  [
    { firstName: 'Rosa', lastName: 'Vega', dateOfBirth: '3/4', phoneNumber: '26955', participantId: '1' },
    { firstName: 'Rosa', lastName: 'Vega' },
  ],
  [{ phoneNumber: '(269) 555-0142' }, { phoneNumber: '(269) 555-0142' }],
  [{ participantId: '00418226731' }, { participantId: '00418226731' }],
])('searches for %j as %j', (typed, looked) => {
  expect(recognizableBy({ ...emptyMember, ...typed })).toEqual(looked);
});

const known = { firstName: 'Mara', lastName: 'Quill', phoneNumber: '+12695550188', email: null } as User;
const typed = { ...emptyMember, firstName: 'Mara', lastName: 'Quill' };

it.each([
  ['the same person', {}, []],
  ['another phone number', { phoneNumber: '(269) 555-0199' }, ['Phone Number']],
  ['the same number in another form', { phoneNumber: '269 555 0188' }, []],
  ['another first name', { firstName: 'Marge' }, ['First Name']],
])('names what is kept when %s is typed', (_what, changes, kept) => {
  expect(keptOnRecord({ ...typed, ...changes }, known)).toEqual(kept);
});

it.each([
  [null, {}],
  [12, { patientId: 12 }],
  ['new', { newPerson: true }],
] as const)('says who the typed person is: %j', (answer, more) => {
  expect(answerFor(typed, answer)).toEqual({ ...typed, ...more });
});
