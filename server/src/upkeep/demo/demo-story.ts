import type { OutcomeCode } from '@kinbridge/contract/service-requests/outcomes';
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

export interface DemoOutcome {
  code: OutcomeCode;
  by: 'member' | 'staff';
}

/** Each reason as often as it is in the list. */
const reasons: OutcomeCode[] = [
  ...Array<OutcomeCode>(5).fill('NO_CAPACITY'),
  ...Array<OutcomeCode>(3).fill('NOT_ELIGIBLE'),
  ...Array<OutcomeCode>(3).fill('UNREACHABLE'),
  'MEMBER_DECLINED',
  'MEMBER_DECLINED',
  'WRONG_SERVICE',
  'DUPLICATE',
];

/** How a demo request ended: most members confirm by text, staff complete the rest. */
export function demoOutcome(random: DemoRandom, status: ServiceRequestStatus): DemoOutcome | null {
  if (status === 'CANCELLED') return { code: random.pick(reasons), by: 'staff' };
  if (status !== 'COMPLETED') return null;
  if (random.chance(0.86)) return { code: 'HELPED', by: 'member' };
  return { code: random.pick(['HELPED', 'PARTLY_HELPED', 'PARTLY_HELPED', 'HELPED_ELSEWHERE']), by: 'staff' };
}

/** Reasons after which a member is referred elsewhere. */
const triedAgain: OutcomeCode[] = ['NO_CAPACITY', 'NOT_ELIGIBLE', 'WRONG_SERVICE'];
const soon = 60 * 24 * 3_600_000;

interface Tried {
  id: number;
  member: { id: number };
  place: { organization_id: number };
  provider: { organization_id: number };
  outcome: DemoOutcome | null;
  story: { createdAt: number; moves: { at: number }[] };
}

/** Pairs of a request and the declined one that it follows: the member's next request from the same organization. */
export function secondTries(requests: Tried[]): { id: number; followsId: number }[] {
  return requests.flatMap((declined) => {
    if (declined.place === declined.provider || !declined.outcome || !triedAgain.includes(declined.outcome.code))
      return [];
    const end = declined.story.moves.at(-1)?.at ?? 0;
    const next = requests.find(
      ({ member, place, story }) =>
        member.id === declined.member.id &&
        place === declined.place &&
        story.createdAt > end &&
        story.createdAt < end + soon,
    );
    return next ? [{ id: next.id, followsId: declined.id }] : [];
  });
}
