import { z } from 'zod';
import { type OutcomeCode, outcomeCodes } from '../service-requests/outcomes.ts';
import { statusPath } from '../service-requests/service-request-status.ts';
import { serviceRequest } from '../service-requests/service-requests.contract.ts';
import { serviceType } from '../services/service-type.schema.ts';
import { defineCalls } from '../shared/call.ts';
import { dayBound } from '../shared/day-bound.ts';
import { count, id, idParam, namedRef } from '../shared/fields.ts';
import { pageOf, paging } from '../shared/paging.ts';
import { metricPeriods } from './metric-periods.ts';

const day = z.iso.date();
const service = z.strictObject({ id, name: z.string(), type: serviceType, organizationId: id, organization: namedRef });

/** A day, or the local day of a timestamp. Far enough back for any records. */
const metricDay = dayBound.refine((text) => text > '1900-01-01', 'Must be a day after 01-01-1900.');

/** One service's requests, its completed ones, and members with a completed one. */
export const metricItem = z.strictObject({
  service,
  organizationName: z.string(),
  completedCount: count,
  totalCount: count,
  membersServed: count,
});

export const metric = z
  .strictObject({
    value: count,
    previousValue: count,
    from: day,
    to: day,
    previousFrom: day,
    previousTo: day,
    items: z.array(metricItem),
  })
  .meta({ id: 'Metric' });

export type Metric = z.infer<typeof metric>;
export type MetricItem = z.infer<typeof metricItem>;

const metricQuery = z.strictObject({ orgId: idParam, fromDate: metricDay, toDate: metricDay.optional() });

/** A number of the period and of the previous one. */
const compared = z.strictObject({ value: count, previousValue: count });
/** The same with trend points for both periods. */
const trended = compared.extend({ trend: z.array(count), previousTrend: z.array(count) });
const percent = count.max(100).nullable();
/** Completed out of all, and out of those no longer open, since recent requests would lower a comparison. */
const rate = z.strictObject({
  value: percent,
  previousValue: percent,
  closedValue: percent,
  previousClosedValue: percent,
});

/** Medians in seconds, and their number of requests; null if none got that far. */
const times = z.strictObject({
  firstResponseSeconds: z.number().nonnegative().nullable(),
  respondedCount: count,
  completionSeconds: z.number().nonnegative().nullable(),
  completedCount: count,
});

export const partnerTimes = times.extend({ organization: namedRef, totalCount: count });

export const dashboardService = z.strictObject({
  service: z.strictObject({ id, name: z.string(), type: serviceType }),
  completedCount: count,
  totalCount: count,
  previousTotalCount: count,
  membersServed: count,
});

/** How many requests ended with each outcome. */
const outcomeCounts = z.strictObject(
  Object.fromEntries(outcomeCodes.map((code) => [code, count])) as Record<OutcomeCode, typeof count>,
);

const outcomeNumbers = z.strictObject({
  sent: outcomeCounts,
  received: outcomeCounts,
  /** Responded to by the time the service promised and not declined, out of those with a response or an end, or overdue. */
  withinPromise: z.strictObject({ sent: percent, received: percent, previousSent: percent, previousReceived: percent }),
  /** Different members with a Helped outcome, on either side. */
  peopleHelped: compared,
  /** Different members with a Helped outcome on a sent request that follows another. */
  helpedAfterSecondTry: compared,
});

export const outcomeMetrics = z
  .strictObject({ from: day, to: day, previousFrom: day, previousTo: day, ...outcomeNumbers.shape })
  .meta({ id: 'OutcomeMetrics' });

export type OutcomeNumbers = z.infer<typeof outcomeNumbers>;

const sideTimes = times.extend({ partners: z.array(partnerTimes) });

