import { erasedName } from '@kinbridge/contract/erasure/erasure.contract';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notifyRequests } from '../../records/events/events.commands.ts';
import { covers, type ErasureScope } from './erasure.queries.ts';

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
