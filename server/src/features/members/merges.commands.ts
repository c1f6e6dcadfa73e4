import type { MemberField } from '@kinbridge/contract/member-fields/member-fields';
import { type MemberMerge, mergeUndoDays, type newMerge } from '@kinbridge/contract/members/merges.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { type ChangedRequest, notifyRequests } from '../../records/events/events.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { memberColumns, userColumns } from '../../records/users/user-columns.ts';
import { showMemberTo } from './create-members.commands.ts';
import { movingReferences } from './member-references.ts';
import { findMerge, sharedRefusal, twoAccountsRefusal } from './merges.queries.ts';

const consentColumns = ['sms_consent_source', 'sms_consent_timestamp'] as const;
/** All columns a merge may change on the survivor and an undo restores. */
const columns = [...memberColumns, 'send_sms_texts', ...consentColumns] as const;
type Values = Record<(typeof columns)[number], unknown>;

interface LockedMember {
  id: number;
  values: Values;
  seen: boolean;
  shared: boolean;
  merged: boolean;
  hasAccount: boolean;
  optedOut: boolean;
  updated: Date;
}

/**
 * Merges a record into a member: moves the chosen values and all references, and removes the record from the list. Both
 * rows are locked first, so concurrent merges, edits and referrals wait.
 */
export async function mergeMembers(
  tx: Tx,
  caller: StaffCaller,
  survivorId: number,
  input: z.output<typeof newMerge>,
): Promise<MemberMerge> {
  const { mergedId, take } = input;
  if (mergedId === survivorId) throw invalidField('mergedId', "You can't merge a record with itself.");
  const { [survivorId]: survivor, [mergedId]: merged } = await lockMembers(tx, caller.organizationId, [
    survivorId,
    mergedId,
  ]);
  if (!survivor || !merged || !canBeMerged(survivor) || !canBeMerged(merged)) throw notFound('member');
  refuseStale(survivor, input.updateTimestamp);
  refuseStale(merged, input.mergedUpdateTimestamp);
  refuseUnmergeable(survivor, merged, take);

  const after = mergedValues(survivor, merged, take);
  await sql`select keep_last_seen_patient(u) from users u where u.id = ${mergedId}`.run(tx);
  const moved = await moveRows(tx, mergedId, survivorId);
  const { at } = await sql<{ at: Date | null }>`
    with gone as (delete from organization_members where member_id = ${mergedId} returning *)
    select max(create_timestamp) filter (where organization_id = ${caller.organizationId}) as at from gone`.one(tx);
  await sql`update users set merged_into_id = ${survivorId}, update_timestamp = ${laterTimestamp}
    where id = ${mergedId}`.run(tx);
  await writeValues(tx, survivorId, after);
  const { id } = await sql<{ id: number }>`
    insert into member_merges (organization_id, survivor_id, merged_id, created_by, survivor_before, survivor_after,
      moved, listed_timestamp)
    values (${caller.organizationId}, ${survivorId}, ${mergedId}, ${caller.userId}, ${JSON.stringify(survivor.values)}::jsonb,
      ${JSON.stringify(after)}::jsonb, ${JSON.stringify(moved)}::jsonb, ${at ?? new Date()})
    returning id`.one(tx);
  const counts = Object.fromEntries(Object.entries(moved).map(([name, ids]) => [name, ids.length]));
  const entry = { caller, entityType: 'user' };
  const detail = { mergeId: id, mergedId, take, moved: counts };
  await record(tx, { ...entry, action: 'member.merge', entityId: survivorId, detail });
  await record(tx, { ...entry, action: 'member.merged-away', entityId: mergedId, detail: { mergeId: id, survivorId } });
  return announced(tx, id, moved);
}