export const dashboard = z
  .strictObject({
    period: z.enum(metricPeriods),
    from: day,
    to: day,
    previousFrom: day,
    previousTo: day,
    /** The first day of each trend point. */
    trendDays: z.array(day),
    previousTrendDays: z.array(day),
    sent: trended,
    sentCompleted: trended,
    received: trended,
    receivedCompleted: trended,
    /** Neither completed nor cancelled yet. */
    sentOpen: compared,
    receivedOpen: compared,
    membersReferred: trended,
    membersServed: trended,
    agenciesReferredTo: compared,
    referringAgencies: compared,
    conversion: z.strictObject({ sent: rate, received: rate }),
    programming: z.array(dashboardService),
    /** Received requests that reached each status. */
    funnel: z.array(z.strictObject({ status: z.enum(statusPath), count })),
    sentTimes: sideTimes,
    receivedTimes: sideTimes,
    outcomes: outcomeNumbers,
  })
  .meta({ id: 'MetricsDashboard' });

export type Dashboard = z.infer<typeof dashboard>;
export type DashboardService = z.infer<typeof dashboardService>;
export type PartnerTimes = z.infer<typeof partnerTimes>;
export type SideTimes = z.infer<typeof sideTimes>;

const periodQuery = z.strictObject({ period: z.enum(metricPeriods).optional(), toDate: metricDay.optional() });

export const drillDownQuery = z.strictObject({
  side: z.enum(['outgoing', 'incoming', 'both']),
  fromDate: metricDay,
  toDate: metricDay.optional(),
  /** What a row is: each request, or the latest one per member or other organization. */
  per: z.enum(['request', 'member', 'organization']).optional(),
  completed: z.literal('true').optional(),
  /** Neither completed nor cancelled. */
  open: z.literal('true').optional(),
  /** Only requests counted in a median; a request entered as completed took no time. */
  measured: z.enum(['first-response', 'completion']).optional(),
  outcome: z.enum(outcomeCodes).optional(),
  /** Accepted by the time the service promised, or not. */
  promise: z.enum(['kept', 'missed']).optional(),
  /** Follows another request. */
  secondTry: z.literal('true').optional(),
  /** Reached this status or a later one. */
  reached: z.enum(statusPath).optional(),
  serviceId: idParam.optional(),
  partnerId: idParam.optional(),
  ...paging,
});

const whole = { query: metricQuery, answers: metric };

export const metricCalls = defineCalls('Metrics', {
  'GET /v1/metrics/totalRequestReceived': { ...whole, summary: 'Incoming requests, by service.' },
  'GET /v1/metrics/totalRequestSent': { ...whole, summary: 'Outgoing requests, by service.' },
  'GET /v1/metrics/membersReferred': { ...whole, summary: 'Distinct members in outgoing requests.' },
  'GET /v1/metrics/membersServed': { ...whole, summary: 'Distinct members with a completed incoming request.' },
  'GET /v1/metrics/totalReferredTo': { ...whole, summary: 'Other organizations that requests were sent to.' },
  'GET /v1/metrics/totalReferralAgencies': { ...whole, summary: 'Other organizations that requests came from.' },
  'GET /v1/metrics/totalRequestComplete': {
    ...whole,
    summary: 'Completed requests among the incoming or the outgoing ones, by service.',
    query: metricQuery.extend({ inbound: z.enum(['true', 'false']) }),
  },
  'GET /v1/metrics/outcomes': {
    summary: 'How requests ended, who was helped, and how many were accepted within the promise.',
    query: metricQuery,
    answers: outcomeMetrics,
  },
  'GET /v1/organizations/{id}/metrics': {
    summary: 'Everything on the dashboard for one period.',
    query: periodQuery,
    answers: dashboard,
  },
  'GET /v1/organizations/{id}/metrics/requests': {
    summary: 'The requests behind a number of the dashboard, newest first.',
    query: drillDownQuery,
    answers: pageOf(serviceRequest),
  },
  'GET /v1/organizations/{id}/metrics/report.pdf': {
    summary: 'The dashboard as a report of three pages.',
    query: periodQuery,
    contentType: 'application/pdf',
  },
  'GET /v1/organizations/{id}/metrics/report.csv': {
    summary: 'The requests of the period, one line each.',
    query: periodQuery,
    contentType: 'text/csv; charset=utf-8',
  },
});
