import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../api.ts';

export const organizationKey = (id: number | null) => ['organizations', id, 'own'];

/** The user's organization. The header shows the same record, so it updates too. */
export function organizationQuery(id: number) {
  return callQuery(organizationKey(id), 'GET /v1/organizations/{id}', { params: { id } });
}

export function organizationNameQuery(id: number) {
  return queryOptions({ ...organizationQuery(id), select: (organization) => organization.name });
}

/** The organization's own services. */
export function servicesQuery(organizationId: number) {
  const params = { id: organizationId };
  return callQuery(['organizations', organizationId, 'services'], 'GET /v1/organizations/{id}/services', { params });
}
