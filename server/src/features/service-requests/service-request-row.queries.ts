import { erasedName } from '@kinbridge/contract/erasure/erasure.contract';
import { allowedMoves, serviceRequestStatuses } from '@kinbridge/contract/service-requests/service-request-status';
import {
  type JsonText,
  jsonBoolean,
  jsonList,
  jsonNull,
  jsonNumber,
  jsonObject,
  jsonText,
  jsonTimestamp,
  jsonValue,
  jsonWhen,
} from '../../db/json-text.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { smsBlockedReason } from '../sms/sms-blocked.queries.ts';

/** The contract's moves as SQL, so a page of rows needs no second pass. */
const movesOfRow = jsonText(
  sql.raw(
    `case ${serviceRequestStatuses
      .flatMap((status) =>
        [true, false].map((assigned) => {
          const moves = JSON.stringify(allowedMoves(status, assigned));
          return `when r.status = '${status}' and (r.assignee_id is not null) = ${assigned} then '${moves}'`;
        }),
      )
      .join(' ')} end`,
  ),
);

export const memberJson = jsonObject({
  id: jsonNumber(sql`m.id`),
  firstName: 'm.first_name',
  lastName: 'm.last_name',
  dateOfBirth: 'm.date_of_birth',
  email: 'm.email',
  phoneNumber: 'm.phone_number',
  zipCode: 'm.zip_code',
});

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

const erasedPatient = jsonObject({
  id: jsonNumber(sql`m.id`),
  firstName: jsonValue(sql`${sql.lit(erasedName.firstName)}::text`),
  lastName: jsonValue(sql`${sql.lit(erasedName.lastName)}::text`),
  dateOfBirth: jsonNull,
  email: jsonNull,
  phoneNumber: jsonNull,
  zipCode: jsonNull,
});

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
export const requestJson = jsonObject({
  id: jsonNumber(sql`r.id`),
  status: 'r.status',
  version: jsonNumber(sql`r.version`),
  service: jsonObject({
    id: jsonNumber(sql`s.id`),
    name: 's.name',
    type: 's.type',
    organizationId: jsonNumber(sql`p.id`),
    organization: jsonObject({ id: jsonNumber(sql`p.id`), name: 'p.name' }),
  }),
  organizationId: jsonNumber(sql`o.id`),
  organization: jsonObject({ id: jsonNumber(sql`o.id`), name: 'o.name' }),
  patient: jsonWhen(
    erasedForViewer,
    erasedPatient,
    jsonWhen(lastSeenByViewer, jsonValue(sql`r.provider_patient`), memberJson),
  ),
  assignee: jsonWhen(
    sql`a.id is not null`,
    jsonObject({
      id: jsonNumber(sql`a.id`),
      firstName: 'a.first_name',
      lastName: 'a.last_name',
    }),
  ),
  description: jsonWhen(sql`not ${erasedForViewer}`, jsonValue(sql`r.description`)),
  fileName: jsonWhen(sql`not ${erasedForViewer}`, jsonValue(sql`f.file_name`)),
  createTimestamp: jsonTimestamp('r.create_timestamp'),
  updateTimestamp: jsonTimestamp('r.update_timestamp'),
  completeTimestamp: jsonTimestamp('r.complete_timestamp'),
  statusTimestamp: jsonTimestamp('r.status_timestamp'),
  dueTimestamp: jsonWhen(sql`r.status = 'REQUESTED'`, jsonTimestamp('r.due_timestamp')),
  overdue: jsonBoolean(isOverdue),
  outcome: jsonWhen(
    sql`r.outcome_code is not null`,
    jsonObject({
      code: 'r.outcome_code',
      // Written between organizations, like comments.
      note: jsonWhen(sql`viewer.id is not null and not ${erasedForViewer}`, jsonValue(sql`r.outcome_note`)),
      by: 'r.outcome_by',
      timestamp: jsonTimestamp('r.outcome_timestamp'),
    }),
  ),
  followsId: jsonWhen(
    sql`r.follows_id is not null`,
    jsonNumber(sql`(select t.id from service_requests t where t.id = r.follows_id and ${isReadable})`),
  ),
  followedByIds: jsonText(sql`(select ${jsonList(jsonNumber(sql`t.id`), sql`t.id`)} from service_requests t
    where t.follows_id = r.id and ${isReadable})`),
  source: 'r.source',
  memberSaysNo: jsonBoolean(sql`r.member_says_no`),
  smsBlockedReason: jsonWhen(sql`not ${lastSeenByViewer} and not ${erasedForViewer}`, jsonValue(smsBlockedReason('m'))),
  allowedMoves: jsonWhen(viewerMayMove, movesOfRow, jsonText(sql`'[]'`)),
});

export const requestJoins = (viewerId: number | null) => sql`join services s on s.id = r.service_id
  join organizations p on p.id = r.provider_id
  join organizations o on o.id = r.organization_id
  join users m on m.id = r.member_id
  left join users a on a.id = r.assignee_id
  left join files f on f.id = r.file_id
  left join sms_opt_outs x on x.phone_number = m.phone_number
  cross join (select ${viewerId}::bigint as id) viewer`;

interface PageOfRequests {
  organizationId: number;
  page: number;
  size: number;
}

/** JSON text of a page; needs `page` with ids and places, and `total` with n. */
export function requestsPage(
  { organizationId, page, size }: PageOfRequests,
  more: Record<string, JsonText> = {},
): JsonText {
  return jsonObject({
    content: jsonText(sql`(select ${jsonList(requestJson, sql`page.place`)}
      from page join service_requests r on r.id = page.id ${requestJoins(organizationId)})`),
    totalElements: jsonNumber(sql`total.n`),
    totalPages: jsonNumber(sql`ceil(total.n::numeric / ${size}::integer)`),
    size: jsonNumber(sql`${size}::integer`),
    number: jsonNumber(sql`${page}::integer`),
    ...more,
  });
}
