import { expect, it } from 'vitest';
import { comparePerson } from './compare-person.ts';

const nils = {
  firstName: 'Nils',
  lastName: 'Berg',
  dateOfBirth: '2001-02-03',
  phoneNumber: '+12695550101',
  participantId: '00000000001',
};

it.each<[string, object, object, string[]]>([
  ['nothing', {}, {}, []],
  ['a first name', { firstName: 'Ursula' }, {}, ['First Name']],
  [
    'a birthday and a phone',
    { dateOfBirth: '1950-01-01', phoneNumber: '+12695550102' },
    {},
    ['Date of Birth', 'Phone Number'],
  ],
  ['a name in other letters', { firstName: 'NÍLS', lastName: 'berg' }, {}, []],
  ['what was not typed', { phoneNumber: null, participantId: undefined }, {}, []],
  ['what is blank on the record', {}, { dateOfBirth: null }, []],
])('marks %s as different', (_what, typed, known, different) => {
  const facts = comparePerson({ ...nils, ...typed }, { ...nils, ...known });
  expect(facts.filter(({ differs }) => differs).map(({ label }) => label)).toEqual(different);
});

it('shows values as staff read them, and leaves out what both lack', () => {
  expect(comparePerson({ ...nils, participantId: null }, { ...nils, participantId: null, phoneNumber: null })).toEqual([
    { label: 'First Name', typed: 'Nils', known: 'Nils', differs: false },
    { label: 'Last Name', typed: 'Berg', known: 'Berg', differs: false },
    { label: 'Date of Birth', typed: '02-03-2001', known: '02-03-2001', differs: false },
    { label: 'Phone Number', typed: '(269) 555-0101', known: '–', differs: false },
  ]);
});
