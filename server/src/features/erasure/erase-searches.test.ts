import { expect, it } from 'vitest';
import { isAbout } from './erase-searches.commands.ts';

const known = { words: ['li', 'garcia', 'li@example.org', '1980-05-06'], digits: ['12695557731'] };

it.each([
  [{ name: 'Garcia' }, true],
  [{ name: 'garc' }, true],
  [{ name: 'ga' }, false],
  [{ name: 'ana LI' }, true],
  [{ name: 'lim' }, false],
  [{ name: 'example' }, true],
  [{ birthDate: '1980-05-06' }, true],
  [{ name: '(269) 555-7731' }, true],
  [{ name: '555' }, false],
  [{ person: { phones: ['+12695557731'] } }, true],
  [{ page: 0, size: 25 }, false],
])('tells whether the search %j may be about a member', (asked, expected) => {
  expect(isAbout(asked, known, false)).toBe(expected);
});

it('counts a search for a person that showed the member, not a list', () => {
  expect([isAbout({ name: 'x' }, known, true), isAbout({ status: 'PENDING' }, known, true)]).toEqual([true, false]);
});
