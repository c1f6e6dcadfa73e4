import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { ActionIcon, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { IconX } from '../../../ui/icons/icons.ts';
import { IconChevronDown, IconChevronUp, IconLink } from '../../../ui/icons/later-icons.ts';
import { copyText } from '../../../ui/notices/copy-text.ts';
import { usePointedTooltip } from '../../../ui/popover/use-pointed-tooltip.tsx';
import { reviewTexts } from '../review.texts.ts';
import { RequestStatusChip } from '../status-chip.tsx';
import classes from './review-header.module.css';
import type { WalkDirection } from './review-walk.ts';

interface ReviewHeaderProps {
  ticketId: number;
  request: ServiceRequest | undefined;
  onClose: () => void;
  onWalk?: ((direction: WalkDirection) => void) | undefined;
  position?: { place: number; of: number } | undefined;
  short: boolean;
}

/** The ticket's number, with previous, next, copy link and close. */
export function ReviewHeader({ ticketId, request, onClose, onWalk, position, short }: ReviewHeaderProps) {
  const copyLink = useCopyLink(ticketId, request);
  return (
    <div className={`gap-10 border-bottom row fixed ${classes.header}`}>
      <Modal.Title className={classes.title} tabIndex={-1} data-autofocus>
        <span className="numbers dimmed regular">#{ticketId}</span>
        <span className={`cut ${classes.service}`}>{request?.service.name}</span>
      </Modal.Title>
      {request && <RequestStatusChip status={request.status} />}
      <div className={`row fixed gap-xs push ${classes.tools}`}>
        {onWalk && !short && (
          <>
            {position && <span className={classes.position}>{`${position.place} of ${position.of}`}</span>}
            <Tool
              label="Previous ticket (↑)"
              name="Previous ticket"
              disabled={position?.place === 1}
              onClick={() => onWalk('previous')}
            >
              <IconChevronUp size={18} />
            </Tool>
            <Tool
              label="Next ticket (↓)"
              name="Next ticket"
              disabled={position !== undefined && position.place >= position.of}
              onClick={() => onWalk('next')}
            >
              <IconChevronDown size={18} />
            </Tool>
            <span className={classes.divider} />
          </>
        )}
        <Tool label="Copy link" name="Copy link" onClick={copyLink}>
          <IconLink size={18} />
        </Tool>
        <Tool label="Close (Esc)" name="Close" onClick={onClose}>
          <IconX size={18} />
        </Tool>
      </div>
    </div>
  );
}

interface ToolProps {
  label: string;
  name: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, name, disabled = false, onClick, children }: ToolProps) {
  const [pointing, tooltip] = usePointedTooltip(() => label);
  return (
    <>
      <ActionIcon className={classes.tool} aria-label={name} disabled={disabled} onClick={onClick} {...pointing}>
        {children}
      </ActionIcon>
      {tooltip}
    </>
  );
}

/** Links to the board that shows the ticket, no matter where it was copied. */
function useCopyLink(ticketId: number, request: ServiceRequest | undefined) {
  const { organizationId } = useCurrentUser();
  const incoming = request === undefined || request.service.organizationId === organizationId;
  const board = incoming ? '/incoming-service-requests' : '/service-requests';
  return () => {
    const address = `${window.location.origin}${board}?ticket=${ticketId}`;
    return copyText(address, { copied: reviewTexts.linkCopied, notCopied: reviewTexts.linkNotCopied(address) });
  };
}
