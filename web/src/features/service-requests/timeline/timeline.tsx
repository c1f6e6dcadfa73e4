import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { useMutationState } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { Days } from '../../../ui/days.tsx';
import { IconRefresh } from '../../../ui/icons/first-icons.ts';
import type { Attachment } from '../attachment-file.ts';
import { reviewTexts } from '../review.texts.ts';
import { commentKey, type NewComment } from './comments.api.ts';
import classes from './timeline.module.css';
import { TimelineComment } from './timeline-comment.tsx';
import { type FeedEntry, type FeedFilter, feedFilters, filterFeed } from './timeline-entries.ts';
import { type ResendAction, TimelineEntry } from './timeline-entry.tsx';

interface TimelineProps {
  request: ServiceRequest;
  feed: FeedEntry[] | undefined;
  failed: boolean;
  onRetry: () => void;
  filter: FeedFilter;
  onView: (attachment: Attachment) => void;
  resend: ResendAction;
}

/** Everything that happened to a request, oldest first. */
export function Timeline({ request, feed, failed, onRetry, filter, onView, resend }: TimelineProps) {
  const list = useRef<HTMLDivElement>(null);
  const sending = useSendingComments(request.id);
  const shown = feed && filterFeed(feed, filter);
  const comments = filter === 'all' || filter === 'comments' ? sending : [];
  useNewestInSight(list, (shown?.length ?? 0) + comments.length, comments.length);

  if (failed && !shown) {
    return (
      <div className={`gap-sm row justify-center vertical ${classes.state}`} role="alert">
        <Text>{reviewTexts.feedFailed}</Text>
        <Button variant="default" leftSection={<IconRefresh />} onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!shown) return <TimelineSkeleton />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
    <div ref={list} className={classes.feed} role="log" aria-label={feedFilters[filter].label} tabIndex={0}>
      {shown.length + comments.length === 0 && <p className={classes.nothing}>{reviewTexts.nothing[filter]}</p>}
      <Days entries={[...shown, ...comments]} at={(entry) => entry.at} keyOf={(entry) => entry.key}>
        {(entry) =>
          'sendingFile' in entry ? (
            <TimelineComment {...entry} onView={onView} />
          ) : (
            <TimelineEntry entry={entry} member={request.patient} onView={onView} resend={resend} />
          )
        }
      </Days>
    </div>
  );
}

/** Comments appear in the feed before the server has confirmed them. */
function useSendingComments(ticketId: number) {
  const author = useCurrentUser();
  const sending = useMutationState({
    filters: { mutationKey: commentKey(ticketId), status: 'pending' },
    select: (mutation) => mutation.state.variables as NewComment,
  });
  return sending.map((comment) => ({
    key: comment.idempotencyKey,
    at: null,
    author,
    organization: null,
    content: comment.content,
    sendingFile: comment.file?.name,
    attachment: null,
  }));
}

/**
 * Scrolls to the newest entry at first, to your own comments, and to others if the newest was already in view. A feed
 * that scrolls along with the request opens at the top, where the request is.
 */
function useNewestInSight(list: RefObject<HTMLDivElement | null>, count: number, sending: number) {
  const height = useRef(0);
  const sent = useRef(0);
  // Runs when an entry is added.
  useLayoutEffect(() => {
    const own = sending > sent.current;
    sent.current = sending;
    if (!list.current) return;
    const box = scrollerOf(list.current);
    const first = height.current === 0;
    const distance = height.current - box.scrollTop - box.clientHeight;
    if (own || (first ? box === list.current : distance < 40)) box.scrollTop = box.scrollHeight;
    height.current = box.scrollHeight;
  }, [count, sending]);
}

/** The feed itself; on a phone and in a low window, the scrolling element around it. */
function scrollerOf(list: HTMLElement): HTMLElement {
  for (let box: HTMLElement | null = list; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowY === 'auto') return box;
  }
  return list;
}

/** Placeholder lines and cards. */
function TimelineSkeleton() {
  return (
    <div className={`gap-lg column ${classes.skeleton}`} aria-busy="true">
      <Skeleton height={14} width="62%" radius="sm" />
      <Skeleton height={58} width="56%" ml="auto" radius="lg" />
      <Skeleton height={14} width="48%" radius="sm" />
      <Skeleton height={62} radius="lg" />
    </div>
  );
}
