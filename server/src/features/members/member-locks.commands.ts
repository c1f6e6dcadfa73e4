import { nameKey } from '@kinbridge/contract/members/member-matching';
import { AppError } from '../../app-error.ts';
import { BeginAgain, type Tx } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { DescribedPerson } from './recognize-members.queries.ts';

const lockOf = (name: string): RawBuilder<unknown> => sql`hashtextextended(${name}, 0)`;

/** The lock that imports of an organization's member lists take in turn. */
export const uploadsKey = (organizationId: number) => lockOf(`member uploads ${organizationId}`);

/**
 * Single entries and mass messages share the lock. An import takes it alone at its end, to find members created during
 * it, and so does an erasure.
 */
export async function lockMembersOf(tx: Tx, organizationId: number, how: 'together' | 'alone'): Promise<void> {
  const key = lockOf(`members ${organizationId}`);
  if (how === 'alone') return sql`select pg_advisory_xact_lock(${key})`.run(tx);
  await lockOrBeginAgain(tx, sql`pg_try_advisory_xact_lock_shared(${key})`);
}

/**
 * For an erasure: until the commit nobody enters a member of the organization, imports a list or texts many people. An
 * import may take minutes, so it isn't waited for.
 */
export async function lockEntries(tx: Tx, organizationId: number): Promise<void> {
  await lockOrBeginAgain(tx, sql`pg_try_advisory_xact_lock(${uploadsKey(organizationId)})`);
  await lockMembersOf(tx, organizationId, 'alone');
}

async function lockOrBeginAgain(tx: Tx, lock: RawBuilder<unknown>): Promise<void> {
  const { locked } = await sql<{ locked: boolean }>`select ${lock} as locked`.one(tx);
  if (locked) return;
  const sentence = 'A member import is in progress. Please try again in a few seconds.';
  throw new BeginAgain(new AppError('too_many_requests', sentence, { retryAfterSeconds: 3 }));
}

/** Everyone who enters a person that this may be waits until the commit. */
export async function lockPerson(tx: Tx, organizationId: number, person: DescribedPerson): Promise<void> {
  await lockMembersOf(tx, organizationId, 'together');
  const { participantId, lastName, dateOfBirth } = person;
  const keys = [
    participantId ? `member ${organizationId} id ${participantId}` : null,
    dateOfBirth ? `member ${organizationId} born ${nameKey(lastName)} ${dateOfBirth}` : null,
  ];
  // Sorted to avoid deadlocks.
  const sorted = keys.filter((key) => key !== null).sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${sorted}::text[]) key`.run(tx);
}