/** Restores everything. Later additions and edits stay with the survivor. */
export async function undoMerge(
  tx: Tx,
  caller: StaffCaller,
  survivorId: number,
  mergeId: number,
): Promise<MemberMerge> {
  const merge = await lockMerge(tx, caller.organizationId, survivorId, mergeId);
  if (!merge) throw notFound('merge');
  const { [survivorId]: survivor } = await lockMembers(tx, caller.organizationId, [survivorId, merge.merged_id]);
  if (!survivor) throw notFound('member');
  refuseUndo(merge, survivor);

  await sql`update users set merged_into_id = null, update_timestamp = ${laterTimestamp}
    where id = ${merge.merged_id}`.run(tx);
  await showMemberTo(tx, merge.merged_id, [caller.organizationId]);
  await sql`update organization_members set create_timestamp = ${merge.listed_timestamp}
    where member_id = ${merge.merged_id} and organization_id = ${caller.organizationId}`.run(tx);
  for (const { name, table, column } of movingReferences) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${merge.merged_id}
      where id = any(${merge.moved[name] ?? []}::bigint[]) and ${sql.ref(column)} = ${survivorId}`.run(tx);
  }
  await writeValues(tx, survivorId, restoredValues(survivor.values, merge));
  await sql`update member_merges set undone_timestamp = now(), undone_by = ${caller.userId}
    where id = ${mergeId}`.run(tx);
  const { merged_id: mergedId } = merge;
  const entry = { caller, entityType: 'user' };
  await record(tx, { ...entry, action: 'member.merge-undo', entityId: survivorId, detail: { mergeId, mergedId } });
  await record(tx, {
    ...entry,
    action: 'member.merged-away-undo',
    entityId: mergedId,
    detail: { mergeId, survivorId },
  });
  return announced(tx, mergeId, merge.moved);
}

type Moved = Record<string, number[]>;

/** In id order to avoid deadlocks. */
async function lockMembers(tx: Tx, organizationId: number, ids: number[]): Promise<Record<number, LockedMember>> {
  await sql`select 1 from users where id = any(${ids}::bigint[]) order by id for update`.run(tx);
  const rows = await sql<LockedMember>`
    select u.id, to_jsonb(u) as values, u.merged_into_id is not null as merged, u.update_timestamp as updated,
      exists (select from visible_members o where o.member_id = u.id and o.organization_id = ${organizationId}) as seen,
      exists (select from visible_members o where o.member_id = u.id and o.organization_id <> ${organizationId}) as shared,
      exists (select from logins l where l.user_id = u.id) as "hasAccount",
      exists (select from sms_opt_outs x where x.phone_number = u.phone_number) as "optedOut"
    from users u where u.id = any(${ids}::bigint[]) and u.user_type = 'PATIENT'
      and (exists (select from visible_members o where o.member_id = u.id and o.organization_id = ${organizationId})
        or exists (select from member_merges g where g.merged_id = u.id and g.organization_id = ${organizationId}))`.many(
    tx,
  );
  return Object.fromEntries(rows.map((row) => [row.id, { ...row, values: pick(row.values) }]));
}

function pick(values: Values): Values {
  return Object.fromEntries(columns.map((column) => [column, values[column]])) as Values;
}

/** A record merged since then is still known but can't be merged. */
function canBeMerged(member: LockedMember): boolean {
  if (member.merged) {
    throw new AppError('conflict', 'One of these records was already merged. Open the member again.');
  }
  return member.seen;
}

function refuseStale(member: LockedMember, timestamp: string | undefined): void {
  if (timestamp === undefined || Date.parse(timestamp) === member.updated.getTime()) return;
  throw new AppError('stale', 'Someone changed one of these records. Review both again before you merge them.');
}

function refuseUnmergeable(survivor: LockedMember, merged: LockedMember, take: MemberField[]): void {
  if (survivor.shared || merged.shared) throw new AppError('conflict', sharedRefusal);
  if (survivor.hasAccount && merged.hasAccount) throw new AppError('conflict', twoAccountsRefusal);
  if (merged.hasAccount) {
    throw new AppError('conflict', 'The member signs in with the other record. Keep that one instead.');
  }
  if (survivor.hasAccount && take.includes('email')) {
    throw new AppError('conflict', 'Only the member can change their sign-in email. Please keep it.');
  }
}

/**
 * The chosen values. Consent follows the phone number, and a no on either record stays a no. An opt-out applies to its
 * number; if the number with the opt-out is dropped, the kept number is opted out too.
 */
function mergedValues(survivor: LockedMember, merged: LockedMember, take: MemberField[]): Values {
  const taken: string[] = take.map((field) => userColumns[field]);
  if (take.includes('phoneNumber')) taken.push(...consentColumns);
  const values = { ...survivor.values };
  for (const column of columns) if (taken.includes(column)) values[column] = merged.values[column];
  const saidNo = ({ values: own, optedOut }: LockedMember) =>
    own.send_sms_texts === false || (optedOut && own.phone_number !== values.phone_number);
  return { ...values, send_sms_texts: !saidNo(survivor) && !saidNo(merged) };
}

/** Restores values the merge wrote; later edits stay. */
function restoredValues(current: Values, merge: { survivor_before: Values; survivor_after: Values }): Values {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.fromEntries(
    columns.map((column) => [
      column,
      same(current[column], merge.survivor_after[column]) ? merge.survivor_before[column] : current[column],
    ]),
  ) as Values;
}

async function writeValues(tx: Tx, id: number, values: Values): Promise<void> {
  const assignments = columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`);
  await sql`update users set ${sql.join(assignments)},
      update_timestamp = greatest(date_trunc('milliseconds', clock_timestamp()), users.update_timestamp + interval '1 ms')
    from jsonb_populate_record(null::users, ${JSON.stringify(values)}::jsonb) r where users.id = ${id}`.run(tx);
}

