import type { OutcomeCode } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { DemoRandom } from './demo-random.ts';

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
