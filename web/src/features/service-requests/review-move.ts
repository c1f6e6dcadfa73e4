import { asksFirst, type ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { reviewTexts } from './service-requests.review.texts.ts';
import { useMoveServiceRequest } from './service-requests-board-move.ts';

/** What the dialog says about a move that did not happen. */
export interface MoveFailure {
  title: string;
  text: string;
}

interface Question {
  to: ServiceRequestStatus;
  asking: boolean;
}

/** Moves of the request under review: asked first where they send a message or end the matter. */
export function useReviewMove(request: ServiceRequest | undefined) {
  // Apart from whether it is asked, so that the question keeps its words while it fades away.
  const [question, setQuestion] = useState<Question>({ to: 'CANCELLED', asking: false });
  const [failure, setFailure] = useState<MoveFailure | null>(null);
  const move = useMoveServiceRequest((sentence) =>
    setFailure({ title: reviewTexts.changedMeanwhile, text: `${sentence} ${reviewTexts.presentState}` }),
  );
  // The second click of a double click comes before the screen knows of the first.
  const moving = useRef(false);

  function dismiss() {
    setQuestion(({ to }) => ({ to, asking: false }));
  }

  function start(to: ServiceRequestStatus) {
    dismiss();
    if (!request || moving.current) return;
    moving.current = true;
    setFailure(null);
    move.mutate(
      { request, to },
      {
        onError: (error) => {
          // Where somebody was quicker, who it was has been said already.
          if (error instanceof ApiError && error.status === 409) return;
          setFailure({ title: reviewTexts.moveFailed, text: error.message });
        },
        onSettled: () => {
          moving.current = false;
        },
      },
    );
  }

  return {
    question,
    failure,
    moveTo: (to: ServiceRequestStatus) => (asksFirst(to) ? setQuestion({ to, asking: true }) : start(to)),
    confirm: () => start(question.to),
    dismiss,
  };
}
