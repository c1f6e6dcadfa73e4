import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { useQuery } from '@tanstack/react-query';
import { ifKnown } from '../../../lib/queries/if-known.ts';
import { memberRequestsQuery } from '../service-requests.api.ts';
import type { FollowedRequest } from './new-request.values.ts';
import type { OfferMatch } from './service-matches.ts';

const maxMatches = 3;
const declinedMs = 30 * 86_400_000;

type Earlier = Pick<ServiceRequest, 'status' | 'statusTimestamp'> & { service: { id: number } };

/** Services that a member shouldn't be sent to again: those that declined them in the last 30 days. */
export function declinedServices(requests: Earlier[], now: number): Set<number> {
  const declined = requests.filter(
    ({ status, statusTimestamp }) => status === 'CANCELLED' && now - Date.parse(statusTimestamp) < declinedMs,
  );
  return new Set(declined.map(({ service }) => service.id));
}

/** Up to three services of a type that can be picked, of those in the order of the best match. */
export function bestMatches(ranked: OfferMatch[], type: string, passedOver: ReadonlySet<number>): OfferMatch[] {
  return ranked
    .filter(({ service }) => service.type === type && service.availability !== 'PAUSED' && !passedOver.has(service.id))
    .slice(0, maxMatches);
}

/** The best services for another try; null until it is known which ones declined the member, or without one. */
export function useBestMatches(
  follows: FollowedRequest | null,
  ranked: OfferMatch[],
  now: number,
): OfferMatch[] | null {
  const { data, isPending } = useQuery(ifKnown(follows?.patient.id, memberRequestsQuery));
  if (!follows || isPending) return null;
  const passedOver = declinedServices(data ?? [], now).add(follows.service.id);
  return bestMatches(ranked, follows.service.type, passedOver);
}
