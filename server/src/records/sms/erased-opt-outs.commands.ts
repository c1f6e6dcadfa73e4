import { createHash, createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Recognizes the number of an erased member. Keyed, since all phone numbers can be tried in seconds. */
export function hashPhone({ derivationKey }: { derivationKey: string }, phoneNumber: string): Buffer {
  const plain = createHash('sha256').update(phoneNumber).digest();
  return createHmac('sha256', derivationKey).update('phone number ').update(plain).digest();
}

type Key = Pick<Config, 'derivationKey'>;

/** Opt-outs of numbers that nobody else has stay without the number. */
export async function eraseOptOuts(tx: Tx, key: Key, phones: string[]): Promise<void> {
  const gone = await sql<{ phone_number: string }>`
    delete from sms_opt_outs x where x.phone_number = any(${phones}::text[])
      and not exists (select from users u where u.phone_number = x.phone_number) returning x.phone_number`.many(tx);
  const hashes = gone.map(({ phone_number }) => hashPhone(key, phone_number));
  await sql`insert into erased_opt_outs (phone_hash) select unnest(${hashes}::bytea[])
    on conflict do nothing`.run(tx);
}

/** Puts an erased opt-out back when a text is about to leave to the number. False if there is none. */
export async function restoreOptOut(db: Executor, key: Key, phoneNumber: string): Promise<boolean> {
  const rows = await sql`
    with back as (delete from erased_opt_outs where phone_hash = ${hashPhone(key, phoneNumber)} returning 1)
    insert into sms_opt_outs (phone_number) select ${phoneNumber} from back on conflict do nothing returning 1`.many(
    db,
  );
  return rows.length > 0;
}

/** The number opted in again. */
export async function forgetOptOut(tx: Tx, key: Key, phoneNumber: string): Promise<void> {
  await sql`delete from erased_opt_outs where phone_hash = ${hashPhone(key, phoneNumber)}`.run(tx);
}
