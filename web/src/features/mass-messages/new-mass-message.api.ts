import type { FilterRow } from '@kinbridge/contract/service-requests/boards.contract';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callQuery } from '../../lib/api.ts';
import { writeSort } from '../../lib/lists/list-url.ts';
import { servicesQuery } from '../../lib/queries/organization.query.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import type { MassMessageDraft, MemberFilters } from './mass-message-draft.ts';

export const memberPageSize = 10;

export interface MemberRow {
  id: number;
  patient: ServiceRequest['patient'];
  /** The latest request that matches the filters; null for people without one. */
  request: ServiceRequest | null;
}

function searchedFilters({ name, serviceType, serviceName, fromDate, toDate }: MemberFilters) {
  return {
    ...(name && { name }),
    ...(serviceType && { serviceType }),
    ...(serviceName && { serviceName }),
    ...(fromDate && { fromDate }),
    ...(toDate && { toDate }),
  };
}

/** One page of members, each with the latest service that matches. */
export function membersQuery(organizationId: number, { filters, page, sort }: MassMessageDraft) {
  return queryOptions({
    queryKey: ['service-requests', 'filter', organizationId, filters, page, sort] as const,
    queryFn: async ({ signal }) => {
      const found = await call('POST /v1/organizations/{id}/service-requests/filter/search', {
        params: { id: organizationId },
        body: {
          ...searchedFilters(filters),
          page,
          size: memberPageSize,
          sort: `patient.${writeSort(sort)}`,
        },
        signal,
      });
      return { ...found, content: found.content.map(toRow) };
    },
    placeholderData: keepPreviousData,
  });
}

function toRow(row: FilterRow): MemberRow {
  return { id: row.patient.id, patient: row.patient, request: row.id === null ? null : row };
}

/** The ids of all members that match the filters, for Select all. */
export async function fetchMatchingIds(organizationId: number, filters: MemberFilters): Promise<number[]> {
  const params = { id: organizationId };
  const body = searchedFilters(filters);
  return (await call('POST /v1/organizations/{id}/service-requests/filter/ids', { params, body })).ids;
}

/** The organization's own services, as filter suggestions. */
export function serviceNamesQuery(organizationId: number) {
  return queryOptions({
    ...servicesQuery(organizationId),
    select: (services) => [...new Set(services.map((service) => service.name))].sort(),
  });
}

/** Members, then employees. */
export function recipientIds({
  memberIds,
  employeeIds,
}: Pick<MassMessageDraft, 'memberIds' | 'employeeIds'>): number[] {
  return [...memberIds, ...employeeIds];
}

/** Who will get the message, and who won't and why. */
export function previewQuery(message: string, ids: number[]) {
  return callQuery(['mass-messages', 'preview', message, ids], 'POST /v1/campaigns/preview', {
    body: { ids, message },
    enabled: ids.length > 0 && message.trim() !== '',
    placeholderData: keepPreviousData,
    // People can opt out at any time.
    staleTime: 0,
    gcTime: 60_000,
  });
}

export function useSendMassMessage() {
  return useMutation({
    mutationFn: ({ ids, message, idempotencyKey }: { ids: number[]; message: string; idempotencyKey: string }) =>
      call('POST /v1/messages/sendSMSToIdsList', { body: { ids, message }, idempotencyKey }),
    onSuccess: () => void invalidate(['mass-messages']),
  });
}

export function useSendTest() {
  return useMutation({
    mutationFn: (message: string) => call('POST /v1/campaigns/test', { body: { message } }),
  });
}
