import type { BoardSortField } from '@kinbridge/contract/service-requests/board-sort-fields';
import { isEndStatus } from '@kinbridge/contract/service-requests/outcomes';
import {
  type ServiceRequestStatus,
  serviceRequestStatuses,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { SortBy } from '@kinbridge/contract/shared/paging';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { awaitedUntil, hasNotEnded, isOverdue } from './service-request-row.queries.ts';

export type Side = 'outgoing' | 'incoming';

export const sideColumn = { outgoing: sql.raw('r.organization_id'), incoming: sql.raw('r.provider_id') };

interface PageWanted {
  organizationId: number;
  side: Side;
  page: number;
  size: number;
  sort: SortBy<BoardSortField>;
}

type Expressions = RawBuilder<unknown>[];

/** The member's name as this side sees it, matching the index expression. */
const memberNames: Record<Side, Expressions> = {
  outgoing: [sql`r.member_first_name collate person_names`, sql`r.member_last_name collate person_names`],
  incoming: [
    sql`coalesce(r.provider_patient ->> 'firstName', r.member_first_name) collate person_names`,
    sql`coalesce(r.provider_patient ->> 'lastName', r.member_last_name) collate person_names`,
  ],
};

/** Sort keys from the request's own columns. */
function ownKeys(field: BoardSortField, side: Side): Expressions {
  if (field === 'memberName') return memberNames[side];
  if (field === 'statusTimestamp') return [sql`r.status_timestamp`];
  if (field === 'createTimestamp') return [sql`r.create_timestamp`];
  if (field === 'dueTimestamp') return [sql`case when ${hasNotEnded} then ${awaitedUntil} end`];
  return field === 'completeTimestamp' ? [sql`r.complete_timestamp`] : [];
}

interface TimeOfStatuses {
  has: (status: ServiceRequestStatus) => boolean;
  column: RawBuilder<unknown>;
  /** The condition of its index. */
  indexed: RawBuilder<unknown>;
  /** Requests of these statuses may lack it. */
  optional?: true;
}

/** Times that only requests of some statuses have; the others come after them. */
const timesOfStatuses: Partial<Record<BoardSortField, TimeOfStatuses>> = {
  completeTimestamp: { has: (status) => status === 'COMPLETED', column: sql`r.complete_timestamp`, indexed: sql`` },
  dueTimestamp: {
    has: (status) => !isEndStatus(status),
    column: awaitedUntil,
    indexed: sql`and ${hasNotEnded}`,
    optional: true,
  },
};

interface Shared {
  /** The request column that refers to the shared record. */
  column: RawBuilder<unknown>;
  joins: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
  keys: Expressions;
}

const service = (key: RawBuilder<unknown>): Shared => ({
  column: sql.raw('r.service_id'),
  joins: (id) => sql`join services s on s.id = ${id} join organizations p on p.id = s.organization_id`,
  keys: [key],
});
const sender = (key: RawBuilder<unknown>): Shared => ({
  column: sql.raw('r.organization_id'),
  joins: (id) => sql`join organizations o on o.id = ${id}`,
  keys: [key],
});
const assignee: Shared = {
  column: sql.raw('r.assignee_id'),
  joins: (id) => sql`left join users a on a.id = ${id}`,
  keys: [sql`a.first_name collate person_names`, sql`a.last_name collate person_names`],
};

/** Sort keys shared by many requests: service, its organization, the sender or the assignee. */
function sharedKeys({ sort: { field }, side, organizationId }: PageWanted): Shared | null {
  const outgoing = side === 'outgoing';
  if (field === 'serviceName') return service(sql`s.name collate person_names`);
  if (field === 'category') return service(sql`s.type`);
  if (field === 'assignee') return assignee;
  if (field === 'organization')
    return outgoing ? service(sql`p.name collate person_names`) : sender(sql`o.name collate person_names`);
  if (field !== 'serviceType') return null;
  return outgoing ? service(sql`(p.id = ${organizationId}::bigint)`) : sender(sql`(o.id = ${organizationId}::bigint)`);
}

/** All keys in the same direction; missing values, such as an assignee, come last either way. */
const inOrder = (keys: Expressions, { sort }: PageWanted, nulls = sql`nulls last`) =>
  sql.join(keys.map((key) => sql`${key} ${sql.raw(sort.descending ? 'desc' : 'asc')} ${nulls}`));

const orderOf = (keys: Expressions, wanted: PageWanted, nulls?: RawBuilder<unknown>) =>
  keys.length > 0 ? sql`${inOrder(keys, wanted, nulls)},` : sql``;

/** Newest first among equals; sorting by time reverses completely. */
const idOrder = ({ sort }: PageWanted) =>
  sql`r.id ${sql.raw((sort.field === 'id' || sort.field.endsWith('Timestamp')) && !sort.descending ? 'asc' : 'desc')}`;

/** Inlined, since PostgreSQL assumes an unknown LIMIT returns a tenth of all rows. */
const ofPage = ({ size, page }: PageWanted) =>
  sql`limit ${sql.lit(size)} ${page > 0 ? sql`offset ${page * size}::bigint` : sql``}`;
const upToPage = ({ size, page }: PageWanted) => (page > 0 ? sql`${(page + 1) * size}::bigint` : sql.lit(size));

/** What a search finds, with its sort keys. The page and the total are both read from it, so it is found once. */
export function searchHits(wanted: PageWanted, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const shared = sharedKeys(wanted);
  const columns = searchKeys(wanted).map((key, index) => sql`, ${key} as ${keyName(index)}`);
  return sql`select r.id ${sql.join(columns, sql``)} from service_requests r
    ${shared ? shared.joins(shared.column) : sql``} where ${where}`;
}

/** The ids of a page of `hits`, in order. */
export function searchedPage(wanted: PageWanted): RawBuilder<unknown> {
  const keys = searchKeys(wanted).map((_, index) => keyName(index));
  return sql`select r.id from hits r order by ${orderOf(keys, wanted)} ${idOrder(wanted)} ${ofPage(wanted)}`;
}

function searchKeys(wanted: PageWanted): Expressions {
  const { sort, side } = wanted;
  return sort.field === 'status' ? [statusOrder] : (sharedKeys(wanted)?.keys ?? ownKeys(sort.field, side));
}

const keyName = (index: number) => sql.raw(`key${index}`);

const statusOrder = sql`array_position(${sql.raw(`array['${serviceRequestStatuses.join("','")}']`)}, r.status)`;

/**
 * The ids of a board page, in order. Each status is read in order from an index, only as far as needed, so neither the
 * board's size nor a rare status matters. Overdue ones are read so only in the order of their due time.
 */
export function boardPage(
  wanted: PageWanted,
  statuses: readonly ServiceRequestStatus[],
  overdue = false,
): RawBuilder<unknown> {
  const shared = sharedKeys(wanted);
  if (shared) return sharedPage(wanted, statuses, shared);
  const { field } = wanted.sort;
  const keys = ownKeys(field, wanted.side);
  const names = keys.map((_, index) => keyName(index));
  const id = idOrder(wanted);
  const read = (of: readonly ServiceRequestStatus[], sorted: Expressions, columns: Expressions, which = sql``) => sql`
    select r.* from unnest(${of}::text[]) w (status) cross join lateral (
      select r.id, r.status ${sql.join(
        columns.map((key, index) => sql`, ${key} as ${names[index]}`),
        sql``,
      )}
      from service_requests r where ${sideColumn[wanted.side]} = ${wanted.organizationId} and r.status = w.status ${which}
      order by ${orderOf(sorted, wanted, sql``)} ${id} limit ${upToPage(wanted)}) r`;
  const timed = timesOfStatuses[field];
  const requests = timed ? readTimed(timed) : read(statuses, keys, keys);
  function readTimed({ has, column, indexed, optional }: TimeOfStatuses) {
    const having = statuses.filter(has);
    const others = statuses.filter((status) => !has(status));
    if (overdue) return read(having, [column], [column], sql`${indexed} and ${isOverdue}`);
    const nothing = [sql`null::timestamptz`];
    return sql`${read(having, [column], [column], sql`${indexed} and ${column} is not null`)}
      ${optional ? sql`union all ${read(having, [], nothing, sql`${indexed} and ${column} is null`)}` : sql``}
      union all ${read(others, [], nothing)}`;
  }
  const outer = field === 'status' ? [statusOrder] : names;
  return sql`select r.id from (${requests}) r order by ${orderOf(outer, wanted)} ${id} ${ofPage(wanted)}`;
}

/**
 * Finds distinct services, senders or assignees by skipping through the index, and reads the first requests of each.
 */
function sharedPage(
  wanted: PageWanted,
  statuses: readonly ServiceRequestStatus[],
  { column, joins, keys }: Shared,
): RawBuilder<unknown> {
  const { organizationId, side } = wanted;
  const requests = (status: string) => sql`service_requests r
    where ${sideColumn[side]} = ${organizationId} and r.status = ${sql.raw(status)}`;
  const newest = (status: string, which: RawBuilder<unknown>) => sql`lateral (
    select r.id from ${requests(status)} and ${column} ${which} order by r.id desc limit ${upToPage(wanted)}) r`;
  const without = sql`union all
    select r.id, null from unnest(${statuses}::text[]) w (status) cross join ${newest('w.status', sql`is null`)}
    where (select count(*) from hits) < ${upToPage(wanted)}`;
  return sql`with recursive leaps (status, id) as (
      select w.status, (select min(${column}) from ${requests('w.status')}) from unnest(${statuses}::text[]) w (status)
      union all
      select l.status, (select min(${column}) from ${requests('l.status')} and ${column} > l.id)
      from leaps l where l.id is not null
    ),
    ranked as (
      select l.status, l.id, dense_rank() over (order by ${inOrder(keys, wanted)}) as rank
      from leaps l ${joins(sql`l.id`)} where l.id is not null
    ),
    hits as (select r.id, g.rank from ranked g cross join ${newest('g.status', sql`= g.id`)})
    select r.id from (select id, rank from hits ${column === assignee.column ? without : sql``}) r
    order by r.rank nulls last, r.id desc ${ofPage(wanted)}`;
}
