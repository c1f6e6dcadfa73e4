import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, timestamp } from '../shared/fields.ts';
import { pageOf, paging, sortBy } from '../shared/paging.ts';

/** What is counted for each organization, in all and of the last 30 days. Files are bytes. */
export const usageCounts = ['staff', 'members', 'sent', 'received', 'texts', 'answers', 'files'] as const;
export type UsageCount = (typeof usageCounts)[number];

const pair = z.strictObject({ all: z.number().nonnegative(), recent: z.number().nonnegative() });

const organizationUsage = z
  .strictObject({
    id,
    name: z.string(),
    countTimestamp: timestamp,
    ...(Object.fromEntries(usageCounts.map((name) => [name, pair])) as Record<UsageCount, typeof pair>),
  })
  .meta({ id: 'OrganizationUsage' });

export type OrganizationUsage = z.infer<typeof organizationUsage>;

const recent = usageCounts.map((name) => `${name}Recent` as const);
export const usageOrders = ['name', ...usageCounts, ...recent] as const;

export const operatorUsageCalls = defineCalls('Operator', {
  'GET /v1/operator/usage': {
    summary: 'What organizations use, in counts only, as of the last count.',
    query: z.strictObject({ ...paging, sort: sortBy(usageOrders).optional() }),
    answers: pageOf(organizationUsage),
  },
  'POST /v1/operator/usage/count': {
    summary: 'Counts again, in the background.',
    status: 202,
    answers: z.strictObject({ message: z.string() }),
  },
});
