import { randomBytes } from 'node:crypto';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { challengeOf } from './webauthn.ts';

/** What a challenge is for, and whose; a sign-in by passkey alone begins without a person. */
export interface ChallengeUse {
  purpose: 'sign-in' | 'second-factor' | 'add';
  userId: number | null;
}

/** A challenge that can be used once within five minutes. */
export async function createChallenge(db: Executor, { purpose, userId }: ChallengeUse): Promise<Buffer> {
  const challenge = randomBytes(32);
  await sql`insert into passkey_challenges (challenge, purpose, user_id, expires_timestamp)
    values (${challenge}, ${purpose}, ${userId}, now() + interval '5 minutes')`.run(db);
  return challenge;
}

/** Uses up the challenge that a response names, whatever the response is worth. Null if it isn't for this use. */
export async function useChallenge(
  db: Executor,
  { purpose, userId }: ChallengeUse,
  response: unknown,
): Promise<Buffer | null> {
  const challenge = challengeOf(response);
  if (!challenge) return null;
  const used = await sql`delete from passkey_challenges where challenge = ${challenge} and purpose = ${purpose}
    and user_id is not distinct from ${userId}::bigint and expires_timestamp > now() returning 1`.maybeOne(db);
  return used ? challenge : null;
}
