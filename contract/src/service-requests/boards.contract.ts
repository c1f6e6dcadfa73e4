import { z } from 'zod';
import { serviceType } from '../services/service-type.schema.ts';
import { defineCalls } from '../shared/call.ts';
import { dayBound } from '../shared/day-bound.ts';
import { count, id } from '../shared/fields.ts';
import { oneLine } from '../shared/one-line.ts';
import { pageOf, paging, pagingInJson, sortBy } from '../shared/paging.ts';
import { boardSortFields } from './board-sort-fields.ts';
import { serviceRequestStatus } from './service-request-status.schema.ts';
import { serviceRequestStatuses } from './service-request-status.ts';
import { type ServiceRequest, serviceRequest, serviceRequestMember } from './service-requests.contract.ts';

const searchText = oneLine().max(100, 'A search can have at most 100 characters.');

const trueOrFalse = z.enum(['true', 'false'], { error: 'Must be true or false.' });
/** In JSON; the text counts as well. */
const trueOrFalseInJson = z
  .union([z.boolean(), trueOrFalse], { error: 'Must be true or false.' })
  .transform((value) => String(value) as 'true' | 'false')
  .meta({ type: 'boolean' });
const filters = {
  /** Only requests that still wait for a response after their due time. */
  overdue: trueOrFalse.optional(),
  /** Only accepted requests that the providing side has left alone for too long. */
  stalled: trueOrFalse.optional(),
  /** Only requests that the caller sent or is assigned. */
  mine: trueOrFalse.optional(),
};
/** Only requests that the other side cancelled. */
const sentFilters = { ...filters, declined: trueOrFalse.optional() };

const incomingQuery = z.strictObject({
  status: serviceRequestStatus.optional(),
  ...paging,
  sort: sortBy(boardSortFields, { firstName: 'memberName' }).optional(),
  name: searchText.optional(),
  /** Includes cancelled requests next to a status, as in a tab's search. */
  withCancelled: trueOrFalse.optional(),
  ...filters,
});
const outgoingQuery = incomingQuery.extend(sentFilters);

const inJson = {
  ...pagingInJson,
  withCancelled: trueOrFalseInJson.optional(),
  overdue: trueOrFalseInJson.optional(),
  stalled: trueOrFalseInJson.optional(),
  mine: trueOrFalseInJson.optional(),
};

const marks = ['overdue', 'declined', 'stalled'] as const;

/** How many requests each status has, and how many of them are overdue, declined or stalled. */
export const statusCounts = z.strictObject(
  Object.fromEntries([...serviceRequestStatuses, ...marks].map((name) => [name, count])) as Record<
    (typeof serviceRequestStatuses)[number] | (typeof marks)[number],
    z.ZodInt
  >,
);
export type StatusCounts = z.infer<typeof statusCounts>;

export const boardPage = pageOf(serviceRequest).extend({ counts: statusCounts });
export type BoardPage = z.infer<typeof boardPage>;

const board = z.union([boardPage, z.array(serviceRequest)]);

export const filterQuery = z.strictObject({
  ...paging,
  sort: sortBy(['firstName', 'lastName', 'id', 'dateOfBirth', 'email', 'zipCode', 'createTimestamp']).optional(),
  name: searchText.optional(),
  serviceType: serviceType.optional(),
  serviceName: searchText.optional(),
  fromDate: dayBound.optional(),
  toDate: dayBound.optional(),
});

type RequestField = Exclude<keyof ServiceRequest, 'patient'>;
const requestFields = Object.keys(serviceRequest.shape).filter((name) => name !== 'patient') as RequestField[];

/** The empty request fields of a member without requests. */
export const noRequest = Object.fromEntries(requestFields.map((name) => [name, null])) as Record<RequestField, null>;
const nothing = Object.fromEntries(requestFields.map((name) => [name, z.null()])) as Record<RequestField, z.ZodNull>;

/** A member without requests has only `patient`. */
export const filterRow = z.union([serviceRequest, z.strictObject({ ...nothing, patient: serviceRequestMember })]);

const memberIds = z.strictObject({ ids: z.array(id) });

export type FilterRow = z.infer<typeof filterRow>;

export const boardCalls = defineCalls('Service requests', {
  'GET /v1/organizations/{id}/service-requests': {
    summary: 'The requests your organization sent: a plain list, or a page with the counts of every status.',
    query: outgoingQuery,
    answers: board,
  },
  'GET /v1/organizations/{id}/incoming-service-requests': {
    summary: 'The requests for your services: a plain list, or a page with the counts of every status.',
    query: incomingQuery,
    answers: board,
  },
  'POST /v1/organizations/{id}/service-requests/search': {
    summary: 'A page of the requests your organization sent, with the parameters in the body.',
    body: outgoingQuery.extend({ ...inJson, declined: trueOrFalseInJson.optional() }),
    searches: true,
    answers: boardPage,
  },
  'POST /v1/organizations/{id}/incoming-service-requests/search': {
    summary: 'A page of the requests for your services, with the parameters in the body.',
    body: incomingQuery.extend(inJson),
    searches: true,
    answers: boardPage,
  },
  'GET /v1/organizations/{id}/service-requests/counts': {
    summary: 'The number of sent requests in each status, and of overdue, declined and stalled ones.',
    query: z.strictObject(sentFilters),
    answers: statusCounts,
  },
  'GET /v1/organizations/{id}/incoming-service-requests/counts': {
    summary: 'The number of incoming requests in each status, and of overdue, declined and stalled ones.',
    query: z.strictObject(filters),
    answers: statusCounts,
  },
  'GET /v1/organizations/{id}/service-requests/filter': {
    summary: 'One row per member that the organization sees: the latest request that matches, on either side.',
    query: filterQuery,
    answers: pageOf(filterRow),
  },
  'GET /v1/organizations/{id}/service-requests/filter/ids': {
    summary: 'The ids of all members who match the filter, to select them all; page, size and sort are ignored.',
    query: filterQuery,
    answers: memberIds,
  },
  'POST /v1/organizations/{id}/service-requests/filter/search': {
    summary: 'The same rows as the filter, with the parameters in the body.',
    body: filterQuery.extend(pagingInJson),
    searches: true,
    answers: pageOf(filterRow),
  },
  'POST /v1/organizations/{id}/service-requests/filter/ids': {
    summary: 'The ids of all members who match the filter, with the parameters in the body.',
    body: filterQuery.extend(pagingInJson),
    searches: true,
    answers: memberIds,
  },
});
