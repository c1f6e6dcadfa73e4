import type { Visitor } from '../../access/caller.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { deviceName } from './device-name.ts';
import type { SessionUser } from './sessions.commands.ts';

/** Tells the person about a sign-in on a device that isn't known, unless it is their first. */
export async function tellOfNewDevice(
  tx: Tx,
  caller: Visitor,
  person: SessionUser,
  userAgent: string | null,
): Promise<void> {
  const { email, isFirst } = await sql<{ email: string; isFirst: boolean }>`
    with first as (update logins set signed_in = true where user_id = ${person.id} and not signed_in returning 1)
    select email, exists (select from first) as "isFirst" from logins where user_id = ${person.id}`.one(tx);
  if (isFirst) return;
  await record(tx, {
    caller: { ...caller, userId: person.id },
    organizationId: person.organization_id,
    action: 'session.new-device',
    entityId: person.id,
    emails: [{ kind: 'new-device', userId: person.id, to: email, payload: { device: deviceName(userAgent) } }],
  });
}
