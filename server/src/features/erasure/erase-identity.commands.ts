import { erasedName } from '@kinbridge/contract/erasure/erasure.contract';
import type { Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { notifySessionsEnded } from '../../records/events/events.commands.ts';
import { memberColumns, type ProfileField, userColumns } from '../../records/users/user-columns.ts';
import { memberReferences } from '../members/member-references.ts';
import { covers, type ErasureScope } from './erasure.queries.ts';

/** Everything of a sign-in except emails, whose rows are counted. */
const accountTables = Object.entries(memberReferences)
  .filter(([name, what]) => what === 'account' && name !== 'emails.user_id')
  .map(([name]) => name.replace('.user_id', ''));

/** Deletes the organization's sight, proposals and merges. Merged records lose their identity with them. */
export async function eraseSight(tx: Tx, scope: ErasureScope): Promise<void> {
  const { ids, memberId } = scope;
  await sql`delete from organization_members om where om.member_id = any(${ids}::bigint[])
    and ${covers(scope, 'om.organization_id')}`.run(tx);
  await sql`delete from proposed_changes c where c.member_id = any(${ids}::bigint[])
    and ${covers(scope, 'c.organization_id')}`.run(tx);
  await sql`delete from duplicate_dismissals d where (d.lower_id = any(${ids}::bigint[]) or d.higher_id = any(${ids}::bigint[]))
    and ${covers(scope, 'd.organization_id')}`.run(tx);
  await sql`delete from member_merges g where (g.survivor_id = any(${ids}::bigint[]) or g.merged_id = any(${ids}::bigint[]))
    and ${covers(scope, 'g.organization_id')}`.run(tx);
  await emptyRecords(
    tx,
    ids.filter((id) => id !== memberId || scope.kind === 'record'),
  );
}

/** The rows stay without identity, since requests count their member. */
async function emptyRecords(tx: Tx, ids: number[]): Promise<void> {
  const named: string[] = [userColumns.firstName, userColumns.lastName];
  const empty = memberColumns
    .filter((column) => !named.includes(column))
    .map((column) => sql`${sql.ref(column)} = null`);
  await sql`update users set first_name = ${erasedName.firstName}, last_name = ${erasedName.lastName}, ${sql.join(empty)},
    send_sms_texts = false, send_push_notifications = false, sms_consent_source = null, sms_consent_timestamp = null,
    status = 'INACTIVE', update_timestamp = ${laterTimestamp} where id = any(${ids}::bigint[])`.run(tx);
}

export async function eraseAccount(tx: Tx, { ids }: ErasureScope): Promise<void> {
  const sessions = await sql<{ id: string }>`select id from sessions where user_id = any(${ids}::bigint[])`.many(tx);
  for (const table of accountTables) {
    await sql`delete from ${sql.table(table)} where user_id = any(${ids}::bigint[])`.run(tx);
  }
  await notifySessionsEnded(tx, sessions);
}

/**
 * If the organization had added the member, the one with the oldest link takes its place; the changes that it proposed
 * come into effect, since it decides now.
 */
export async function handOver(tx: Tx, { organizationId, memberId }: ErasureScope): Promise<void> {
  const next = await sql<{ organization_id: number | null }>`
    update users u set organization_id = (select v.organization_id from visible_members v where v.member_id = u.id
      order by v.create_timestamp, v.organization_id limit 1), update_timestamp = ${laterTimestamp}
    where u.id = ${memberId} and u.organization_id = ${organizationId} returning u.organization_id`.maybeOne(tx);
  if (!next?.organization_id) return;
  const changes = await sql<{ field: ProfileField; value: string | null }>`
    select field, proposed_value as value from proposed_changes
    where member_id = ${memberId} and organization_id = ${next.organization_id} and state = 'PENDING'`.many(tx);
  for (const { field, value } of changes) {
    await sql`update users set ${sql.ref(userColumns[field])} = ${value} where id = ${memberId}`.run(tx);
  }
}
