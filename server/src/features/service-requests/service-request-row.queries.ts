import { erasedName } from '@kinbridge/contract/erasure/erasure.contract';
import { allowedMoves, serviceRequestStatuses } from '@kinbridge/contract/service-requests/service-request-status';
import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { smsBlockedReason, waitingText } from '../../records/sms/sms-blocked.queries.ts';
import { contactFields } from '../services/services.queries.ts';
import { asJson, asText, type Json, type JsonForm } from './json-forms.queries.ts';

/** The contract's moves as SQL, so a page of rows needs no second pass. */
const movesOfRow = sql.raw(
  `case ${serviceRequestStatuses
    .flatMap((status) =>
      [true, false].map((assigned) => {
        const moves = JSON.stringify(allowedMoves(status, assigned));
        return `when r.status = '${status}' and (r.assignee_id is not null) = ${assigned} then '${moves}'`;
      }),
    )
    .join(' ')} end`,
);

const memberOf = (form: JsonForm) =>
  form.object({
    id: form.number(sql`m.id`),
    firstName: 'm.first_name',
    lastName: 'm.last_name',
    dateOfBirth: 'm.date_of_birth',
    email: 'm.email',
    phoneNumber: 'm.phone_number',
    zipCode: 'm.zip_code',
  });

export const memberJson = memberOf(asJson);

/** An organization's id, or SQL for it. */
type Organization = number | null | RawBuilder<unknown>;

/** Whether the organization is a side of the request; others look like unknown ones. */
export function isSeen(organization: Organization, id: number | null | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`r.id = ${id} and ${organization} in (r.organization_id, r.provider_id)`;
}

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

const erasedPatientOf = (form: JsonForm) =>
  form.object({
    id: form.number(sql`m.id`),
    firstName: form.value(sql`${sql.lit(erasedName.firstName)}::text`),
    lastName: form.value(sql`${sql.lit(erasedName.lastName)}::text`),
    dateOfBirth: form.nothing,
    email: form.nothing,
    phoneNumber: form.nothing,
    zipCode: form.nothing,
  });

const contactOf = (form: JsonForm) =>
  form.object(Object.fromEntries(Object.entries(contactFields('p')).map(([name, value]) => [name, form.value(value)])));

const [senderIsClosed, providerIsClosed] = [isClosedRow('o'), isClosedRow('p')];

/**
 * Members and closed organizations move nothing, and nobody reopens a request with a closed organization. A provider
 * without access to the member can't reopen it either, since that would restore its access.
 */
const viewerMayMove = sql`(viewer.id is not null
  and not case when r.organization_id = viewer.id then ${senderIsClosed} else ${providerIsClosed} end
  and (r.status <> 'CANCELLED' or (not ${senderIsClosed} and not ${providerIsClosed}
    and (r.organization_id = viewer.id
      or exists (select from visible_members v where v.organization_id = r.provider_id and v.member_id = r.member_id)))))`;

/** In the words of the partial indexes. */
export const hasNotEnded = sql<boolean>`r.status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING')`;

/** By when the providing side promised to respond, until it did. The boards' index has this expression. */
export const awaitedUntil = sql<Date | null>`case when r.responded_timestamp is null then r.due_timestamp end`;

/** The promise to respond has passed. */
export const isOverdue = sql<boolean>`(${hasNotEnded} and ${awaitedUntil} is not null and ${awaitedUntil} < now())`;

/** Accepted, and the providing side did nothing for as long as its service allows. */
export const isStalled = sql<boolean>`(r.stall_timestamp is not null and r.stall_timestamp < now())`;

/** Why nobody will take care of request r, which has not ended: its provider was suspended or its service deleted. */
export const unavailability = sql<
  string | null
>`case when not ${hasNotEnded} then null when ${isClosedRow('p')} then 'SUSPENDED'
  when s.deleted_timestamp is not null then 'DELETED' end`;

/** Over row t of service_requests; a member reads all of their own. */
const isReadable = sql`(viewer.id is null or viewer.id in (t.organization_id, t.provider_id))`;

/**
 * A request as the API shows it to an organization, or to the member without one; needs `requestJoins` over row r of
 * service_requests. It has no parameters, since boards and tickets would build and send the same ones many times.
 */
