import { erasedName, erasedReason } from '@kinbridge/contract/erasure/erasure.contract';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notifyRequests } from '../../records/events/events.commands.ts';
import { coveredTexts, covers, type ErasureScope } from './erasure.queries.ts';

/**
 * Requests stay, because they are counted, but keep nothing that was written about the member. A request with another
 * organization keeps it for that side. Returns the files that nothing refers to anymore.
 */
export async function eraseRequests(tx: Tx, scope: ErasureScope): Promise<number[]> {
  const { organizationId, kind, requestIds } = scope;
  const own = sql`id = any(${requestIds}::bigint[]) and (${kind} = 'record' or organization_id = provider_id)`;
  const files = await sql<{ file_id: number | null }>`
    with gone as (delete from notes n where n.service_request_id = any(${requestIds}::bigint[])
        and ${covers(scope, 'n.organization_id')} returning n.file_id)
    select file_id from gone
    union all select file_id from service_requests where ${own}`.many(tx);
  await sql`delete from outcome_notes where service_request_id in (select id from service_requests where ${own})`.run(
    tx,
  );
  await sql`delete from act_tokens t using users u where u.id = t.user_id
    and t.service_request_id = any(${requestIds}::bigint[]) and ${covers(scope, 'u.organization_id')}`.run(tx);
  await sql`update service_requests set description = null, file_id = null, outcome_note = null, undo = null,
    member_text_waits = false, next_reminder_timestamp = null where ${own}`.run(tx);
  await hideIdentity(tx, scope);
  const requests = await sql<{
    id: number;
    organization_id: number;
    provider_id: number;
    status: string;
    version: number;
  }>`select id, organization_id, provider_id, status, version from service_requests
    where id = any(${requestIds}::bigint[])`.many(tx);
  await notifyRequests(
    tx,
    requests.map((request) =>
      kind === 'record' ? request : { ...request, organization_id: organizationId, provider_id: organizationId },
    ),
  );
  return files.flatMap(({ file_id }) => (file_id === null ? [] : [file_id]));
}

/** A whole record's requests read the erased record's name; otherwise only the organization's own side does. */
async function hideIdentity(tx: Tx, { kind, organizationId, memberId, requestIds }: ErasureScope): Promise<void> {
  if (kind === 'record') {
    await sql`update service_requests set provider_patient = null, erased_for = array[organization_id, provider_id]
      where id = any(${requestIds}::bigint[])`.run(tx);
    return;
  }
  const nobody = { dateOfBirth: null, email: null, phoneNumber: null, zipCode: null };
  const patient = JSON.stringify({ id: memberId, ...erasedName, ...nobody });
  await sql`update service_requests set
      erased_for = case when ${organizationId} = any(erased_for) then erased_for
        else array_append(erased_for, ${organizationId}::bigint) end,
      provider_patient = case when provider_id = ${organizationId} then ${patient}::jsonb else provider_patient end
    where id = any(${requestIds}::bigint[])`.run(tx);
}

/** Deletes answers to forms, assigned forms and the member's files. Returns the files that nothing refers to anymore. */
export async function eraseAnswersAndFiles(tx: Tx, scope: ErasureScope): Promise<number[]> {
  const { ids } = scope;
  await sql`delete from survey_assignments t using survey_forms f
    where f.id = t.form_id and t.user_id = any(${ids}::bigint[]) and ${covers(scope, 'f.organization_id')}`.run(tx);
  const answers = await sql<{ id: number }>`
    select a.id from survey_answers a join survey_forms f on f.id = a.form_id
    where a.user_id = any(${ids}::bigint[]) and ${covers(scope, 'f.organization_id')} for update of a`.many(tx);
  const answerIds = answers.map(({ id }) => id);
  const files = await sql<{ file_id: number }>`
    with attached as (delete from survey_files where answer_id = any(${answerIds}::bigint[]) returning file_id),
    documents as (delete from member_documents d where d.member_id = any(${ids}::bigint[])
      and ${covers(scope, 'd.organization_id')} returning d.file_id)
    select file_id from attached union all select file_id from documents`.many(tx);
  await sql`update survey_assignments set answer_id = null where answer_id = any(${answerIds}::bigint[])`.run(tx);
  await sql`delete from survey_answers where id = any(${answerIds}::bigint[])`.run(tx);
  return files.map(({ file_id }) => file_id);
}

/**
 * Empties texts; the rows stay, because they are counted. Texts that wait, or could be sent again, never leave. The
 * trial outbox has copies.
 */
export async function eraseTexts(tx: Tx, scope: ErasureScope, phones: string[]): Promise<void> {
  const strays = sql`(s.user_id is null and s.phone_number = any(${scope.kind === 'record' ? phones : []}::text[]))`;
  await sql`with own as materialized (
      select s.id, s.phone_number, s.body from sms_messages s where ${coveredTexts(scope)} or ${strays} for update
    ),
    copies as (
      delete from dev_outbox d using own where d.channel = 'sms' and d.to_address = own.phone_number and d.body = own.body
    )
    update sms_messages s set phone_number = '', body = '', user_id = null, service_request_id = null,
      state = case when s.state in ('sent', 'delivered', 'skipped') or s.is_received then s.state else 'skipped' end,
      reason = case when s.state in ('sent', 'delivered') or s.is_received then null else ${erasedReason} end,
      update_timestamp = now()
    from own where s.id = own.id`.run(tx);
  await sql`update campaign_pieces p set phone_numbers = r.phones, reasons = r.reasons, queued = r.queued, skipped = r.skipped
    from campaigns c, campaign_pieces o cross join lateral (
      select array_agg(case when gone then '' else phone end order by n) as phones,
        array_agg(case when gone then coalesce(reason, ${erasedReason}) else reason end order by n) as reasons,
        count(*) filter (where reason is null and not gone) as queued, count(*) filter (where reason is not null or gone) as skipped
      from (select t.*, t.id = any(${scope.ids}::bigint[]) as gone
        from unnest(o.user_ids, o.phone_numbers, o.reasons) with ordinality t (id, phone, reason, n)) t) r
    where o.id = p.id and c.id = p.campaign_id and p.user_ids && ${scope.ids}::bigint[]
      and ${covers(scope, 'c.organization_id')}`.run(tx);
}

/** Emails to the member, such as those of an account. Their texts are never stored. */
export async function eraseEmails(tx: Tx, { ids }: ErasureScope, addresses: string[]): Promise<void> {
  await sql`update emails set to_address = '', payload = '{}', user_id = null, update_timestamp = now(),
      state = case when state = 'sent' then state else 'skipped' end
    where user_id = any(${ids}::bigint[])`.run(tx);
  await sql`delete from dev_outbox where to_address = any(${addresses}::text[])`.run(tx);
}
