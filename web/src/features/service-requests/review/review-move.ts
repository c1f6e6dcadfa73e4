import { type EndStatus, isEndStatus } from '@kinbridge/contract/service-requests/outcomes';
import { asksFirst, type ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../../lib/draft-store.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
import { type MoveRefusal, useMoveServiceRequest } from '../move-service-request.ts';
import { type ChosenOutcome, emptyOutcome, type OutcomeDraft } from '../outcome-draft.ts';

interface Question {
  to: ServiceRequestStatus;
  asking: boolean;
  /** The status when it was asked. */
  from?: ServiceRequestStatus | undefined;
}

/** Moves the request under review. Asks first if the move sends a message or closes the request. */
export function useReviewMove(request: ServiceRequest | undefined) {
  // `asking` is separate, so that the question keeps its text while it fades out.
  const [question, setQuestion] = useState<Question>({ to: 'CANCELLED', asking: false });
  const [endings, keepEndings] = useState(readEndings);
  const [failure, setFailure] = useState<(MoveRefusal & { ticketId: number }) | null>(null);
  // Once the ticket has moved on, the card is outdated.
  const isCurrent = failure?.ticketId === request?.id && failure?.version === request?.version;
  const shown = useShownTicket(request?.id);
  // A ref and a state, because the second click of a double click can come before the first one has rendered.
  const moving = useRef(false);
  const [underWay, setUnderWay] = useState(false);
  function setMoving(now: boolean) {
    moving.current = now;
    setUnderWay(now);
  }
  const move = useMoveServiceRequest((refused, refusal) => {
    // Allows another try immediately, while the lists are still refetching.
    setMoving(false);
    // If the person closed the dialog or opened another ticket, a notice reports it instead.
    if (shown.current === refused.id) setFailure({ ticketId: refused.id, ...refusal });
    else notifyError(refusal.sentence);
  });
  function setEndings(after: Endings) {
    keepEndings(after);
    void writeDraft(endingsDraft, Object.keys(after).length > 0 ? JSON.stringify(after) : '');
  }

  function dismiss() {
    setQuestion((before) => ({ ...before, asking: false }));
  }

  function start(to: ServiceRequestStatus, outcome?: ChosenOutcome) {
    dismiss();
    if (!request || moving.current) return;
    setMoving(true);
    setFailure(null);
    const settled = {
      onSuccess: () => setEndings(ofOtherTickets(readEndings(), request)),
      onSettled: () => setMoving(false),
    };
    move.mutate({ request, to, outcome }, settled);
  }

  function moveTo(to: ServiceRequestStatus) {
    if (moving.current) return;
    if (asksFirst(to)) setQuestion({ to, asking: true, from: request?.status });
    else start(to);
  }

  return {
    question,
    /** The server hasn't answered yet, so other moves are blocked. */
    underWay,
    failure: isCurrent ? failure : null,
    moveTo,
    confirm: (outcome?: ChosenOutcome) => start(question.to, outcome),
    dismiss,
    /** The outcome being entered for a status. It is kept until a move succeeds, through a reload or a new sign-in. */
    draftOf: (to: EndStatus) => endings[keyOf(request, to)] ?? emptyOutcome(to),
    setDraft: (to: EndStatus, draft: OutcomeDraft) => setEndings({ ...endings, [keyOf(request, to)]: draft }),
    /** The status that a question is about how the request ends, if one is asked. */
    ending: question.asking && isEndStatus(question.to) ? question.to : null,
  };
}

type Endings = Partial<Record<string, OutcomeDraft>>;

const endingsDraft = 'outcomes';

function readEndings(): Endings {
  return JSON.parse(readDraft(endingsDraft) || '{}') as Endings;
}

function ofOtherTickets(endings: Endings, { id }: ServiceRequest): Endings {
  return Object.fromEntries(Object.entries(endings).filter(([key]) => !key.startsWith(`${id} `)));
}

function keyOf(request: ServiceRequest | undefined, to: EndStatus): string {
  return `${request?.id} ${to}`;
}

/** The ticket on the screen, for async callbacks; null once the dialog is closed. */
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
