import { expect, it } from 'vitest';
import type { OfferMatch } from '../service-picker/service-matches.ts';
import { bestMatches, declinedServices } from './use-offer-matches.ts';

it('counts services as declined that cancelled, except duplicates', () => {
  const request = (id: number, status: 'CANCELLED' | 'OPEN', code: 'NO_CAPACITY' | 'DUPLICATE' | null) => ({
    status,
    outcome: code && { code, note: null, by: 'staff' as const, timestamp: '2025-11-17T12:00:00.000Z' },
    service: { id },
  });
  const requests = [
    request(1, 'CANCELLED', 'NO_CAPACITY'),
    request(2, 'CANCELLED', null),
    request(3, 'CANCELLED', 'DUPLICATE'),
    request(4, 'OPEN', null),
  ];
  expect([...declinedServices(requests)]).toEqual([1, 2]);
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
  expect(bestMatches(offers, 'FOOD').map(({ service }) => service.id)).toEqual([1, 3, 4]);
  expect(bestMatches(offers, 'LEGAL')).toEqual([]);
});