const requestOf = (form: JsonForm) =>
  form.object({
    id: form.number(sql`r.id`),
    status: 'r.status',
    version: form.number(sql`r.version`),
    service: form.object({
      id: form.number(sql`s.id`),
      name: 's.name',
      type: 's.type',
      organizationId: form.number(sql`p.id`),
      organization: form.object({ id: form.number(sql`p.id`), name: 'p.name' }),
      contact: contactOf(form),
    }),
    organizationId: form.number(sql`o.id`),
    organization: form.object({ id: form.number(sql`o.id`), name: 'o.name' }),
    patient: form.when(
      erasedForViewer,
      erasedPatientOf(form),
      form.when(lastSeenByViewer, form.value(sql`r.provider_patient::json`), memberOf(form)),
    ),
    assignee: form.when(
      sql`a.id is not null`,
      form.object({
        id: form.number(sql`a.id`),
        firstName: 'a.first_name',
        lastName: 'a.last_name',
      }),
    ),
    description: form.when(sql`not ${erasedForViewer}`, form.value(sql`r.description`)),
    fileName: form.when(sql`not ${erasedForViewer}`, form.value(sql`f.file_name`)),
    createTimestamp: form.timestamp('r.create_timestamp'),
    updateTimestamp: form.timestamp('r.update_timestamp'),
    completeTimestamp: form.timestamp('r.complete_timestamp'),
    statusTimestamp: form.timestamp('r.status_timestamp'),
    dueTimestamp: form.when(sql`r.responded_timestamp is null and ${hasNotEnded}`, form.timestamp('r.due_timestamp')),
    respondedTimestamp: form.timestamp('r.responded_timestamp'),
    overdue: form.boolean(isOverdue),
    stalled: form.boolean(isStalled),
    unavailable: form.value(unavailability),
    outcome: form.when(
      sql`r.outcome_code is not null`,
      form.object({
        code: 'r.outcome_code',
        // Written between organizations, like comments.
        note: form.when(sql`viewer.id is not null and not ${erasedForViewer}`, form.value(sql`r.outcome_note`)),
        by: 'r.outcome_by',
        timestamp: form.timestamp('r.outcome_timestamp'),
      }),
    ),
    followsId: form.when(
      sql`r.follows_id is not null`,
      form.number(sql`(select t.id from service_requests t where t.id = r.follows_id and ${isReadable})`),
    ),
    followedByIds: form.list(
      form.number(sql`t.id`),
      sql`t.id`,
      sql`service_requests t where t.follows_id = r.id and ${isReadable}`,
    ),
    source: 'r.source',
    memberSaysNo: form.boolean(sql`r.member_says_no`),
    smsBlockedReason: form.when(
      sql`not ${lastSeenByViewer} and not ${erasedForViewer}`,
      form.value(sql`coalesce(${waitingText('p')}, ${smsBlockedReason('m')})`),
    ),
    allowedMoves: form.when(viewerMayMove, form.written(movesOfRow), form.written(sql`'[]'`)),
  });

export const requestJson = requestOf(asJson);
export const requestText = requestOf(asText);

export const requestJoins = (viewer: Organization) => sql`join services s on s.id = r.service_id
  join organizations p on p.id = r.provider_id
  join organizations o on o.id = r.organization_id
  join users m on m.id = r.member_id
  left join users a on a.id = r.assignee_id
  left join files f on f.id = r.file_id
  left join sms_opt_outs x on x.phone_number = m.phone_number
  cross join lateral (select ${viewer}::bigint as id) viewer`;

/** A page as JSON text; needs `page` with ids and places, and `total` with n. */
export function requestsPage(
  { organizationId, page, size }: { organizationId: number; page: number; size: number },
  more: Record<string, Json> = {},
): RawBuilder<unknown> {
  return asText.object({
    content: asText.list(
      requestText,
      sql`page.place`,
      sql`page join service_requests r on r.id = page.id ${requestJoins(organizationId)}`,
    ),
    totalElements: asText.number(sql`total.n`),
    totalPages: asText.number(sql`ceil(total.n::numeric / ${size}::integer)`),
    size: asText.number(sql`${size}::integer`),
    number: asText.number(sql`${page}::integer`),
    ...more,
  });
}
