import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from './move-text.module.css';
import { reviewTexts } from './review.texts.ts';
import { moveTextQuery } from './service-requests.api.ts';
import { moveTexts } from './service-requests.texts.ts';

interface MoveTextProps {
  request: ServiceRequest;
  to: ServiceRequestStatus;
  /** How many other members get their own text. */
  others?: number;
}

/** The exact text that a move sends, before it is sent. */
export function MoveText({ request, to, others = 0 }: MoveTextProps) {
  const { data, error } = useQuery(moveTextQuery(request, to));
  const { firstName } = request.patient;
  if (data?.smsBlockedReason) {
    return (
      <p className={classes.blocked}>
        {reviewTexts.notTexted(firstName)} {data.smsBlockedReason}
      </p>
    );
  }
  return (
    <figure className={classes.text} aria-busy={!data && !error}>
      <figcaption className="mb-2xs text-xs line-18 bold label">{moveTexts.textTo(firstName, others)}</figcaption>
      {data ? (
        <blockquote>{data.smsText}</blockquote>
      ) : error ? (
        <p className="m-0">{moveTexts.textFailed}</p>
      ) : (
        <Skeleton height={76} />
      )}
    </figure>
  );
}