async function moveRows(tx: Tx, from: number, to: number): Promise<Moved> {
  const moved: Moved = {};
  for (const { name, table, column } of movingReferences) {
    const rows = await sql<{ id: number }>`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where ${sql.ref(column)} = ${from} returning id`.many(tx);
    moved[name] = rows.map((row) => row.id);
  }
  return moved;
}

interface LockedMerge {
  merged_id: number;
  moved: Moved;
  survivor_before: Values;
  survivor_after: Values;
  listed_timestamp: Date;
  undone: boolean;
  expired: boolean;
  later: boolean;
}

async function lockMerge(tx: Tx, organizationId: number, survivorId: number, id: number) {
  return sql<LockedMerge>`
    select g.merged_id, g.moved, g.survivor_before, g.survivor_after, g.listed_timestamp,
      g.undone_timestamp is not null as undone,
      g.create_timestamp < now() - make_interval(days => ${mergeUndoDays}) as expired,
      exists (select from member_merges n where n.survivor_id = g.survivor_id and n.id > g.id
        and n.undone_timestamp is null) as later
    from member_merges g
    where g.id = ${id} and g.survivor_id = ${survivorId} and g.organization_id = ${organizationId}
    for update of g`.maybeOne(tx);
}

/** Only the last merge can be undone, since each stores the values it found. */
function refuseUndo(merge: LockedMerge, survivor: LockedMember): void {
  const refusal = merge.undone
    ? 'This merge was already undone.'
    : merge.expired
      ? `This merge is older than ${mergeUndoDays} days and can't be undone anymore.`
      : survivor.merged
        ? 'This member was later merged into another record. Undo that merge first.'
        : merge.later
          ? 'Another record was later merged into this member. Undo that merge first.'
          : null;
  if (refusal) throw new AppError('conflict', refusal);
}

/** Boards show the member's name, so notify viewers of the moved requests. */
async function announced(tx: Tx, id: number, moved: Moved): Promise<MemberMerge> {
  const rows = await sql<ChangedRequest>`
    select id, organization_id, provider_id, status, version from service_requests
    where id = any(${moved['service_requests.member_id'] ?? []}::bigint[])`.many(tx);
  await notifyRequests(tx, rows);
  const merge = await findMerge(tx, id);
  if (!merge) throw notFound('merge');
  return merge;
}
