import { StartError } from '../../start-error.ts';

export interface Migration {
  name: string;
  checksum: string;
}

/** The last of the migrations that the base replaced: 0001 to 0010 create what all of those up to it created. */
export const lastReplaced = {
  name: '0087_refused_emails.sql',
  checksum: '0829ed1171327587d6265f0029413b5d86bbb6cacc21a5f1d7a5db3ed63b8f70',
};
/** The newest version that has them. It brings an older database to the base. */
const lastWithReplaced = 'cc17c6a70211849feb147294409e08e8ad3cd9a9';

const isBase = ({ name }: Migration) => numberOf(name) <= numberOf(lastReplaced.name);

/**
 * The names of the migrations to apply, in order. Throws if this version can't bring the database up to date. A
 * migration is known by its content if it had another name. See decision 0027.
 */
export function pendingMigrations(applied: Migration[], files: Migration[]): string[] {
  const known = applied.map((row) => findFile(row, files));
  const done = new Set(known.filter((file) => file !== undefined));
  const replaced = applied.filter((_, index) => known[index] === undefined);
  if (replaced.some(({ checksum }) => checksum === lastReplaced.checksum)) {
    for (const file of files.filter(isBase)) done.add(file);
  } else if (replaced.length > 0) {
    throw new StartError(
      `This database is from a version of Kinbridge before its first release. Start commit ${lastWithReplaced} once, which updates the database, and then this version again.`,
    );
  }
  const newest = files.findLast((file) => done.has(file));
  const pending = files.filter((file) => !done.has(file));
  const late = pending.find(({ name }) => newest && numberOf(name) <= numberOf(newest.name));
  if (late) {
    throw new StartError(
      `The migration ${late.name} can't be applied after ${newest?.name}. Give it a number above ${newest?.name.slice(0, 4)}.`,
    );
  }
  return pending.map(({ name }) => name);
}

/** The file of an applied migration; undefined if the base replaced it. */
function findFile(row: Migration, files: Migration[]): Migration | undefined {
  const sameName = files.find(({ name }) => name === row.name);
  if (sameName && sameName.checksum !== row.checksum) {
    throw new StartError(`The migration ${row.name} was changed after it was applied. Add a new migration instead.`);
  }
  const found = sameName ?? files.find(({ checksum }) => checksum === row.checksum);
  if (found || isBase(row)) return found;
  throw new StartError(
    `The database has the migration ${row.name}, which this version of Kinbridge doesn't have. Start the version that applied it, or a newer one.`,
  );
}

const numberOf = (name: string) => Number(name.slice(0, 4));
