import type { Principal } from '../../access/caller.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { releaseEndedSessions } from '../../records/users/ended-sessions.commands.ts';

interface Person {
  id: number;
  email: string | null;
  verified: boolean;
}

/**
 * Ends a person's links to their organization's providers, with the sessions and pending sign-ins that began there, and
 * tells the person. Their next sign-in there is a first one. False if they have no link. Sessions from before it was
 * noted how they began may have begun there, too.
 */
export async function unlinkSignIn(tx: Tx, caller: Principal, { id, email, verified }: Person): Promise<boolean> {
  // First, and in a statement of its own: a sign-in that holds its link has begun its session by the next one.
  const links = await sql`delete from linked_identities where user_id = ${id} returning 1`.many(tx);
  if (links.length === 0) return false;
  const ended = await sql<{ id: string }>`
    with pending as (
      delete from second_factor_tokens where user_id = ${id} and signed_in_by = 'single-sign-on'
    )
    update sessions set end_timestamp = now(), end_reason = 'unlinked'
    where user_id = ${id} and end_timestamp is null and coalesce(signed_in_by, 'single-sign-on') = 'single-sign-on'
    returning id`.many(tx);
  await releaseEndedSessions(tx, ended);
  await record(tx, {
    caller,
    action: 'sso.unlinked',
    entityId: id,
    ...(ended.length > 0 && { detail: { endedSessions: ended.length } }),
    emails: email && verified ? [{ kind: 'sign-in-unlinked', userId: id, to: email }] : [],
  });
  return true;
}
