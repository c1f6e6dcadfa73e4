import type { AvailabilityInput } from '@kinbridge/contract/services/service-details';
import type { detailsUpdate, Service, ServiceInput } from '@kinbridge/contract/services/services.contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { servicesQuery } from '../../lib/queries/organization.query.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** The draft names of unsaved edits. */
export const newServiceDraft = 'new-service';
export const servicesDraft = 'services';
export const detailsDraft = (id: number) => `service-details.${id}`;

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

export type ChangedService = ServiceInput & Pick<Service, 'id'> & { before: Partial<ServiceInput> };

/** The services as they are saved now; those that were deleted, as they were. */
export async function fetchFreshServices(client: QueryClient, services: Service[]): Promise<Service[]> {
  const [first] = services;
  if (!first) return [];
  const fresh = await client.fetchQuery({ ...servicesQuery(first.organizationId), staleTime: 0 });
  return services.map((service) => fresh.find(({ id }) => id === service.id) ?? service);
}

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

export function useSaveDetails(service: Service) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (details: z.input<typeof detailsUpdate>) =>
      call('PUT /v1/services/{id}', { params: { id: String(service.id) }, body: details }),
    onSuccess: (saved) => showService(client, saved),
  });
}

export function useSetAvailability(service: Service) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (update: AvailabilityInput) =>
      call('PUT /v1/services/{id}/availability', { params: { id: String(service.id) }, body: update }),
    onSuccess: (saved) => showService(client, saved),
  });
}

export function useConfirmService() {
  const client = useQueryClient();
  return useMutation({
    about: ({ id }: Service) => id,
    mutationFn: ({ id }: Service) => call('POST /v1/services/{id}/confirm', { params: { id: String(id) } }),
    onSuccess: (saved) => showService(client, saved),
  });
}

/** Shows what the server answered, before the live event refetches the rest. */
function showService(client: QueryClient, saved: Service): void {
  client.setQueryData(servicesQuery(saved.organizationId).queryKey, (services) =>
    services?.map((service) => (service.id === saved.id ? saved : service)),
  );
  void invalidateServices(client);
}

/** Services are also in the pickers and in everyone's email preferences. */
function invalidateServices(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'organizations' || queryKey.includes('email-preferences'),
  });
}
