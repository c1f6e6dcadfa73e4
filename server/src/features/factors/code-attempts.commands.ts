import { countAttempts, forgiveAttempt } from '../../access/attempts.commands.ts';
import { type Database, transaction } from '../../db/database.ts';
import { record } from '../../records/happenings/record.commands.ts';

/** Whose code it is, and who sent it. */
export interface CodeOwner {
  userId: number;
  organizationId: number | null;
  requestId: string | null;
}

/** A guesser who has the password gets no more than this per account. */
const limits = [
  { limit: 10, minutes: 1 },
  { limit: 20, minutes: 60 },
];

/**
 * Runs a check that uses up a code and answers null if it is wrong. Wrong codes are counted before they are compared,
 * across sign-ins, and audited; right ones don't count.
 */
export async function tryCode<T>(
  db: Database,
  owner: CodeOwner,
  kind: 'totp' | 'recovery',
  check: () => Promise<T | null>,
): Promise<T | null> {
  const subjects = limits.map(({ limit, minutes }) => ({
    subject: `factor ${minutes} ${owner.userId}`,
    limit,
    minutes,
  }));
  await countAttempts(db, subjects);
  const right = await check();
  if (right === null) await auditRefused(db, owner, `totp.refused`, { kind });
  else for (const { subject } of subjects) await forgiveAttempt(db, subject);
  return right;
}

/** In its own transaction, since the refusal rolls back the call's. */
export async function auditRefused(
  db: Database,
  { userId, organizationId, requestId }: CodeOwner,
  action: 'totp.refused' | 'passkey.refused',
  detail: Record<string, unknown>,
): Promise<void> {
  await transaction(db, (tx) =>
    record(tx, {
      // The sender isn't known to be this person.
      caller: { via: 'visitor', userId: null, organizationId, requestId },
      action,
      entityId: userId,
      detail,
    }),
  );
}
