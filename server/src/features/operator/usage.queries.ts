import {
  type OrganizationUsage,
  usageCounts,
  type usageOrders,
} from '@kinbridge/contract/operator/operator-usage.contract';
import type { Page, SortBy } from '@kinbridge/contract/shared/paging';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';

type Order = (typeof usageOrders)[number];

const pairs = sql.raw(
  usageCounts.map((name) => `json_build_object('all', u.${name}, 'recent', u.${name}_recent) as ${name}`).join(', '),
);

function columnOf(field: Order): string {
  return field === 'name' ? 'o.name' : `u.${field.replace(/Recent$/, '_recent')}`;
}

/** A page of organizations with their last counts. It reads one row for each organization, whatever they use. */
export async function findUsage(
  db: Executor,
  { field, descending }: SortBy<Order>,
  { page, size }: { page: number; size: number },
): Promise<Page<OrganizationUsage>> {
  const rows = await sql<OrganizationUsage>`
    select o.id, o.name, ${iso('u.count_timestamp')} as "countTimestamp", ${pairs}
    from organization_usage u join organizations o on o.id = u.organization_id
    order by ${sql.raw(columnOf(field))} ${sql.raw(descending ? 'desc' : 'asc')}, o.id
    limit ${size} offset ${page * size}`.many(db);
  const { total } = await sql<{ total: number }>`select count(*) as total from organization_usage`.one(db);
  return { content: rows, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}
