import type { Calls } from '@kinbridge/contract/calls';
import { defaultRadiusMiles } from '@kinbridge/contract/organizations/organizations.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import type { CallInput } from '@kinbridge/contract/shared/call';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callQuery } from '../../../lib/api.ts';

/** A service that can be requested. */
export interface ServiceOffer {
  service: Service;
  own: boolean;
  /** Miles from your own organization; null if a ZIP code is unknown. */
  miles: number | null;
  /** Of the place: the service's own, or its organization's. */
  zipCode: string | null;
  /** The zone of its hours. */
  timeZone: string;
}

export interface ServiceChoices {
  /** The center of the search. Null if only your own services are listed. */
  zipCode: string | null;
  /** The reason for that. */
  ownOnly: 'noZip' | 'notApproved' | null;
  organizations: number;
  offers: ServiceOffer[];
}

/** Specification §5: services of nearby organizations. */
export function serviceChoicesQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['service-choices', organizationId] as const,
    queryFn: ({ signal }) => fetchServiceChoices(organizationId, signal),
  });
}

async function fetchServiceChoices(organizationId: number, signal: AbortSignal): Promise<ServiceChoices> {
  const params = { id: organizationId };
  const own = await call('GET /v1/organizations/{id}', { params, signal });
  const approved = own.approval === 'APPROVED';
  if (own.zipCode === null || !approved) {
    const services = await call('GET /v1/organizations/{id}/services', { params, signal });
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const offers = services.map((service) => ({
      service,
      own: true,
      miles: null,
      zipCode: service.zipCode ?? own.zipCode,
      timeZone: here,
    }));
    return { zipCode: null, ownOnly: approved ? 'noZip' : 'notApproved', organizations: 1, offers };
  }
  const near = await call('GET /v1/organizations', {
    query: { zipCode: own.zipCode, radius: defaultRadiusMiles },
    signal,
  });
  const offers = near.flatMap((organization) =>
    'services' in organization
      ? organization.services.map((service) => ({
          service,
          own: organization.id === own.id,
          miles: organization.distanceMiles ?? null,
          zipCode: service.zipCode ?? organization.zipCode,
          timeZone: organization.timeZone,
        }))
      : [],
  );
  return { zipCode: own.zipCode, ownOnly: null, organizations: near.length, offers };
}

/** Miles to the places of services, from where the member lives or else from your organization. */
export function distancesQuery(choices: ServiceChoices | undefined, memberZipCode: string | null) {
  const own = choices?.zipCode ?? null;
  const from = memberZipCode?.slice(0, 5) ?? own;
  const to = [...new Set(choices?.offers.flatMap(({ zipCode }) => zipCode ?? []))].slice(0, 1000).sort();
  // The list itself has the distances of organizations from yours.
  const known = from === own?.slice(0, 5) && !choices?.offers.some(({ service }) => service.zipCode !== null);
  return callQuery(['distances', from, to], 'POST /v1/zip-codes/distances', {
    body: { from: from ?? '', to },
    enabled: from !== null && to.length > 0 && !known,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Unfinished requests of the member for the same service or type. */
export function similarRequestsQuery(serviceId: number, memberId: number) {
  return callQuery(['similar-requests', serviceId, memberId], 'GET /v1/service-requests/similar', {
    query: { serviceId, patientId: memberId },
    retry: false,
  });
}

/** Who would get a text about the requests that the form creates. */
export function newRequestTextsQuery(question: CallInput<Calls['POST /v1/service-requests/texts']>['body']) {
  return callQuery(['new-request-texts', question], 'POST /v1/service-requests/texts', {
    body: question,
    enabled: question.serviceIds.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** The minimum number of letters to search members: the database index needs three. */
export const searchLetters = 3;
const longestSearch = 100;

export interface MemberSearch {
  name: string;
  /** YYYY-MM-DD, or blank. */
  birthDate: string;
}

/** Members of the organization who match. The signal cancels outdated searches. */
export function likelyMembersQuery(organizationId: number, { name: typed, birthDate }: MemberSearch) {
  // A first and a last name can be longer together than a search.
  const name = typed.slice(0, longestSearch).trim();
  return callQuery(
    ['members', 'likely', organizationId, name, birthDate],
    'POST /v1/organizations/{id}/members/search',
    {
      params: { id: organizationId },
      body: { name, size: 5, sort: 'lastName,asc', ...(birthDate && { birthDate }) },
      enabled: name.length >= searchLetters,
      retry: false,
    },
  );
}
