import { describe, expect, it } from 'vitest';
import { StartError } from '../../start-error.ts';
import { lastReplaced, type Migration, pendingMigrations } from './migration-plan.ts';

const named = (name: string): Migration => ({ name, checksum: `of ${name}` });
const base = [named('0001_a.sql'), named('0002_b.sql')];
const files = [...base, named('0088_c.sql'), named('0090_d.sql')];
const replaced = [named('0021_baseline.sql'), lastReplaced];

describe('pending migrations', () => {
  const startable: [string, Migration[], string[]][] = [
    ['an empty database', [], files.map(({ name }) => name)],
    ['the base', base, ['0088_c.sql', '0090_d.sql']],
    ['everything', files, []],
    ['the replaced migrations', replaced, ['0088_c.sql', '0090_d.sql']],
    ['the replaced migrations and later ones', [...replaced, named('0088_c.sql')], ['0090_d.sql']],
    ['a renamed migration', [...base, { name: '0089_c.sql', checksum: 'of 0088_c.sql' }], ['0090_d.sql']],
  ];
  it.each(startable)('follow from %s', (_, applied, pending) => {
    expect(pendingMigrations(applied, files)).toEqual(pending);
  });

  const refused: [string, Migration[], string][] = [
    [
      'a database from before the last replaced migration',
      [named('0021_baseline.sql'), named('0086_links_without_a_provider.sql')],
      'This database is from a version of Kinbridge before its first release. Start commit cc17c6a70211849feb147294409e08e8ad3cd9a9 once, which updates the database, and then this version again.',
    ],
    [
      'an unknown migration',
      [...files, named('0091_e.sql')],
      "The database has the migration 0091_e.sql, which this version of Kinbridge doesn't have. Start the version that applied it, or a newer one.",
    ],
    [
      'a changed migration',
      [...replaced, { name: '0088_c.sql', checksum: 'other' }],
      'The migration 0088_c.sql was changed after it was applied. Add a new migration instead.',
    ],
    [
      'a pending number below the newest applied one',
      [...base, named('0090_d.sql')],
      "The migration 0088_c.sql can't be applied after 0090_d.sql. Give it a number above 0090.",
    ],
  ];
  it.each(refused)('are refused for %s', (_, applied, sentence) => {
    expect(() => pendingMigrations(applied, files)).toThrow(new StartError(sentence));
  });

  it('are refused for a number that was applied under another name', () => {
    expect(() => pendingMigrations(files, [...files, named('0090_e.sql')])).toThrow(
      new StartError("The migration 0090_e.sql can't be applied after 0090_d.sql. Give it a number above 0090."),
    );
  });
});
