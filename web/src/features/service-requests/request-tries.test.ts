import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { expect, it } from 'vitest';
import { earlierTries, howItEnded, tryText } from './request-tries.ts';

const outcome = { code: 'NO_CAPACITY', note: null, by: 'staff', timestamp: '2026-11-01T12:00:00.000Z' } as const;

it.each<[string, Parameters<typeof howItEnded>[0]]>([
  ['was declined: no capacity.', { status: 'CANCELLED', outcome, overdue: false }],
  ['was declined.', { status: 'CANCELLED', outcome: null, overdue: false }],
  ['got no response in time.', { status: 'REQUESTED', outcome: null, overdue: true }],
  ['is now Open.', { status: 'OPEN', outcome: null, overdue: false }],
])('an earlier try %s', (words, request) => {
  expect(howItEnded(request)).toBe(words);
});

it('lists the tries before a request, the first one first', () => {
  const [first, second, third] = [
    { id: 412, followsId: null },
    { id: 430, followsId: 412 },
    { id: 431, followsId: 430 },
  ] as [ServiceRequest, ServiceRequest, ServiceRequest];
  expect(earlierTries(third, [third, second, first])).toEqual([first, second]);
  expect([tryText(1), tryText(2)]).toEqual(['Second try.', 'Third try.']);
});
