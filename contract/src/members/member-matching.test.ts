import { describe, expect, it } from 'vitest';
import { compareMembers, type Match, nameKey } from './member-matching.ts';

const nils = {
  firstName: 'Nils',
  lastName: 'Berg',
  dateOfBirth: '2001-02-03',
  phoneNumber: '+12695550101',
  participantId: '00000000001',
};
const withoutId = { ...nils, participantId: null };

describe('a typed person', () => {
  it.each<[string, Match, object, object]>([
    ['has the same facts', 'sure', {}, {}],
    ['has the same ID, first name and no birthday', 'sure', { dateOfBirth: null }, {}],
    ['has the same ID and first name, but another last name', 'sure', { lastName: 'Dahl', phoneNumber: null }, {}],
    ['has the same ID, but another first name', 'possible', { firstName: 'Ursula' }, {}],
    ['has the same ID, but another birthday', 'possible', { dateOfBirth: '1950-01-01' }, {}],
    ['has another ID with the same facts', 'different', { participantId: '00000000002' }, {}],
    ['has the same names and birthday, and no ID', 'sure', { participantId: null, phoneNumber: null }, {}],
    ['has an ID that the record lacks', 'sure', {}, { participantId: null }],
    ['has a name in other letters', 'sure', { firstName: ' NÍLS ', lastName: "B'erg" }, { participantId: null }],
    ['is a twin with the same phone', 'possible', { firstName: 'Ursula', participantId: null }, {}],
    ['is a twin with another ID', 'different', { firstName: 'Ursula', participantId: '00000000002' }, {}],
    ['is a twin with another phone', 'different', { firstName: 'Ursula', phoneNumber: '+12695550102' }, withoutId],
    [
      'is a twin without a phone',
      'different',
      { firstName: 'Ursula', phoneNumber: null },
      { ...withoutId, phoneNumber: null },
    ],
    ['shares a phone and last name only', 'different', { dateOfBirth: '1950-01-01', participantId: null }, {}],
    ['has no birthday and no ID', 'different', { dateOfBirth: null, participantId: null }, withoutId],
  ])('who %s is %s', (_case, match, typed, known) => {
    expect(compareMembers({ ...nils, ...typed }, { ...nils, ...known })).toBe(match);
    expect(compareMembers({ ...nils, ...known }, { ...nils, ...typed })).toBe(match);
  });
});

describe('the key of a name', () => {
  it.each([
    ["O'Brien", 'O’BRIEN'],
    ['Muñoz-Peña', 'munoz pena'],
    ['Wałęsa', 'Walesa'],
    ['De la Cruz', 'DeLaCruz'],
    ['Zoë', 'Zoe\u0308'],
  ])('is the same for %s and %s', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

  it.each([
    ['Ana', 'Anna'],
    ['???', '!!!'],
    ['Юлия', 'Юля'],
  ])('differs for %s and %s', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));
});
