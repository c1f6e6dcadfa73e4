import type { BoardSortField } from '@kinbridge/contract/service-requests/board-sort-fields';
import type { StatusCounts } from '@kinbridge/contract/service-requests/boards.contract';
import {
  type ServiceRequestStatus,
  serviceRequestStatuses,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { SortBy } from '@kinbridge/contract/shared/paging';
import { AppError } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { NamedFile } from '../../records/stored-files/stored-files.commands.ts';
import { containing, containsWords, isOf, planOf, useTrigrams, wordsIn } from '../members/search-keys.queries.ts';
import { boardPage, type Side, searchedPage, searchHits, sideColumn } from './board-order.queries.ts';
import { isOneOf } from './is-one-of.queries.ts';
import { asJson, asText, type JsonForm } from './json-forms.queries.ts';
import { overdueCount } from './response-clock.queries.ts';
import {
  isErasedFor,
  isOverdue,
  isSeen,
  requestJoins,
  requestJson,
  requestsPage,
  requestText,
} from './service-request-row.queries.ts';
import { requestReader, viewer } from './wanted-requests.queries.ts';

export interface BoardSearch {
  organizationId: number;
  side: Side;
  status?: ServiceRequestStatus | undefined;
  /** Includes cancelled requests next to a status. */
  withCancelled?: boolean | undefined;
  /** Only requests that wait after their due time. */
  overdue?: boolean | undefined;
  name?: string | undefined;
  page: number;
  size: number;
  sort: SortBy<BoardSortField>;
}

/** A board page with the counts of every tab, as JSON text in one round trip. */
export async function findBoardPage(db: Executor, search: BoardSearch): Promise<{ page: string; ids: number[] }> {
  // Overdue requests are read in order only by their due time; sorting those few otherwise is quick.
  const words = wordsIn(search.name?.toLowerCase());
  const found = words.length > 0 || (search.overdue && search.sort.field !== 'dueTimestamp');
  const hits = found ? sql`hits as materialized (${searchHits(search, boardCondition(search))}),` : sql``;
  const ids = found ? searchedPage(search) : boardPage(search, statusesOf(search), search.overdue);
  const total = found ? sql`(select count(*) from hits)` : totalOf(search);
  return (
    sql<{ page: string; ids: number[] }>`
    with ${countsOf(search.organizationId, search.side)}, ${hits}
    page as (select shown.id, row_number() over () as place from (${ids}) shown),
    total as (select ${total}::bigint as n)
    select ${requestsPage(search, { counts: countsText })} as page,
      coalesce((select json_agg(page.id order by page.place) from page), '[]'::json) as ids
    from total`
      // One plan fits every tab and page, since each reads an index in order, and every search with trigrams.
      .planned(planOf(words, 'generic'))
      .one(db)
  );
}

/** From the counts of the board; nothing in another status is overdue. */
function totalOf(search: BoardSearch): RawBuilder<unknown> {
  if (!search.overdue) {
    return sql`(select coalesce(sum(n), 0) from counts where ${statusCondition(search, 'counts.status')})`;
  }
  return statusesOf(search).includes('REQUESTED') ? sql`(select n from overdue)` : sql.lit(0);
}

type StatusFilter = Pick<BoardSearch, 'status' | 'withCancelled'>;

function statusesOf({ status, withCancelled }: StatusFilter): readonly ServiceRequestStatus[] {
  if (!status) return serviceRequestStatuses;
  return withCancelled && status !== 'CANCELLED' ? [status, 'CANCELLED'] : [status];
}

function statusCondition(filter: StatusFilter, column: string) {
  if (!filter.status) return sql`true`;
  return sql`${sql.raw(column)} in (${sql.join(statusesOf(filter))})`;
}

type BoardFilter = Pick<BoardSearch, 'organizationId' | 'side' | 'status' | 'withCancelled' | 'overdue' | 'name'>;

function boardCondition(search: BoardFilter) {
  const { organizationId, side } = search;
  const words = wordsIn(search.name?.toLowerCase());
  const conditions = [
    useTrigrams(words)
      ? isOf(sideColumn[side], sideKey[side], organizationId)
      : sql`${sideColumn[side]} = ${organizationId}`,
    statusCondition(search, 'r.status'),
    ...(search.overdue ? [isOverdue] : []),
    ...(words.length > 0 ? [containsWords('service_requests', sql`r.search`, words)] : []),
    ...words.map((word) => sightCondition(side, containing(word))),
  ];
  return sql.join(conditions, sql` and `);
}

const sideKey = { outgoing: 'service_requests.organization_id', incoming: 'service_requests.provider_id' };

/** The search text covers what both sides see; a receiving organization must match only what it sees. */
function sightCondition(side: Side, pattern: string) {
  const own = sql`(r.erased_for is null or not ${sideColumn[side]} = any(r.erased_for) or erased_request_search(r) like ${pattern})`;
  return side === 'outgoing'
    ? own
    : sql`${own} and (r.provider_patient is null or provider_request_search(r) like ${pattern})`;
}

function countsOf(organizationId: number, side: Side) {
  return sql`counts as (select status, sum(change)::bigint as n from service_request_counts
      where organization_id = ${organizationId} and side = ${side} group by status),
    overdue as (select ${overdueCount(side, sql`${organizationId}`)} as n)`;
}

const countsIn = (form: JsonForm) =>
  form.object({
    ...Object.fromEntries(
      serviceRequestStatuses.map((status) => [
        status,
        form.number(sql`coalesce((select n from counts where status = ${sql.lit(status)}), 0)`),
      ]),
    ),
    overdue: form.number(sql`(select n from overdue)`),
  });

const countsJson = countsIn(asJson);
const countsText = countsIn(asText);

interface CountsWanted {
  organizationId: number;
  side: Side;
  /** Counts only overdue requests. */
  overdue: boolean;
}

export async function findCounts(db: Executor, { organizationId, side, overdue }: CountsWanted): Promise<StatusCounts> {
  const { counts } = await sql<{ counts: StatusCounts }>`
    with ${countsOf(organizationId, side)} select ${countsJson} as counts`.one(db);
  if (!overdue) return counts;
  const none = Object.fromEntries(serviceRequestStatuses.map((status) => [status, 0])) as StatusCounts;
  return { ...none, REQUESTED: counts.overdue, overdue: counts.overdue };
}

const newestFirst = sql`r.create_timestamp desc, r.id desc`;

/** The old client's plain list: newest first, at most 1,000, as JSON text with the total. */
export async function findBoardList(
  db: Executor,
  search: BoardFilter,
): Promise<{ list: string; ids: number[]; total: number }> {
  const where = boardCondition(search);
  return sql<{ list: string; ids: number[]; total: number }>`
    with listed as (select r.* from service_requests r where ${where} order by ${newestFirst} limit 1000)
    select ${asText.list(requestText, newestFirst, sql`listed r ${requestJoins(search.organizationId)}`)} as list,
      coalesce((select json_agg(r.id order by ${newestFirst}) from listed r), '[]'::json) as ids,
      (select count(*) from service_requests r where ${where}) as total`.one(db);
}

async function findRequests(
  db: Executor,
  viewerId: number | null,
  where: RawBuilder<unknown>,
): Promise<ServiceRequest[]> {
  const rows = await sql<{ request: ServiceRequest }>`
    select ${requestJson} as request from service_requests r ${requestJoins(viewerId)} where ${where}
    order by ${newestFirst}`.many(db);
  return rows.map((row) => row.request);
}

const findSeen = requestReader(sql`'seen'`);

export async function seesRequest(db: Executor, organizationId: number, id: number): Promise<boolean> {
  return (await findSeen(db, organizationId, id)) !== null;
}

export async function findRequest(db: Executor, organizationId: number, id: number): Promise<ServiceRequest | null> {
  return (await findRequests(db, organizationId, isSeen(organizationId, id)))[0] ?? null;
}

/** The same as JSON text, for pass-through answers. */
export const findRequestText = requestReader(sql`${requestJson}::text`, requestJoins(viewer));

/** A member's requests: all for the member, and for an organization those it is a side of. */
export function findRequestsOfMember(
  db: Executor,
  memberId: number,
  organizationId: number | null,
): Promise<ServiceRequest[]> {
  const side = organizationId === null ? sql`true` : sql`${organizationId} in (r.organization_id, r.provider_id)`;
  return findRequests(db, organizationId, sql`r.member_id = ${memberId} and ${side}`);
}

export function findAssignments(db: Executor, employeeId: number, organizationId: number): Promise<ServiceRequest[]> {
  return findRequests(db, organizationId, sql`r.assignee_id = ${employeeId} and r.provider_id = ${organizationId}`);
}

export interface LockedRequest {
  id: number;
  status: ServiceRequestStatus;
  version: number;
  organization_id: number;
  provider_id: number;
  assignee_id: number | null;
  member_id: number;
  service_id: number;
  file_id: number | null;
  /** It came from a public form, and the member has no text yet. */
  member_text_waits: boolean;
  /** The member was erased for the organization that changes it. */
  is_erased: boolean;
}

/** So that nothing new is written about an erased member. */
export function erasedRequest(): AppError {
  return new AppError('conflict', "This member was erased, so you can't add a comment or a note.");
}

/** Locks the organization's requests in id order for the change. */
export async function lockRequests(db: Executor, organizationId: number, ids: number[]): Promise<LockedRequest[]> {
  return sql<LockedRequest>`
    select r.id, r.status, r.version, r.organization_id, r.provider_id, r.assignee_id, r.member_id, r.service_id, r.file_id,
      r.member_text_waits, ${isErasedFor(organizationId)} as is_erased
    from service_requests r where ${isOneOf('r.id', ids)} and ${organizationId} in (r.organization_id, r.provider_id)
    order by r.id for update`.many(db);
}

export async function findRequestFile(db: Executor, organizationId: number, id: number) {
  return sql<NamedFile>`
    select f.storage_key, f.content_type, f.file_name, f.scan from service_requests r join files f on f.id = r.file_id
    where ${isSeen(organizationId, id)} and not ${isErasedFor(organizationId)}`.maybeOne(db);
}
