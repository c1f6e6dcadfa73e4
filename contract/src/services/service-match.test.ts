import { describe, expect, it } from 'vitest';
import type { Availability } from './availability.ts';
import { ageOn, compareMatches, fitProblems, unconfirmedSince } from './service-match.ts';

const today = new Date(2026, 10, 17);
const anyone = { ageMin: null, ageMax: null, serviceArea: null, languages: null };
const born = (dateOfBirth: string) => ({ dateOfBirth });

describe('whether a service fits a person', () => {
  it.each([
    ['everyone is welcome', {}, { ...born('2015-01-01'), zipCode: '49007', language: 'es' }, null, []],
    ['nothing is known', { ageMin: 18, serviceArea: { zipCodes: ['49001'] }, languages: ['en'] }, {}, null, []],
    ['blank fields', { ageMin: 18, serviceArea: { zipCodes: ['49001'] } }, { dateOfBirth: '', zipCode: '' }, null, []],
    ['18 today', { ageMin: 18, ageMax: 25 }, born('2008-11-17'), null, []],
    ['18 tomorrow', { ageMin: 18, ageMax: 25 }, born('2008-11-18'), null, ['For ages 18 to 25. This person is 17.']],
    ['last day of 25', { ageMax: 25 }, born('2000-11-18'), null, []],
    ['26 today', { ageMax: 25 }, born('2000-11-17'), null, ['For ages 25 and under. This person is 26.']],
    ['too young', { ageMin: 60 }, born('1990-01-01'), null, ['For ages 60 and over. This person is 36.']],
    ['ZIP code listed', { serviceArea: { zipCodes: ['49001-1234', '49007'] } }, { zipCode: '49007-9876' }, null, []],
    [
      'ZIP code missing',
      { serviceArea: { zipCodes: ['49001'] } },
      { zipCode: '49007' },
      1,
      ["Doesn't serve ZIP code 49007."],
    ],
    ['within the radius', { serviceArea: { radiusMiles: 5 } }, { zipCode: '49007' }, 5, []],
    ['distance unknown', { serviceArea: { radiusMiles: 5 } }, { zipCode: '49007' }, null, []],
    [
      'beyond the radius',
      { serviceArea: { radiusMiles: 1 } },
      { zipCode: '49007' },
      5.1,
      ['Serves people within 1 mile. This person lives 5.1 miles away.'],
    ],
    ['a region of the language', { languages: ['en', 'es-MX'] }, { language: 'es' }, null, []],
    ['another language', { languages: ['en'] }, { language: 'es' }, null, ["Doesn't list Spanish."]],
  ])('%s', (_case, rules, person, miles, sentences) => {
    const problems = fitProblems({ ...anyone, ...rules }, person, miles, today);
    expect(problems.map(({ sentence }) => sentence)).toEqual(sentences);
  });

  it('counts a birthday on February 29 from March 1', () => {
    expect([ageOn('2008-02-29', new Date(2026, 1, 28)), ageOn('2008-02-29', new Date(2026, 2, 1))]).toEqual([17, 18]);
  });
});

it('sorts by availability, then distance, then name', () => {
  const match = (name: string, availability: Availability, miles: number | null) => ({
    service: { id: 1, name, availability },
    miles,
  });
  const best = [
    match('Near A', 'OPEN', 0.4),
    match('Near B', 'OPEN', 0.4),
    match('Far', 'OPEN', 9),
    match('Nowhere', 'OPEN', null),
    match('Waiting', 'WAITLIST', 0),
    match('Full', 'FULL', 0),
    match('Paused', 'PAUSED', 0),
  ];
  expect(best.toReversed().toSorted(compareMatches)).toEqual(best);
});

it('marks a listing that nobody confirmed for over 90 days', () => {
  const since = (confirmedTimestamp: string) =>
    unconfirmedSince({ confirmedTimestamp }, new Date('2026-11-17T12:00:00Z'));
  expect(since('2026-08-19T12:00:00.000Z')).toBeNull();
  expect(since('2026-08-19T11:59:59.999Z')).toBe('2026-08-19T11:59:59.999Z');
});
