import type { Service, ServiceInput } from '@kinbridge/contract/services/services.contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** The draft names of unsaved edits. */
export const newServiceDraft = 'new-service';
export const servicesDraft = 'services';

/** How many requests for a service are open, at the moment someone wants to delete it. */
export function openRequestsQuery(serviceId: number) {
  return queryOptions({
    queryKey: ['services', serviceId, 'open-requests'],
    queryFn: ({ signal }) => call('GET /v1/services/{id}/open-requests', { params: { id: String(serviceId) }, signal }),
    staleTime: 0,
    retry: false,
  });
}

export function useAddService(organizationId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ service, idempotencyKey }: { service: ServiceInput; idempotencyKey: string }) =>
      call('POST /v1/services', { body: { ...service, organizationId }, idempotencyKey }),
    onSuccess: () => invalidateServices(client),
  });
}

export type ChangedService = ServiceInput & Pick<Service, 'id'>;

export function useUpdateServices(organizationId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (services: ChangedService[]) =>
      call('POST /v1/services/updateServices', { body: services.map((service) => ({ ...service, organizationId })) }),
    onSettled: () => invalidateServices(client),
  });
}

export function useDeleteService() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Service) => call('POST /v1/services/deleteService/{id}', { params: { id: String(id) } }),
    onSettled: () => invalidateServices(client),
  });
}

/** Services are also in the pickers and in everyone's email preferences. */
function invalidateServices(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'organizations' || queryKey.includes('email-preferences'),
  });
}
