import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Button, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { IconCircleX } from '../../../ui/icons/icons.ts';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowRight,
  IconChevronDown,
  IconMessage,
  IconSend,
} from '../../../ui/icons/later-icons.ts';
import { moveLabel, reviewTexts } from '../review.texts.ts';
import { RequestStatusChip } from '../status-chip.tsx';
import classes from './review-actions.module.css';

interface ReviewActionsProps {
  request: ServiceRequest;
  onMove: (to: ServiceRequestStatus) => void;
  /** The last move is still pending, so the next one waits. Buttons keep focus because they aren't really disabled. */
  waits: boolean;
  /** Opens the texts with the member, who wrote that help hasn't arrived. */
  onText: () => void;
  /** Sends the member to another service; only for requests that were declined or got no response in time. */
  onRefer?: (() => void) | undefined;
  /** The sender's own moves forward stand last: the providing side says how far it is. */
  sends?: boolean;
  /** On a phone: without what can't be chosen now. */
  short?: boolean;
}

/** The actions for a request: the most likely next move first, then every allowed one, then cancelling. */
export function ReviewActions(props: ReviewActionsProps) {
  const { request, onMove, onText, onRefer, waits, sends = false, short = false } = props;
  const { allowedMoves, memberSaysNo, smsBlockedReason, patient } = request;
  const likely = likelyMove(request);
  const forwardLast = sends && request.status !== 'CANCELLED';
  const likelyButton = likely && (
    <LikelyMove request={request} to={likely} first={!onRefer && !forwardLast} waits={waits} onMove={onMove} />
  );
  const moves = forwardLast
    ? allowedMoves.toSorted((a, b) => Number(b === 'CANCELLED') - Number(a === 'CANCELLED'))
    : allowedMoves;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [menuOpened, setMenuOpened] = useState(false);

  function choose(to: ServiceRequestStatus) {
    // The item disappears with the menu; a question that follows returns focus to the button.
    menuButton.current?.focus();
    onMove(to);
  }

  return (
    <div className={`gap-xs grid cols-2 ${classes.actions}`}>
      {onRefer && (
        <Button size="sm" className={classes.likely} leftSection={<IconArrowForwardUp size={18} />} onClick={onRefer}>
          {reviewTexts.refer}
        </Button>
      )}
      {memberSaysNo && !smsBlockedReason && (
        <Button size="sm" className={classes.likely} leftSection={<IconMessage size={18} />} onClick={onText}>
          {reviewTexts.textMember(patient.firstName)}
        </Button>
      )}
      {!forwardLast && likelyButton}
      <Menu
        opened={menuOpened}
        onChange={setMenuOpened}
        disabled={waits}
        position={short ? 'top-end' : 'bottom-start'}
        width={200}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            ref={menuButton}
            variant="default"
            className={classes.move}
            aria-disabled={waits}
            rightSection={<IconChevronDown />}
            disabled={allowedMoves.length === 0}
            onKeyDown={(event) => event.key === 'Escape' && setMenuOpened(false)}
            // Escape closes the menu, but not the ticket around it, also before the menu takes focus.
            data-mantine-stop-propagation={menuOpened}
          >
            {short ? 'Move' : reviewTexts.moveTo}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {moves.map((to) => (
            <Menu.Item key={to} className={classes.item} onClick={() => choose(to)}>
              <RequestStatusChip status={to} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {(!short || allowedMoves.includes('CANCELLED')) && (
        <Button
          variant="default"
          className={classes.cancel}
          aria-disabled={waits}
          leftSection={!short && <IconCircleX />}
          disabled={!allowedMoves.includes('CANCELLED')}
          onClick={() => onMove('CANCELLED')}
        >
          {reviewTexts.cancel}
        </Button>
      )}
      {!short && likely !== 'PENDING' && (
        <Button
          variant="default"
          className={classes.likely}
          aria-disabled={waits}
          leftSection={<IconSend />}
          disabled={!allowedMoves.includes('PENDING')}
          onClick={() => onMove('PENDING')}
        >
          {reviewTexts.sendConfirmation}
        </Button>
      )}
      {forwardLast && likelyButton}
    </div>
  );
}

interface LikelyMoveProps extends Pick<ReviewActionsProps, 'request' | 'waits' | 'onMove'> {
  to: ServiceRequestStatus;
  first: boolean;
}

function LikelyMove({ request, to, first, waits, onMove }: LikelyMoveProps) {
  return (
    <Button
      size="sm"
      variant={first ? 'filled' : 'default'}
      className={classes.likely}
      aria-disabled={waits}
      leftSection={iconOf(request.status, to)}
      onClick={() => onMove(to)}
    >
      {labelOf(request.status, to)}
    </Button>
  );
}

/** The next step on the path, or back onto it; never cancelling, nor completing what the member says didn't happen. */
function likelyMove({ allowedMoves, memberSaysNo }: ServiceRequest): ServiceRequestStatus | undefined {
  if (memberSaysNo) return undefined;
  return allowedMoves.find((to) => to !== 'CANCELLED');
}

function labelOf(status: ServiceRequestStatus, to: ServiceRequestStatus): string {
  if (status === 'CANCELLED') return reviewTexts.reopen;
  return to === 'PENDING' ? reviewTexts.sendConfirmation : moveLabel(to);
}

function iconOf(status: ServiceRequestStatus, to: ServiceRequestStatus) {
  if (status === 'CANCELLED') return <IconArrowBackUp size={18} />;
  return to === 'PENDING' ? <IconSend size={18} /> : <IconArrowRight size={18} />;
}
