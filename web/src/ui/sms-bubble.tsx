import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import { readableReason } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { ReactNode } from 'react';
import { formatLongDateTime, formatTime } from '../lib/dates.ts';
import type { Icon } from './icons/create-icon.ts';
import { IconAlertCircle, IconCheck } from './icons/first-icons.ts';
import { IconBan, IconChecks, IconClock, IconHelpCircle, IconMessage2 } from './icons/later-icons.ts';
import classes from './sms-bubble.module.css';

const states: Record<SmsState, { icon: Icon; word: string }> = {
  queued: { icon: IconClock, word: 'Queued' },
  sending: { icon: IconClock, word: 'Sending' },
  sent: { icon: IconCheck, word: 'Sent' },
  delivered: { icon: IconChecks, word: 'Delivered' },
  failed: { icon: IconAlertCircle, word: 'Failed' },
  unknown: { icon: IconHelpCircle, word: 'Unknown' },
  skipped: { icon: IconBan, word: 'Skipped' },
};

interface SmsBubbleProps {
  text: string;
  received: boolean;
  state: SmsState;
  /** Why it was skipped or failed, or what it is waiting for. */
  reason: string | null;
  /** The sender or the recipient. */
  who: string;
  /** Null until the server has it. */
  at: string | null;
  /** For example, a Resend button. */
  action?: ReactNode;
}

/** One text message: received ones on the left, sent ones on the right with their state. */
export function SmsBubble({ text, received, state, reason, who, at, action }: SmsBubbleProps) {
  const { icon: StateIcon, word } = states[state];
  return (
    <div className={`gap-2xs column push hug items-end ${classes.message}`} data-received={received || undefined}>
      <p className={`m-0 px-sm py-xs line-18 anywhere pre-wrap tinted ${classes.bubble}`}>{text}</p>
      <p className={`m-0 flex wrap justify-end text-xs line-16 dimmed ${classes.meta}`}>
        <IconMessage2 className="mt-1" size={14} aria-hidden="true" />
        <span>{who}</span>
        {at && (
          <time dateTime={at} title={formatLongDateTime(at)}>
            {formatTime(at)}
          </time>
        )}
        {!received && (
          <span className={`gap-2xs anywhere inline-flex ${classes.state}`} data-state={state}>
            <StateIcon className="mt-1 fixed" size={14} aria-hidden="true" />
            {word}
            {reason && `: ${readableReason(reason)}`}
          </span>
        )}
      </p>
      {action}
    </div>
  );
}
