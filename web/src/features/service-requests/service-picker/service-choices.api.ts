import type { ListedOrganization, Organization } from '@kinbridge/contract/organizations/organizations.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callQuery } from '../../../lib/api.ts';

/** A service that can be requested. */
export interface ServiceOffer {
  service: Service;
  own: boolean;
  /** Miles from the center; null if a ZIP code is unknown. */
  miles: number | null;
  /** Of the place: the service's own, or its organization's. */
  zipCode: string | null;
  /** The zone of its hours. */
  timeZone: string;
}

export interface ServiceChoices {
  /** The center of the search; null without one. */
  zipCode: string | null;
  /** In miles; null for all organizations. */
  radius: number | null;
  /** Why only your own services are listed. */
  ownOnly: 'noZip' | 'notApproved' | null;
  organizations: number;
  offers: ServiceOffer[];
}

export type ServiceSearch = Pick<ServiceChoices, 'zipCode' | 'radius'>;

/** Specification §5: services of nearby organizations. */
export function serviceChoicesQuery(own: Organization | undefined, search: ServiceSearch) {
  return queryOptions({
    queryKey: ['service-choices', own?.id, own?.approval, search.zipCode, search.radius] as const,
    queryFn: ({ signal }) => fetchServiceChoices(own as Organization, search, signal),
    enabled: own !== undefined,
    placeholderData: keepPreviousData,
  });
}

async function fetchServiceChoices(
  own: Organization,
  { zipCode, radius }: ServiceSearch,
  signal: AbortSignal,
): Promise<ServiceChoices> {
  const approved = own.approval === 'APPROVED';
  if (!approved || (zipCode === null && radius !== null)) {
    const services = await call('GET /v1/organizations/{id}/services', { params: { id: own.id }, signal });
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const offers = services.map((service) => ({
      service,
      own: true,
      miles: null,
      zipCode: service.zipCode ?? own.zipCode,
      timeZone: here,
    }));
    return { zipCode, radius, ownOnly: approved ? 'noZip' : 'notApproved', organizations: 1, offers };
  }
  const query = radius === null || zipCode === null ? {} : { zipCode, radius };
  const near = await call('GET /v1/organizations', { query, signal });
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
  // Your own organization is listed however far away it is.
  const farthest = radius === null || zipCode === null ? null : radius;
  const inside = near.filter((one) => farthest === null || milesTo(one) <= farthest);
  return { zipCode, radius, ownOnly: null, organizations: inside.length, offers };
}

function milesTo(organization: ListedOrganization): number {
  const miles = 'distanceMiles' in organization ? organization.distanceMiles : null;
  return miles ?? Number.POSITIVE_INFINITY;
}

/** Miles from a ZIP code to the places of services. */
export function distancesQuery(choices: ServiceChoices | undefined, zipCode: string | null) {
  const from = zipCode?.slice(0, 5) ?? null;
  const to = [...new Set(choices?.offers.flatMap((offer) => offer.zipCode ?? []))].slice(0, 1000).sort();
  // The list itself has the distances of organizations from its center.
  const known =
    from === choices?.zipCode?.slice(0, 5) &&
    choices?.radius !== null &&
    !choices?.offers.some(({ service }) => service.zipCode !== null);
  return callQuery(['distances', from, to], 'POST /v1/zip-codes/distances', {
    body: { from: from ?? '', to },
    enabled: from !== null && to.length > 0 && !known,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
