import { StartError } from '../../start-error.ts';
import { baseline, squashedMigrations } from './squashed-migrations.ts';

export interface Migration {
  name: string;
  checksum: string;
}

/** The newest version that still has every squashed migration. It brings an older database to the baseline. */
const lastWithSquashed = '5a35702';

/**
 * The names of the migrations to apply, in order. Throws if this version can't bring the database up to date. A
 * migration is known by its content: five had other names in early versions. See decision 0027.
 */
export function pendingMigrations(applied: Migration[], files: Migration[]): string[] {
  const done = new Set(applied.map((row) => knownName(row, [...squashedMigrations, ...files])));
  const squashed = squashedMigrations.filter(({ name }) => done.has(name));
  if (squashed.length === squashedMigrations.length) done.add(baseline);
  else if (squashed.length > 0) {
    throw new StartError(
      `This database is from a version of Kinbridge before ${baseline}. Start commit ${lastWithSquashed} once, which updates the database, and then this version again.`,
    );
  }
  const newest = files.findLast(({ name }) => done.has(name));
  const pending = files.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => newest && numberOf(name) <= numberOf(newest.name));
  if (late) {
    throw new StartError(
      `The migration ${late.name} can't be applied after ${newest?.name}. Give it a number above ${newest?.name.slice(0, 4)}.`,
    );
  }
  return pending.map(({ name }) => name);
}

function knownName(row: Migration, known: Migration[]): string {
  const sameName = known.find(({ name }) => name === row.name);
  if (sameName && sameName.checksum !== row.checksum) {
    throw new StartError(`The migration ${row.name} was changed after it was applied. Add a new migration instead.`);
  }
  const found = sameName ?? known.find(({ checksum }) => checksum === row.checksum);
  if (found) return found.name;
  throw new StartError(
    `The database has the migration ${row.name}, which this version of Kinbridge doesn't have. Start the version that applied it, or a newer one.`,
  );
}

const numberOf = (name: string) => Number(name.slice(0, 4));
