import type { AvailabilityInput } from '@kinbridge/contract/services/service-details';
import type { detailsUpdate, Service, ServiceInput } from '@kinbridge/contract/services/services.contract';
import type { z } from 'zod';
import { call, callQuery } from '../../lib/api.ts';
import { servicesQuery } from '../../lib/queries/organization.query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useCreation } from '../../lib/use-creation.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** The draft names of unsaved edits. */
export const newServiceDraft = 'new-service';
export const servicesDraft = 'services';
export const detailsDraft = (id: number) => `service-details.${id}`;

/** How many requests for a service are open, at the moment someone wants to delete it. */
export function openRequestsQuery(serviceId: number) {
  return callQuery(['services', serviceId, 'open-requests'], 'GET /v1/services/{id}/open-requests', {
    params: { id: serviceId },
    staleTime: 0,
    retry: false,
  });
}

export function useAddService(organizationId: number) {
  return useCreation({
    mutationFn: (service: ServiceInput, idempotencyKey) =>
      call('POST /v1/services', { body: { ...service, organizationId }, idempotencyKey }),
    onSuccess: () => invalidateServices(),
  });
}

export type ChangedService = ServiceInput & Pick<Service, 'id'> & { before: Partial<ServiceInput> };

/** The services as they are saved now; those that were deleted, as they were. */
export async function fetchFreshServices(services: Service[]): Promise<Service[]> {
  const [first] = services;
  if (!first) return [];
  const fresh = await queryClient.fetchQuery({ ...servicesQuery(first.organizationId), staleTime: 0 });
  return services.map((service) => fresh.find(({ id }) => id === service.id) ?? service);
}

export function useUpdateServices(organizationId: number) {
  return useMutation({
    mutationFn: (services: ChangedService[]) =>
      call('POST /v1/services/updateServices', { body: services.map((service) => ({ ...service, organizationId })) }),
    onSettled: () => invalidateServices(),
  });
}

export function useDeleteService() {
  return useMutation({
    mutationFn: ({ id }: Service) => call('POST /v1/services/deleteService/{id}', { params: { id } }),
    onSettled: () => invalidateServices(),
  });
}

export function useSaveDetails(service: Service) {
  return useMutation({
    mutationFn: (details: z.input<typeof detailsUpdate>) =>
      call('PUT /v1/services/{id}', { params: { id: service.id }, body: details }),
    onSuccess: (saved) => showService(saved),
  });
}

export function useSetAvailability(service: Service) {
  return useMutation({
    mutationFn: (update: AvailabilityInput) =>
      call('PUT /v1/services/{id}/availability', { params: { id: service.id }, body: update }),
    onSuccess: (saved) => showService(saved),
  });
}

export function useConfirmService() {
  return useMutation({
    about: ({ id }: Service) => id,
    mutationFn: ({ id }: Service) => call('POST /v1/services/{id}/confirm', { params: { id } }),
    onSuccess: (saved) => showService(saved),
  });
}

/** Shows what the server answered, before the live event refetches the rest. */
function showService(saved: Service): void {
  queryClient.setQueryData(servicesQuery(saved.organizationId).queryKey, (services) =>
    services?.map((service) => (service.id === saved.id ? saved : service)),
  );
  void invalidateServices();
}

/** Services are also in the pickers and in everyone's email preferences. */
function invalidateServices(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'organizations' || queryKey.includes('email-preferences'),
  });
}
