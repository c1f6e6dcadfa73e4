import { expect, it } from 'vitest';
import { emptyMember, recognizableBy } from './add-member.form.ts';

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
