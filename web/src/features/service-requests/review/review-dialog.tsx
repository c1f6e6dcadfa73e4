import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Modal } from '@mantine/core';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { useTicketUrl } from '../../../lib/lists/ticket-url.ts';
import { loadLater, usePreload } from '../../../lib/load-later.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { usePhone } from '../../../ui/scale/use-phone.ts';
import type { Attachment } from '../attachment-file.ts';
import { MoveText } from '../move-text.tsx';
import { questionBeforeText } from '../review.texts.ts';
import type { FeedFilter } from '../timeline/timeline-entries.ts';
import { useReviewedRequest } from './review.api.ts';
import { ReviewBody } from './review-body.tsx';
import classes from './review-dialog.module.css';
import { ReviewHeader } from './review-header.tsx';
import { useReviewMove } from './review-move.ts';
import type { ReviewSms } from './review-sms.ts';
import { ReviewFailure, ReviewSkeleton } from './review-states.tsx';
import { useWalkByKey, type WalkDirection } from './review-walk.ts';

const NewServiceRequestDialog = loadLater(
  async () => (await import('../new-request/new-request-dialog.tsx')).NewServiceRequestDialog,
);
const EndRequestDialog = loadLater(async () => (await import('./end-request-dialog.tsx')).EndRequestDialog);
const AttachmentPreview = loadLater(async () => (await import('./attachment-preview.tsx')).AttachmentPreview);

export interface ReviewDialogProps {
  ticketId: number;
  onClose: () => void;
  /** Goes to the neighbor on the board; absent if there is none. */
  onWalk?: ((direction: WalkDirection) => void) | undefined;
  /** The ticket's position on the board, counted from 1. */
  position?: { place: number; of: number } | undefined;
  sms: ReviewSms;
  /** A dialog with the answers to a form; another feature provides it. */
  formAnswers: (answerId: number, onClose: () => void) => ReactNode;
}

/** One request: its status, what was asked, what happened, and what to do. */
export function ReviewDialog({ ticketId, onClose, onWalk, position, sms, formAnswers }: ReviewDialogProps) {
  const phone = usePhone();
  const { data: request, error, isPlaceholderData, refetch } = useReviewedRequest(ticketId);
  const [tab, setTab] = useState<FeedFilter | 'details'>('all');
  const [viewed, setViewed] = useState<Attachment | null>(null);
  const [transcript, setTranscript] = useState(false);
  const [answerId, setAnswerId] = useState<number | null>(null);
  const refer = useReferElsewhere(request);
  const move = useReviewMove(request);
  const { ending } = move;
  const content = useFocusInReview(ticketId, request?.status);
  const onTop = !move.question.asking && viewed === null && !transcript && answerId === null && !refer.opened;
  useWalkByKey(onWalk, onTop);
  usePreload(EndRequestDialog);

  return (
    <>
      <Modal.Root
        opened
        onClose={onClose}
        size={1080}
        centered
        fullScreen={phone}
        // Escape belongs to the top dialog.
        closeOnEscape={onTop}
        transitionProps={{ transition: 'pop', duration: 140 }}
        classNames={{ content: `clip bordered column sheet ${classes.content}` }}
      >
        <Modal.Overlay backgroundOpacity={0.34} color="#1d1913" />
        <Modal.Content ref={content} radius={phone ? 0 : 'lg'} shadow="xl">
          <ReviewHeader {...{ ticketId, request, onClose, onWalk, position }} short={phone} />
          {request && (
            <ReviewBody
              key={ticketId}
              request={request}
              isPlaceholder={isPlaceholderData}
              phone={phone}
              tab={tab}
              onTab={setTab}
              move={move}
              onView={setViewed}
              onTranscript={() => setTranscript(true)}
              onAnswers={setAnswerId}
              onRefer={refer.open}
              sms={sms}
            />
          )}
          {!request &&
            (error ? <ReviewFailure error={error} onRetry={refetch} onClose={onClose} /> : <ReviewSkeleton />)}
        </Modal.Content>
      </Modal.Root>
      {request && (
        <ConfirmDialog
          opened={move.question.asking && move.question.to === 'PENDING'}
          {...questionBeforeText(request.patient.firstName, request.smsBlockedReason)}
          destructive={false}
          onConfirm={() => move.confirm()}
          onCancel={move.dismiss}
        >
          {!request.smsBlockedReason && move.question.to === 'PENDING' && <MoveText request={request} to="PENDING" />}
        </ConfirmDialog>
      )}
      <Suspense>
        {request && refer.opened && (
          <NewServiceRequestDialog opened onClose={refer.close} member={request.patient} follows={request} />
        )}
        {request && ending && (
          <EndRequestDialog
            request={request}
            to={ending}
            asked={move.question.from}
            draft={move.draftOf(ending)}
            onDraft={(draft) => move.setDraft(ending, draft)}
            onConfirm={move.confirm}
            onCancel={move.dismiss}
          />
        )}
        {viewed && <AttachmentPreview attachment={viewed} onClose={() => setViewed(null)} />}
        {request && transcript && sms.transcript(request, () => setTranscript(false))}
        {answerId !== null && formAnswers(answerId, () => setAnswerId(null))}
      </Suspense>
    </>
  );
}

/** A request that your organization sent and that ended, got no response in time or lost its provider. */
function useReferElsewhere(request: ServiceRequest | undefined) {
  const organizationId = useOwnOrganizationId();
  const { refers } = useTicketUrl();
  // An email's link opens the dialog once.
  const [opened, setOpened] = useState(refers);
  const possible =
    request !== undefined &&
    request.organizationId === organizationId &&
    (request.status === 'CANCELLED' || request.overdue || request.unavailable !== null);
  return {
    opened: opened && possible,
    open: possible ? () => setOpened(true) : undefined,
    close: () => setOpened(false),
  };
}

/** Keeps focus inside the dialog when the focused button disappears. */
function useFocusInReview(ticketId: number, status: string | undefined) {
  const content = useRef<HTMLDivElement>(null);

  // Another ticket or status has other buttons.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [ticketId, status]);

  return content;
}
