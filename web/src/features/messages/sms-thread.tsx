import type { SmsMessage } from '@kinbridge/contract/messages/messages.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { useLayoutEffect, useRef } from 'react';
import { Days } from '../../ui/days.tsx';
import { SmsBubble } from '../../ui/sms-bubble.tsx';
import { ResendButton } from './resend-button.tsx';
import classes from './sms-thread.module.css';

interface SmsThreadProps {
  messages: SmsMessage[];
  label: string;
  /** Says why older texts are missing. */
  note: string | undefined;
}

/** A transcript's texts by day, oldest first, scrolled to the newest. */
export function SmsThread({ messages, label, note }: SmsThreadProps) {
  const list = useRef<HTMLDivElement>(null);
  const count = messages.length;
  // Scrolls when a text is added.
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
    <div ref={list} className={classes.thread} role="log" aria-label={label} tabIndex={0}>
      {note && <p className="m-0 py-xs text-xs dimmed centered">{note}</p>}
      <Days entries={messages} at={(message) => message.createTimestamp} keyOf={(message) => message.id}>
        {(message) => (
          <SmsBubble
            text={message.smsText}
            received={message.isReceived}
            state={message.state}
            reason={message.reason}
            who={whoOf(message)}
            at={message.createTimestamp}
            action={message.canResend && <ResendButton messageId={message.id} state={message.state} />}
          />
        )}
      </Days>
    </div>
  );
}

/** 'Ruth', 'To Ruth', or 'Owen Birch to Ruth'. */
function whoOf({ isReceived, sender, recipient }: SmsMessage): string {
  if (isReceived) return sender?.firstName ?? 'Unknown number';
  const to = recipient?.firstName ?? 'unknown number';
  return sender ? `${fullName(sender)} to ${to}` : `To ${to}`;
}
