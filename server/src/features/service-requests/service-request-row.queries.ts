import { erasedName } from '@kinbridge/contract/erasure/erasure.contract';
import { allowedMoves, serviceRequestStatuses } from '@kinbridge/contract/service-requests/service-request-status';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { smsBlockedReason } from '../sms/sms-blocked.queries.ts';

/** The contract's moves as SQL, so a page of rows needs no second pass. */
const movesOfRow = sql.raw(
  `case ${serviceRequestStatuses
    .flatMap((status) =>
      [true, false].map((assigned) => {
        const moves = JSON.stringify(allowedMoves(status, assigned));
        return `when r.status = '${status}' and (r.assignee_id is not null) = ${assigned} then '${moves}'::json`;
      }),
    )
    .join(' ')} end`,
);

export const memberJson = sql`json_build_object('id', m.id, 'firstName', m.first_name, 'lastName', m.last_name,
  'dateOfBirth', m.date_of_birth, 'email', m.email, 'phoneNumber', m.phone_number, 'zipCode', m.zip_code)`;

/** An organization's id, or SQL for it. */
type Organization = number | null | RawBuilder<unknown>;

/** True if the organization provides the request and sees the member only as last seen. */
export function readsLastSeen(organization: Organization): RawBuilder<boolean> {
  return sql`(r.provider_patient is not null and r.provider_id = ${organization}::bigint)`;
}

/** True if the organization erased its part of the member: its side of the request shows no identity. */
export function isErasedFor(organization: Organization): RawBuilder<boolean> {
  return sql`coalesce(${organization}::bigint = any(r.erased_for), false)`;
}

const viewer = sql.raw('viewer.id');
const lastSeenByViewer = readsLastSeen(viewer);
const erasedForViewer = isErasedFor(viewer);

const erasedPatient = sql`json_build_object('id', m.id, 'firstName', ${sql.lit(erasedName.firstName)},
  'lastName', ${sql.lit(erasedName.lastName)}, 'dateOfBirth', null, 'email', null, 'phoneNumber', null, 'zipCode', null)`;

/** A provider without access to the member can't reopen the request, since that would restore its access. */
const viewerMayMove = sql`(r.status <> 'CANCELLED' or r.provider_id is distinct from viewer.id or r.organization_id = r.provider_id
    or exists (select from visible_members v where v.organization_id = r.provider_id and v.member_id = r.member_id))`;

/** The promise to respond has passed. */
export const isOverdue = sql<boolean>`(r.status = 'REQUESTED' and r.due_timestamp is not null and r.due_timestamp < now())`;

/** Over row t of service_requests; a member reads all of their own. */
const isReadable = sql`(viewer.id is null or viewer.id in (t.organization_id, t.provider_id))`;

/**
 * A request as the API shows it to an organization, or to the member without one; needs `requestJoins` over row r of
 * service_requests. It has no parameters, since boards and tickets would build and send the same ones many times.
 */
export const requestJson = sql`json_build_object('id', r.id, 'status', r.status, 'version', r.version,
  'service', json_build_object('id', s.id, 'name', s.name, 'type', s.type, 'organizationId', p.id,
    'organization', json_build_object('id', p.id, 'name', p.name)),
  'organizationId', o.id, 'organization', json_build_object('id', o.id, 'name', o.name),
  'patient', case when ${erasedForViewer} then ${erasedPatient} when ${lastSeenByViewer} then r.provider_patient::json else ${memberJson} end,
  'assignee', case when a.id is null then null
    else json_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name) end,
  'description', case when not ${erasedForViewer} then r.description end,
  'fileName', case when not ${erasedForViewer} then f.file_name end,
  'createTimestamp', ${iso('r.create_timestamp')}, 'updateTimestamp', ${iso('r.update_timestamp')},
  'completeTimestamp', ${iso('r.complete_timestamp')}, 'statusTimestamp', ${iso('r.status_timestamp')},
  'dueTimestamp', case when r.status = 'REQUESTED' then ${iso('r.due_timestamp')} end,
  'overdue', ${isOverdue},
  'outcome', case when r.outcome_code is not null then json_build_object('code', r.outcome_code,
    -- Written between organizations, like comments.
    'note', case when viewer.id is not null and not ${erasedForViewer} then r.outcome_note end,
    'by', r.outcome_by, 'timestamp', ${iso('r.outcome_timestamp')}) end,
  'followsId', case when r.follows_id is not null then (select t.id from service_requests t
    where t.id = r.follows_id and ${isReadable}) end,
  'followedByIds', (select coalesce(json_agg(t.id order by t.id), '[]'::json) from service_requests t
    where t.follows_id = r.id and ${isReadable}),
  'source', r.source, 'memberSaysNo', r.member_says_no, 'smsBlockedReason',
    case when not ${lastSeenByViewer} and not ${erasedForViewer} then ${smsBlockedReason('m')} end,
  'allowedMoves', case when ${viewerMayMove} then ${movesOfRow} else '[]'::json end)`;

export const requestJoins = (viewerId: number | null) => sql`join services s on s.id = r.service_id
  join organizations p on p.id = r.provider_id
  join organizations o on o.id = r.organization_id
  join users m on m.id = r.member_id
  left join users a on a.id = r.assignee_id
  left join files f on f.id = r.file_id
  left join sms_opt_outs x on x.phone_number = m.phone_number
  cross join (select ${viewerId}::bigint as id) viewer`;
