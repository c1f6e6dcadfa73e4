import { createHash } from 'node:crypto';
import { maxPushDevices, type PushDevice } from '@kinbridge/contract/push-notifications/push-notifications.contract';
import type { Caller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { lockCurrentKey } from '../../db/encryption-keys.queries.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { encryptSecret } from '../../encrypted-secret.ts';
import type { PushAddress } from '../../outside/push/push-service.ts';
import { record } from '../../records/happenings/record.commands.ts';

/** What an address is encrypted for. */
export function pushPurpose(subscriptionId: number): string {
  return `push subscription ${subscriptionId}`;
}

interface NewSubscription {
  address: PushAddress;
  device: string;
}

/** The same address again replaces its row, whoever had it: the browser is this person's now. */
export async function addSubscription(
  tx: Tx,
  config: Config,
  caller: Caller,
  { address, device }: NewSubscription,
): Promise<PushDevice> {
  const { userId, sessionId } = caller;
  const hash = createHash('sha256').update(address.endpoint).digest();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${hash.toString('hex')}`}, 0))`.run(tx);
  await sql`select 1 from users where id = ${userId} for no key update`.run(tx);
  await sql`delete from push_subscriptions where endpoint_hash = ${hash} and user_id <> ${userId}`.run(tx);
  const { id, known } = await sql<{ id: number; known: boolean }>`
    select coalesce(s.id, nextval(pg_get_serial_sequence('push_subscriptions', 'id'))) as id, s.id is not null as known
    from (values (1)) one left join push_subscriptions s on s.endpoint_hash = ${hash}`.one(tx);
  const secret = encryptSecret(await lockCurrentKey(tx, config), pushPurpose(id), JSON.stringify(address));
  const added = await sql<PushDevice>`
    insert into push_subscriptions as s (id, user_id, session_id, endpoint_hash, secret, device) overriding system value
    values (${id}, ${userId}, ${sessionId}, ${hash}, ${secret}, ${device})
    on conflict (id) do update set session_id = excluded.session_id, secret = excluded.secret, device = excluded.device
    returning ${columns}`.one(tx);
  if (known) return added;
  await sql`delete from push_subscriptions where user_id = ${userId} and id not in (
    select id from push_subscriptions where user_id = ${userId} order by id desc limit ${maxPushDevices})`.run(tx);
  await record(tx, { caller, action: 'push-device.added', entityId: userId, detail: { deviceId: id } });
  return added;
}

export function removeSubscription(db: Database, caller: Caller, id: number): Promise<void> {
  return transaction(db, async (tx) => {
    const removed = await sql`delete from push_subscriptions where id = ${id} and user_id = ${caller.userId}
      returning 1`.maybeOne(tx);
    if (!removed) throw notFound('device');
    await record(tx, { caller, action: 'push-device.removed', entityId: caller.userId, detail: { deviceId: id } });
  });
}

const columns = sql`s.id, s.device, ${iso('s.create_timestamp')} as "createTimestamp"`;

export function listSubscriptions(db: Executor, { userId }: Caller): Promise<PushDevice[]> {
  return sql<PushDevice>`select ${columns} from push_subscriptions s where s.user_id = ${userId}
    order by s.id desc`.many(db);
}
