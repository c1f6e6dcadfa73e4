import { describe, expect, test } from 'vitest';
import { startupOptions } from '../addresses.ts';
import type { AddressFacts } from './address-facts.ts';
import { chooseOptions, requireOwnerSession, requireSession, usesNames } from './address-rules.ts';

const direct: AddressFacts = {
  login: 'portal',
  currentRole: 'kinbridge_app',
  hasTimeouts: true,
  owner: 'owner',
  throughPooler: false,
};
const pooled = { ...direct, throughPooler: true };

describe('startup options', () => {
  test.each<[string, AddressFacts, string | undefined]>([
    ["aren't needed with the login's own settings", direct, undefined],
    ["aren't needed behind a pooler with the login's own settings", pooled, undefined],
    ['set the role for a login without settings', { ...direct, currentRole: 'portal' }, startupOptions],
    ['set the timeouts for a login without them', { ...direct, hasTimeouts: false }, startupOptions],
    ['set the role for the owner', { ...direct, login: 'owner', currentRole: 'owner' }, startupOptions],
    ['are sent before the first migration', { ...direct, currentRole: 'portal', owner: null }, startupOptions],
  ])('%s', (_, facts, options) => {
    expect(chooseOptions(facts)).toBe(options);
  });

  test.each<[string, AddressFacts, string]>([
    ['a login without the role', { ...pooled, currentRole: 'portal' }, 'alter role "portal" set role = kinbridge_app;'],
    [
      'a login without timeouts',
      { ...pooled, hasTimeouts: false },
      `alter role "portal" set statement_timeout = '30s';`,
    ],
    ['the owner as login', { ...pooled, login: 'owner' }, 'signs in as owner, who owns the tables'],
    ['a database that was never migrated', { ...pooled, owner: null }, 'Run npm run migrate first.'],
  ])("behind a pooler can't replace %s", (_, facts, sentence) => {
    expect(() => chooseOptions(facts)).toThrow(sentence);
  });
});

describe('an address for sessions', () => {
  test.each<[string, { isSameUrl: boolean; session: AddressFacts }, string]>([
    ['is missing', { isSameUrl: true, session: pooled }, 'Set DATABASE_SESSION_URL to an address'],
    [
      'keeps no sessions',
      { isSameUrl: false, session: pooled },
      'DATABASE_SESSION_URL leads through a connection pooler',
    ],
    ['leads elsewhere', { isSameUrl: false, session: direct }, 'Both must lead to the same database.'],
  ])('that %s is refused', (_, facts, sentence) => {
    expect(() => requireSession({ ...facts, isHeard: false })).toThrow(sentence);
  });

  test('that hears events is accepted, even through a pooler', () => {
    requireSession({ isHeard: true, isSameUrl: false, session: pooled });
  });

  test('is required for migrations', () => {
    requireOwnerSession(true);
    expect(() => requireOwnerSession(false)).toThrow("Migrations can't run through a connection pooler");
  });
});

test.each([
  { setting: 'auto', throughPooler: false, isSameUrl: false, keepsStatements: false, named: true },
  { setting: 'auto', throughPooler: true, isSameUrl: false, keepsStatements: true, named: true },
  { setting: 'auto', throughPooler: true, isSameUrl: true, keepsStatements: false, named: true },
  { setting: 'auto', throughPooler: true, isSameUrl: false, keepsStatements: false, named: false },
  { setting: 'named', throughPooler: true, isSameUrl: false, keepsStatements: false, named: true },
  { setting: 'unnamed', throughPooler: false, isSameUrl: true, keepsStatements: true, named: false },
] as const)('statements have names where they are kept, or as set: row %#', ({ setting, named, ...facts }) => {
  expect(usesNames(setting, facts)).toBe(named);
});
