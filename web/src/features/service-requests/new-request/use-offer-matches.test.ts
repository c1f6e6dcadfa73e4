import { expect, it } from 'vitest';
import type { OfferMatch } from './service-matches.ts';
import { bestMatches, declinedServices } from './use-offer-matches.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 17);

it('passes over services that declined the member in the last 30 days', () => {
  const request = (id: number, status: 'CANCELLED' | 'OPEN', daysAgo: number) => ({
    status,
    statusTimestamp: new Date(now - daysAgo * day).toISOString(),
    service: { id },
  });
  const requests = [request(1, 'CANCELLED', 29), request(2, 'CANCELLED', 31), request(3, 'OPEN', 1)];
  expect([...declinedServices(requests, now)]).toEqual([1]);
});

it('lists the three best services of the type that can be picked', () => {
  const offers = [
    [1, 'FOOD', 'OPEN'],
    [2, 'HOUSING', 'OPEN'],
    [3, 'FOOD', 'OPEN'],
    [4, 'FOOD', 'WAITLIST'],
    [5, 'FOOD', 'FULL'],
    [6, 'FOOD', 'FULL'],
    [7, 'FOOD', 'PAUSED'],
  ].map(([id, type, availability]) => ({ service: { id, type, availability } }) as OfferMatch);
  expect(bestMatches(offers, 'FOOD', new Set([3])).map(({ service }) => service.id)).toEqual([1, 4, 5]);
  expect(bestMatches(offers, 'FOOD', new Set([1, 3, 4, 5, 6]))).toEqual([]);
});
