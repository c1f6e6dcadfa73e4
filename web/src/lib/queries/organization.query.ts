import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

export const organizationKey = (id: number | null) => ['organizations', id, 'own'];

/** The user's organization. The header shows the same record, so it updates too. */
export function organizationQuery(id: number) {
  return queryOptions({
    queryKey: organizationKey(id),
    queryFn: ({ signal }) => fetchOrganization(id, signal),
  });
}

export function organizationNameQuery(id: number) {
  return queryOptions({ ...organizationQuery(id), select: (organization) => organization.name });
}

/** The organization's own services. */
export function servicesQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['organizations', organizationId, 'services'],
    queryFn: ({ signal }) => fetchServices(organizationId, signal),
  });
}

export function fetchOrganization(id: number, signal: AbortSignal) {
  return call('GET /v1/organizations/{id}', { params: { id: String(id) }, signal });
}

export function fetchServices(organizationId: number, signal: AbortSignal) {
  return call('GET /v1/organizations/{id}/services', { params: { id: String(organizationId) }, signal });
}
