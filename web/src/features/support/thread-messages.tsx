import { useLayoutEffect, useRef } from 'react';
import { formatDateTime, formatLongDateTime } from '../../lib/dates.ts';
import classes from './thread-messages.module.css';

export interface ThreadMessage {
  id: number;
  /** Written by the side that reads it. */
  own: boolean;
  who: string;
  body: string;
  at: string;
}

/** A question with its answers and replies, oldest first, scrolled to the newest. */
export function ThreadMessages({ messages, label }: { messages: ThreadMessage[]; label: string }) {
  const list = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useLayoutEffect(() => {
    if (count > 0 && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
    <div ref={list} className={classes.thread} role="log" aria-label={label} tabIndex={0}>
      {messages.map(({ id, own, who, body, at }) => (
        <div key={id} className={`gap-2xs column items-start ${classes.message}`} data-own={own || undefined}>
          <p className={`m-0 round-lg px-sm py-xs line-20 soft anywhere pre-wrap ${classes.bubble}`}>{body}</p>
          <p className="m-0 text-xs dimmed">
            {who} ·{' '}
            <time dateTime={at} title={formatLongDateTime(at)}>
              {formatDateTime(at)}
            </time>
          </p>
        </div>
      ))}
    </div>
  );
}
