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

/** Old requests are mostly completed; recent ones have any status. */
export function tellStory(random: DemoRandom, now: number): DemoStory {
  const recent = random.chance(0.3);
  const age = recent ? random.next() * 9 * day : 9 * day + random.next() * 410 * day;
  const createdAt = now - age - 5 * 60_000;
  const end = recent ? random.pick([0, 0, 1, 1, 1, 2, 2, 3, 4]) : random.chance(0.94) ? 4 : random.below(4);
  const cancelled = random.chance(recent ? 0.04 : 0.09);
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
