import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Button, Spoiler } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { useTicketUrl } from '../../../lib/lists/ticket-url.ts';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import { IconClipboardText } from '../../../ui/icons/later-icons.ts';
import type { Attachment } from '../attachment-file.ts';
import { reviewTexts } from '../review.texts.ts';
import { timelineQuery } from '../service-requests.api.ts';
import { CommentComposer } from '../timeline/comment-composer.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { answersBehind, type FeedFilter, momentsOf, toFeed } from '../timeline/timeline-entries.ts';
import { AssignSelect } from './assign-select.tsx';
import { RequestChain } from './request-chain.tsx';
import { ReviewActions } from './review-actions.tsx';
import classes from './review-dialog.module.css';
import { ReviewAlerts, ReviewTips } from './review-marks.tsx';
import type { useReviewMove } from './review-move.ts';
import { ReviewMember, ReviewRequest } from './review-side.tsx';
import type { ReviewSms } from './review-sms.ts';
import { ReviewTabs } from './review-tabs.tsx';
import { ReviewContact, ReviewTitle } from './review-title.tsx';
import { StatusPath } from './status-path.tsx';

interface ReviewBodyProps {
  request: ServiceRequest;
  /** From a board row until the server answers, so it may be outdated. */
  isPlaceholder: boolean;
  phone: boolean;
  tab: FeedFilter | 'details';
  onTab: (tab: FeedFilter | 'details') => void;
  move: ReturnType<typeof useReviewMove>;
  onView: (attachment: Attachment) => void;
  onTranscript: () => void;
  onAnswers: (answerId: number) => void;
  onRefer: (() => void) | undefined;
  sms: ReviewSms;
}

export function ReviewBody(props: ReviewBodyProps) {
  const { request, isPlaceholder, phone, tab, onTab, move, onView, onTranscript, onAnswers, onRefer, sms } = props;
  const timeline = useQuery(timelineQuery(request.id));
  const feed = timeline.data && toFeed(timeline.data);
  // §4: everything is disabled until the first data has loaded. Later refetches don't disable the focused button.
  const loading = isPlaceholder || timeline.isPending;
  const details = phone && tab === 'details';
  // The details tab only exists on a phone.
  const filter = tab === 'details' ? 'all' : tab;
  const answerId = answersBehind(feed ?? []);
  const description = (
    <Description
      text={request.description}
      onAnswers={answerId === undefined ? undefined : () => onAnswers(answerId)}
    />
  );
  const footer = useRef<HTMLDivElement>(null);
  function openTexts() {
    flushSync(() => onTab('sms'));
    footer.current?.querySelector('textarea')?.focus();
  }
  const { answers } = useTicketUrl();
  const sends = useOwnOrganizationId() !== request.service.organizationId;
  const actions = { request, onMove: move.moveTo, onText: openTexts, onRefer, waits: move.underWay, sends };
  return (
    <div className={`grid grow min-h-0 ${classes.columns}`} aria-busy={loading}>
      <div className={`column min-w-0 min-h-0 ${classes.main}`}>
        <div className={`fixed ${classes.top}`}>
          {phone && <ReviewTitle request={request} sends={sends} />}
          <StatusPath request={request} moments={momentsOf(feed ?? [])} />
          {move.failure && (
            <FailureCard
              title={move.failure.quicker ? reviewTexts.changedMeanwhile : reviewTexts.moveFailed}
              occasion={move.failure}
            >
              {move.failure.sentence} {move.failure.quicker && reviewTexts.presentState}
            </FailureCard>
          )}
          {phone && (
            <fieldset disabled={loading} className="m-0 p-0 min-w-0 border-0">
              <ReviewAlerts request={request} />
              <RequestChain request={request} />
              <ReviewContact request={request} />
            </fieldset>
          )}
          {!phone && description}
        </div>
        <ReviewTabs
          tab={details ? 'details' : filter}
          onTab={onTab}
          feed={feed}
          phone={phone}
          tools={filter === 'sms' && sms.tools(request)}
        >
          {details ? (
            <div className={`grow ${classes.details}`}>
              {description}
              <ReviewTips request={request} />
              <fieldset disabled={loading} className="m-0 p-0 min-w-0 border-0">
                <ReviewMember patient={request.patient} onTranscript={onTranscript} />
                <ReviewRequest request={request} onView={onView} />
              </fieldset>
            </div>
          ) : (
            <Timeline
              key={filter}
              request={request}
              feed={feed}
              failed={timeline.isError}
              onRetry={timeline.refetch}
              filter={filter}
              onView={onView}
              resend={sms.resend}
            />
          )}
        </ReviewTabs>
        <div ref={footer} className={`gap-xs column fixed ${classes.footer}`}>
          <fieldset disabled={loading} className="m-0 p-0 min-w-0 border-0 gap-xs column">
            {filter === 'sms' ? (
              sms.composer(request)
            ) : (
              <CommentComposer ticketId={request.id} focused={answers && !loading} short={phone} />
            )}
            {phone && <ReviewActions {...actions} short />}
          </fieldset>
        </div>
      </div>
      {!phone && (
        <aside className={`px-lg pb-lg pt-md scroll-y min-h-0 contain hovered ${classes.side}`} aria-label="Actions">
          <fieldset disabled={loading} className="m-0 p-0 min-w-0 border-0">
            <ReviewActions {...actions} />
            <ReviewAlerts request={request} />
            <RequestChain request={request} />
            <ReviewTips request={request} />
            <div className="mt-14">
              <AssignSelect request={request} />
            </div>
            <ReviewMember patient={request.patient} onTranscript={onTranscript} />
            <ReviewRequest request={request} onView={onView} />
          </fieldset>
        </aside>
      )}
    </div>
  );
}

function Description({ text, onAnswers }: { text: string | null; onAnswers: (() => void) | undefined }) {
  return (
    <>
      {text && (
        <Spoiler maxHeight={57} showLabel="Show all" hideLabel="Show less" className="mt-sm">
          <div className={`scroll-y anywhere pre-wrap line-19 ${classes.text}`}>{text}</div>
        </Spoiler>
      )}
      {onAnswers && (
        <Button variant="subtle" ml={-12} leftSection={<IconClipboardText />} onClick={onAnswers}>
          View answers
        </Button>
      )}
    </>
  );
}
