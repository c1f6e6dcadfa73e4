import { type ServiceRequestStatus, statusPath } from '@kinbridge/contract/service-requests/service-request-status';
import type { DemoRandom } from './demo-random.ts';

const hour = 3_600_000;
const day = 24 * hour;

export interface DemoMove {
  at: number;
  from: ServiceRequestStatus;
  to: ServiceRequestStatus;
}

/** A demo request's history: when it was created and moved, and its current status. */
export interface DemoStory {
  createdAt: number;
  assignedAt: number | null;
  moves: DemoMove[];
  status: ServiceRequestStatus;
}

/** Demand grows a little, so every period compares with a slightly smaller one. */
const growthPerMonth = 0.02;
const months = 25;

/** Ages of requests, oldest last: evenly spread with a little growth. Random dates would leave uneven months. */
export function demoAges(random: DemoRandom, count: number): number[] {
  const all = 1 - Math.exp(-growthPerMonth * months);
  return Array.from({ length: count }, (_, index) => {
    const share = (index + random.next()) / count;
    return (-Math.log(1 - share * all) / growthPerMonth) * 30.4 * day;
  });
}

/** Recent requests have any status, a few older ones are stuck, and all others are closed. */
export function buildStory(random: DemoRandom, now: number, age: number): DemoStory {
  const recent = age < 16 * day;
  const createdAt = now - age - 5 * 60_000;
  const cancelled = random.chance(recent ? 0.04 : 0.08);
  const stuck = !recent && age < 45 * day && random.chance(0.15);
  const end = recent ? random.pick([0, 0, 0, 1, 1, 1, 2, 2, 3, 4]) : cancelled || stuck ? random.below(4) : 4;
  const moves: DemoMove[] = [];
  let at = createdAt;
  for (let step = 0; step < end; step++) {
    at += (1 + random.next() * 40) * hour;
    if (at > now) break;
    moves.push({
      at,
      from: statusPath[step] as ServiceRequestStatus,
      to: statusPath[step + 1] as ServiceRequestStatus,
    });
  }
  const last = moves.at(-1)?.to ?? 'REQUESTED';
  if (cancelled && last !== 'COMPLETED') {
    const cancelledAt = Math.min(now - 60_000, at + random.next() * 30 * hour);
    moves.push({ at: Math.max(cancelledAt, moves.at(-1)?.at ?? createdAt), from: last, to: 'CANCELLED' });
  }
  const first = moves[0];
  return { createdAt, assignedAt: first ? first.at - 60_000 : null, moves, status: moves.at(-1)?.to ?? 'REQUESTED' };
}
