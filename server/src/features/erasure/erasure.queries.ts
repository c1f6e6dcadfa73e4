import type { ErasureKind, ErasurePreview } from '@kinbridge/contract/erasure/erasure.contract';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** What one erasure covers. */
export interface ErasureScope {
  kind: ErasureKind;
  organizationId: number;
  memberId: number;
  /** The record, and the records that were merged into it. */
  ids: number[];
  /** The requests about them: all of them, or those that the organization is a side of. */
  requestIds: number[];
  /** The organizations that see the member. */
  seenBy: number[];
}

/**
 * Nothing if the organization doesn't see the member. `again` is what was erased before a restore: a record is erased
 * again even if others saw it in the backup.
 */
export async function findScope(
  db: Executor,
  organizationId: number,
  memberId: number,
  again?: ErasureKind,
): Promise<ErasureScope | undefined> {
  return sql<ErasureScope>`
    with recursive own as (
      select id from users where id = ${memberId} and user_type = 'PATIENT'
      union select u.id from users u join own on u.merged_into_id = own.id
    ),
    seen as (select array(select organization_id from visible_members where member_id = ${memberId} order by 1) as by),
    kind as (select case when ${again === 'record'} or seen.by <@ array[${organizationId}::bigint] then 'record' else 'part' end as kind from seen)
    select kind.kind, ${organizationId}::bigint as "organizationId", ${memberId}::bigint as "memberId",
      to_json(array(select id from own order by id)) as ids,
      to_json(array(select r.id from service_requests r where r.member_id in (select id from own)
        and (kind.kind = 'record' or ${organizationId}::bigint in (r.organization_id, r.provider_id)) order by r.id)) as "requestIds",
      to_json(seen.by) as "seenBy"
    from seen, kind where ${organizationId}::bigint = any(seen.by) or (${again === 'record'} and exists (select from own))`.maybeOne(
    db,
  );
}

/** Of a whole record everything, otherwise only rows whose column names the organization. */
export function covers({ kind, organizationId }: ErasureScope, column: string): RawBuilder<boolean> {
  return kind === 'record' ? sql`true` : sql`${sql.ref(column)} = ${organizationId}`;
}

/** The texts of an erasure as row s: to and from the member, and to staff about the member's requests. */
export function coveredTexts(scope: ErasureScope): RawBuilder<boolean> {
  return sql`((s.user_id = any(${scope.ids}::bigint[]) or s.service_request_id = any(${scope.requestIds}::bigint[]))
    and ${covers(scope, 's.organization_id')})`;
}

export async function countErasure(db: Executor, scope: ErasureScope): Promise<ErasurePreview> {
  const { kind, ids, requestIds, organizationId } = scope;
  const counts = await sql<Omit<ErasurePreview, 'kind'>>`
    select (select count(*) from survey_answers a join survey_forms f on f.id = a.form_id
        where a.user_id = any(${ids}::bigint[]) and ${covers(scope, 'f.organization_id')}) as answers,
      (select count(*) from member_documents d where d.member_id = any(${ids}::bigint[])
        and ${covers(scope, 'd.organization_id')})
      + (select count(*) from notes n where n.service_request_id = any(${requestIds}::bigint[]) and n.file_id is not null
        and ${covers(scope, 'n.organization_id')})
      + (select count(*) from service_requests r where r.id = any(${requestIds}::bigint[]) and r.file_id is not null
        and (${kind} = 'record' or r.organization_id = r.provider_id)) as files,
      (select count(*) from sms_messages s where ${coveredTexts(scope)}) as texts,
      (select count(*) from notes n where n.service_request_id = any(${requestIds}::bigint[])
        and ${covers(scope, 'n.organization_id')}) as notes,
      ${ids.length - 1}::int as "mergedRecords", ${requestIds.length}::int as requests,
      (select count(*) from service_requests r where r.id = any(${requestIds}::bigint[]) and ${kind} = 'part'
        and (r.organization_id <> ${organizationId} or r.provider_id <> ${organizationId})) as "sharedRequests",
      exists (select from logins l where l.user_id = any(${ids}::bigint[])) and ${kind} = 'record' as "hasAccount"`.one(
    db,
  );
  return { kind, ...counts };
}
