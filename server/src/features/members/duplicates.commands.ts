import type { Action } from '@kinbridge/contract/happenings';
import type { StaffCaller } from '../../access/caller.ts';
import { invalidField } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { requireMember } from './member-access.ts';

/** Marks two members as different people. Repeating it has no effect. */
export async function dismissDuplicate(tx: Tx, caller: StaffCaller, pair: Pair): Promise<void> {
  await requirePair(tx, caller, pair);
  const rows = await sql`
    insert into duplicate_dismissals (organization_id, lower_id, higher_id, created_by)
    values (${caller.organizationId}, ${Math.min(...idsOf(pair))}, ${Math.max(...idsOf(pair))}, ${caller.userId})
    on conflict do nothing returning 1`.many(tx);
  if (rows.length > 0) await recordOnBoth(tx, caller, pair, 'member.not-duplicate');
}

/** Undoes the mark, even if it was made on a record that was merged since. */
export async function suggestDuplicateAgain(tx: Tx, caller: StaffCaller, pair: Pair): Promise<void> {
  await requirePair(tx, caller, pair);
  const rows = await sql`
    with recursive own as (${recordsBehind(pair.id, 'own')}), other as (${recordsBehind(pair.otherId, 'other')})
    delete from duplicate_dismissals d where d.organization_id = ${caller.organizationId} and (
      (d.lower_id in (select id from own) and d.higher_id in (select id from other))
      or (d.higher_id in (select id from own) and d.lower_id in (select id from other)))
    returning 1`.many(tx);
  if (rows.length > 0) await recordOnBoth(tx, caller, pair, 'member.not-duplicate-undo');
}

interface Pair {
  id: number;
  otherId: number;
}

const idsOf = ({ id, otherId }: Pair) => [id, otherId];

async function requirePair(tx: Tx, caller: StaffCaller, pair: Pair): Promise<void> {
  if (pair.id === pair.otherId) throw invalidField('otherId', 'Must be another record.');
  // Waits for a concurrent merge, after which the merged record is no longer listed.
  await sql`select 1 from users where id = any(${idsOf(pair)}::bigint[]) order by id for key share`.run(tx);
  for (const id of idsOf(pair)) {
    await requireMember(tx, caller.organizationId, id);
  }
}

function recordsBehind(id: number, name: 'own' | 'other') {
  return sql`select ${id}::bigint as id union select u.id from users u join ${sql.table(name)} r on u.merged_into_id = r.id`;
}

/** Logged on both records, since each has its own history. */
async function recordOnBoth(tx: Tx, caller: StaffCaller, pair: Pair, action: Action): Promise<void> {
  for (const [entityId, otherId] of [
    [pair.id, pair.otherId],
    [pair.otherId, pair.id],
  ] as const) {
    await record(tx, { caller, action, entityId, detail: { otherId } });
  }
}
