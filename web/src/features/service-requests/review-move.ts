import { asksFirst, type ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { useEffect, useRef, useState } from 'react';
import { notifyError } from '../../ui/notices.tsx';
import { type MoveRefusal, useMoveServiceRequest } from './service-requests-board-move.ts';

interface Question {
  to: ServiceRequestStatus;
  asking: boolean;
}

/** Moves of the request under review: asked first where they send a message or end the matter. */
export function useReviewMove(request: ServiceRequest | undefined) {
  // Apart from whether it is asked, so that the question keeps its words while it fades away.
  const [question, setQuestion] = useState<Question>({ to: 'CANCELLED', asking: false });
  const [failure, setFailure] = useState<(MoveRefusal & { ticketId: number }) | null>(null);
  // Once the ticket moves on, what the card says is no longer true.
  const isCurrent = failure?.ticketId === request?.id && failure?.version === request?.version;
  const shown = useShownTicket(request?.id);
  // Twice: the second click of a double click comes before the screen knows of the first.
  const moving = useRef(false);
  const [underWay, setUnderWay] = useState(false);
  function setMoving(now: boolean) {
    moving.current = now;
    setUnderWay(now);
  }
  const move = useMoveServiceRequest((refused, refusal) => {
    // Whoever reads why may try again at once, while the lists are still being fetched anew.
    setMoving(false);
    // Whoever closed the dialog or walked on meanwhile hears of it all the same, but not of another ticket.
    if (shown.current === refused.id) setFailure({ ticketId: refused.id, ...refusal });
    else notifyError(refusal.sentence);
  });
  function dismiss() {
    setQuestion(({ to }) => ({ to, asking: false }));
  }

  function start(to: ServiceRequestStatus) {
    dismiss();
    if (!request || moving.current) return;
    setMoving(true);
    setFailure(null);
    move.mutate({ request, to }, { onSettled: () => setMoving(false) });
  }

  function moveTo(to: ServiceRequestStatus) {
    if (moving.current) return;
    if (asksFirst(to)) setQuestion({ to, asking: true });
    else start(to);
  }

  return {
    question,
    /** The server has not answered yet: no other move is taken until then. */
    underWay,
    failure: isCurrent ? failure : null,
    moveTo,
    confirm: () => start(question.to),
    dismiss,
  };
}

/** The ticket on the screen, for what comes later; null once the dialog is closed. */
function useShownTicket(id: number | undefined) {
  const shown = useRef<number | null>(null);
  useEffect(() => {
    shown.current = id ?? null;
    return () => {
      shown.current = null;
    };
  }, [id]);
  return shown;
}
