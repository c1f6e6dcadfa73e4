import { describe, expect, it } from 'vitest';
import { StartError } from '../../start-error.ts';
import { type Migration, pendingMigrations } from './migration-plan.ts';
import { baseline, squashedMigrations } from './squashed-migrations.ts';

const named = (name: string): Migration => ({ name, checksum: `of ${name}` });
const files = [named(baseline), named('0022_b.sql'), named('0024_d.sql')];
const early = squashedMigrations.slice(0, -1);

describe('pending migrations', () => {
  const startable: [string, Migration[], string[]][] = [
    ['an empty database', [], [baseline, '0022_b.sql', '0024_d.sql']],
    ['the baseline', files.slice(0, 1), ['0022_b.sql', '0024_d.sql']],
    ['everything', files, []],
    ['the squashed migrations', squashedMigrations, ['0022_b.sql', '0024_d.sql']],
    ['the squashed migrations and later ones', [...squashedMigrations, named('0022_b.sql')], ['0024_d.sql']],
    [
      'renamed migrations',
      [
        ...early,
        { name: '0024_members_who_signed_up.sql', checksum: squashedMigrations.at(-1)?.checksum ?? '' },
        { name: '0023_b.sql', checksum: 'of 0022_b.sql' },
      ],
      ['0024_d.sql'],
    ],
  ];
  it.each(startable)('follow from %s', (_, applied, pending) => {
    expect(pendingMigrations(applied, files)).toEqual(pending);
  });

  const refused: [string, Migration[], string][] = [
    [
      'a database from before the baseline',
      early,
      'This database is from a version of Kinbridge before 0021_baseline.sql. Start commit 5a35702 once, which updates the database, and then this version again.',
    ],
    [
      'an unknown migration',
      [...files, named('0025_e.sql')],
      "The database has the migration 0025_e.sql, which this version of Kinbridge doesn't have. Start the version that applied it, or a newer one.",
    ],
    [
      'a changed migration',
      [...squashedMigrations, { name: '0022_b.sql', checksum: 'other' }],
      'The migration 0022_b.sql was changed after it was applied. Add a new migration instead.',
    ],
    [
      'a changed squashed migration',
      [...early, { name: squashedMigrations.at(-1)?.name ?? '', checksum: 'other' }],
      'The migration 0021_members_who_signed_up.sql was changed after it was applied. Add a new migration instead.',
    ],
    [
      'a pending number below the newest applied one',
      [named(baseline), named('0024_d.sql')],
      "The migration 0022_b.sql can't be applied after 0024_d.sql. Give it a number above 0024.",
    ],
  ];
  it.each(refused)('are refused for %s', (_, applied, sentence) => {
    expect(() => pendingMigrations(applied, files)).toThrow(new StartError(sentence));
  });

  it('are refused for a number that was applied under another name', () => {
    expect(() => pendingMigrations(files, [...files, named('0024_e.sql')])).toThrow(
      new StartError("The migration 0024_e.sql can't be applied after 0024_d.sql. Give it a number above 0024."),
    );
  });
});
