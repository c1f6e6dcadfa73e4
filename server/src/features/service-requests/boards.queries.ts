import type { BoardSortField } from '@kinbridge/contract/service-requests/board-sort-fields';
import type { StatusCounts } from '@kinbridge/contract/service-requests/boards.contract';
import {
  type ServiceRequestStatus,
  serviceRequestStatuses,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { SortBy } from '@kinbridge/contract/shared/paging';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { containing, containsWords, isOf, planOf, useTrigrams, wordsIn } from '../members/search-keys.queries.ts';
import { boardPage, type Side, searchedPage, searchHits, sideColumn } from './board-order.queries.ts';
import { asJson, asText, type JsonForm } from './json-forms.queries.ts';
import { countMarked } from './response-clock.queries.ts';
import { isOverdue, isStalled, requestJoins, requestsPage, requestText } from './service-request-row.queries.ts';

export interface BoardSearch {
  organizationId: number;
  side: Side;
  status?: ServiceRequestStatus | undefined;
  /** Includes cancelled requests next to a status. */
  withCancelled?: boolean | undefined;
  /** Only requests that wait after their due time. */
  overdue?: boolean | undefined;
  /** Only requests that the other side cancelled. */
  declined?: boolean | undefined;
  /** Only accepted requests that the providing side leaves alone. */
  stalled?: boolean | undefined;
  /** Only requests that this person sent or is assigned. */
  ofUserId?: number | undefined;
  name?: string | undefined;
  page: number;
  size: number;
  sort: SortBy<BoardSortField>;
}

/** A board page with the counts of every tab, as JSON text in one round trip. */
export async function findBoardPage(db: Executor, search: BoardSearch): Promise<{ page: string; ids: number[] }> {
  // Overdue requests are read in order only by their due time; sorting those few otherwise is quick.
  const words = wordsIn(search.name?.toLowerCase());
  const found = words.length > 0 || isRare(search) || (search.overdue && search.sort.field !== 'dueTimestamp');
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

/** Few requests of a board are like this, so they are found first and sorted then. */
const isRare = ({ declined, stalled, ofUserId }: BoardFilter) => declined || stalled || ofUserId !== undefined;

/** From the counts of the board, except for the overdue requests of some statuses. */
function totalOf(search: BoardSearch): RawBuilder<unknown> {
  if (!search.overdue) {
    return sql`(select coalesce(sum(n), 0) from counts where status in (${sql.join(statusesOf(search))}))`;
  }
  return search.status ? sql`(select count(*) from service_requests r where ${boardCondition(search)})` : overdueNow;
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

type BoardFilter = Omit<BoardSearch, 'page' | 'size' | 'sort'>;

function boardCondition(search: BoardFilter) {
  const { organizationId, side } = search;
  const words = wordsIn(search.name?.toLowerCase());
  const conditions = [
    useTrigrams(words)
      ? isOf(sideColumn[side], sideKey[side], organizationId)
      : sql`${sideColumn[side]} = ${organizationId}`,
    statusCondition(search, 'r.status'),
    ...(search.overdue ? [isOverdue] : []),
    ...(search.declined ? [sql`r.declined`] : []),
    ...(search.stalled ? [isStalled] : []),
    ...(search.ofUserId === undefined
      ? []
      : [sql`(r.created_by = ${search.ofUserId}::bigint or r.assignee_id = ${search.ofUserId}::bigint)`]),
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

/** By status, and beside them by what requests are marked as. */
function countsOf(organizationId: number, side: Side) {
  const counted = (mark: 'overdue' | 'stalled') =>
    countMarked(mark, side, sql`${organizationId}`, sql`select n from counts where status = ${sql.lit(mark)}`);
  return sql`counts as (select status, sum(change)::bigint as n from service_request_counts
      where organization_id = ${organizationId} and side = ${side} group by status),
    marked as (select ${counted('overdue')} as overdue, ${counted('stalled')} as stalled)`;
}

const overdueNow = sql`(select overdue from marked)`;

const countsIn = (form: JsonForm) =>
  form.object({
    ...Object.fromEntries(
      [...serviceRequestStatuses, 'declined'].map((status) => [
        status,
        form.number(sql`coalesce((select n from counts where status = ${sql.lit(status)}), 0)`),
      ]),
    ),
    overdue: form.number(overdueNow),
    stalled: form.number(sql`(select stalled from marked)`),
  });

const countsJson = countsIn(asJson);
const countsText = countsIn(asText);

/** The counts of a board, or of the requests that a filter shows. */
export async function findCounts(db: Executor, filter: BoardFilter): Promise<StatusCounts> {
  const { organizationId, side } = filter;
  if (filter.overdue || isRare(filter)) return countFiltered(db, filter);
  const { counts } = await sql<{ counts: StatusCounts }>`
    with ${countsOf(organizationId, side)} select ${countsJson} as counts`.one(db);
  return counts;
}

async function countFiltered(db: Executor, filter: BoardFilter): Promise<StatusCounts> {
  const statuses = serviceRequestStatuses.map(
    (status) => sql`${sql.lit(status)}, count(*) filter (where r.status = ${sql.lit(status)})`,
  );
  const { counts } = await sql<{ counts: StatusCounts }>`
    select json_build_object(${sql.join(statuses)}, 'overdue', count(*) filter (where ${isOverdue}),
      'declined', count(*) filter (where r.declined), 'stalled', count(*) filter (where ${isStalled})) as counts
    from service_requests r where ${boardCondition(filter)}`.one(db);
  return counts;
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
