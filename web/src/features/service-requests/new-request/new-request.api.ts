import type { Calls } from '@kinbridge/contract/calls';
import { defaultRadiusMiles } from '@kinbridge/contract/organizations/organizations.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import type { CallInput } from '@kinbridge/contract/shared/call';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { fetchOrganization, fetchServices } from '../../../lib/queries/organization.query.ts';

export interface ServiceGroup {
  organization: { id: number; name: string };
  own: boolean;
  /** Miles from your own organization; null if a zip code is unknown. */
  miles: number | null;
  services: Service[];
}

export interface ServiceChoices {
  /** The center of the search. Null if only your own services are listed. */
  zipCode: string | null;
  /** The reason for that. */
  ownOnly: 'noZip' | 'notApproved' | null;
  groups: ServiceGroup[];
}

/** Specification §5: services of nearby organizations, your own first. */
export function serviceChoicesQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['service-choices', organizationId] as const,
    queryFn: ({ signal }) => fetchServiceChoices(organizationId, signal),
  });
}

async function fetchServiceChoices(organizationId: number, signal: AbortSignal): Promise<ServiceChoices> {
  const own = await fetchOrganization(organizationId, signal);
  const approved = own.approval === 'APPROVED';
  if (own.zipCode === null || !approved) {
    const services = await fetchServices(own.id, signal);
    const ownOnly = approved ? 'noZip' : 'notApproved';
    return { zipCode: null, ownOnly, groups: [{ organization: own, own: true, miles: null, services }] };
  }
  const near = await call('GET /v1/organizations', {
    query: { zipCode: own.zipCode, radius: String(defaultRadiusMiles) },
    signal,
  });
  const groups = near.map((organization) => ({
    organization,
    own: organization.id === own.id,
    miles: 'distanceMiles' in organization ? (organization.distanceMiles ?? null) : null,
    services: 'services' in organization ? organization.services : [],
  }));
  return {
    zipCode: own.zipCode,
    ownOnly: null,
    groups: groups.toSorted((a, b) => Number(b.own) - Number(a.own) || miles(a) - miles(b)),
  };
}

function miles(group: ServiceGroup): number {
  return group.miles ?? Number.POSITIVE_INFINITY;
}

/** Who would get a text about the requests that the form creates. */
export function newRequestTextsQuery(question: CallInput<Calls['POST /v1/service-requests/texts']>['body']) {
  return queryOptions({
    queryKey: ['new-request-texts', question] as const,
    enabled: question.serviceIds.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('POST /v1/service-requests/texts', { body: question, signal }),
  });
}

/** The minimum number of letters to search members: the database index needs three. */
export const searchLetters = 3;

export interface MemberSearch {
  name: string;
  /** YYYY-MM-DD, or blank. */
  birthDate: string;
}

/** Members of the organization who match. The signal cancels outdated searches. */
export function likelyMembersQuery(organizationId: number, { name, birthDate }: MemberSearch) {
  return queryOptions({
    queryKey: ['members', 'likely', organizationId, name, birthDate] as const,
    enabled: name.length >= searchLetters,
    retry: false,
    queryFn: ({ signal }) =>
      call('POST /v1/organizations/{id}/members/search', {
        params: { id: String(organizationId) },
        body: { name, size: 5, sort: 'lastName,asc', ...(birthDate && { birthDate }) },
        signal,
      }),
  });
}
