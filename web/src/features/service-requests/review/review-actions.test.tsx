import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { expect, it } from 'vitest';
import { renderTexts } from '../../../testing/render-html.tsx';
import { ReviewActions } from './review-actions.tsx';

function actionsFor(request: Partial<ServiceRequest>, onRefer?: () => void, sends = false): string[] {
  const pending = {
    status: 'PENDING',
    allowedMoves: ['COMPLETED', 'OPEN', 'CANCELLED'],
    patient: { firstName: 'Ruth' },
  };
  const given = { ...pending, ...request } as ServiceRequest;
  return renderTexts(
    <ReviewActions
      request={given}
      onMove={() => undefined}
      onText={() => undefined}
      onRefer={onRefer}
      waits={false}
      sends={sends}
      short
    />,
  );
}

it.each<[string, Partial<ServiceRequest>, string[]]>([
  ['the next step first', {}, ['Move to Completed', 'Move', 'Cancel Ticket']],
  [
    'to text a member who said no, and never to complete',
    { memberSaysNo: true },
    ['Text Ruth', 'Move', 'Cancel Ticket'],
  ],
  [
    'no text to a member who said no and opted out',
    { memberSaysNo: true, smsBlockedReason: 'This number opted out.' },
    ['Move', 'Cancel Ticket'],
  ],
  ['to reopen a cancelled request', { status: 'CANCELLED', allowedMoves: ['OPEN'] }, ['Reopen', 'Move']],
])('offers %s', (_, request, actions) => {
  expect(actionsFor(request)).toEqual(actions);
});

it('offers to refer elsewhere first', () => {
  const declined: Partial<ServiceRequest> = { status: 'CANCELLED', allowedMoves: ['REQUESTED'] };
  expect(actionsFor(declined, () => undefined)).toEqual(['Refer elsewhere', 'Reopen', 'Move']);
});

it('leaves the next step to the providing side: for the sender it stands last', () => {
  expect(actionsFor({}, undefined, true)).toEqual(['Move', 'Cancel Ticket', 'Move to Completed']);
  const declined: Partial<ServiceRequest> = { status: 'CANCELLED', allowedMoves: ['REQUESTED'] };
  expect(actionsFor(declined, undefined, true)).toEqual(['Reopen', 'Move']);
});
