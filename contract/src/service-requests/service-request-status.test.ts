import { describe, expect, it } from 'vitest';
import {
  allowedMoves,
  boardStatuses,
  bulkMoveRefusal,
  moveRefusedSentence,
  type ServiceRequestStatus,
  serviceRequestStatuses,
} from './service-request-status.ts';

describe('§4 moves offered in the review dialog', () => {
  const table: [ServiceRequestStatus, boolean, ServiceRequestStatus[]][] = [
    ['REQUESTED', false, ['OPEN', 'CANCELLED']],
    ['REQUESTED', true, ['OPEN', 'CANCELLED']],
    ['OPEN', true, ['IN_PROGRESS', 'CANCELLED']],
    ['IN_PROGRESS', true, ['PENDING', 'CANCELLED']],
    ['PENDING', true, ['COMPLETED', 'CANCELLED']],
    ['COMPLETED', true, []],
    ['CANCELLED', true, ['OPEN']],
    ['CANCELLED', false, ['REQUESTED']],
  ];
  it.each(table)('%s with assignee %s allows %j', (status, hasAssignee, expected) => {
    expect(allowedMoves(status, hasAssignee)).toEqual(expected);
  });
});

describe('§4 bulk move', () => {
  it('allows jumps between all statuses except final and current ones', () => {
    for (const status of serviceRequestStatuses) {
      for (const target of boardStatuses) {
        const refused = status === 'COMPLETED' || status === 'CANCELLED' || status === target;
        expect(bulkMoveRefusal(status, target) !== null, `${status} to ${target}`).toBe(refused);
      }
    }
  });
});

describe('the message of a refused move', () => {
  it('lists the allowed moves', () => {
    expect(moveRefusedSentence('OPEN', ['IN_PROGRESS', 'CANCELLED'])).toBe(
      'This request is Open and can only be moved to In Progress or Cancelled.',
    );
    expect(moveRefusedSentence('COMPLETED', [])).toContain('final');
  });
});
