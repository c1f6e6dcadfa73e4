import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { fullName, type PersonName } from '@kinbridge/contract/users/full-name';
import type { ReactNode } from 'react';
import { formatLongDateTime, formatTime } from '../../../lib/dates.ts';
import type { Icon } from '../../../ui/icons/create-icon.ts';
import { IconCircleX, IconPlus } from '../../../ui/icons/icons.ts';
import { IconArrowBackUp, IconArrowRight, IconClock, IconEye, IconUserCheck } from '../../../ui/icons/later-icons.ts';
import { SmsBubble } from '../../../ui/sms-bubble.tsx';
import type { Attachment } from '../attachment-file.ts';
import { TimelineComment } from './timeline-comment.tsx';
import type { FeedEntry } from './timeline-entries.ts';
import classes from './timeline-entry.module.css';

interface TimelineEntryProps {
  entry: FeedEntry;
  member: PersonName;
  onView: (attachment: Attachment) => void;
  resend: ResendAction;
}

type Message = Extract<FeedEntry, { kind: 'message' }>;
/** Renders a resend button; another feature provides it. */
export type ResendAction = (message: Pick<Message, 'messageId' | 'state'>) => ReactNode;

/** One entry: a comment, a text, or a line about who did what. */
export function TimelineEntry({ entry, member, onView, resend }: TimelineEntryProps) {
  switch (entry.kind) {
    case 'note':
      return (
        <TimelineComment
          author={entry.actor}
          organization={entry.organization}
          at={entry.at}
          content={entry.content}
          attachment={entry.fileName ? { of: 'note', id: entry.noteId, fileName: entry.fileName } : null}
          onView={onView}
        />
      );
    case 'message':
      return (
        <div className={classes.indented}>
          <SmsBubble
            text={entry.smsText}
            received={entry.isReceived}
            state={entry.state}
            reason={entry.reason}
            who={correspondents(entry, member)}
            at={entry.at}
            action={entry.canResend && resend(entry)}
          />
        </div>
      );
    default:
      return <Line entry={entry} member={member} />;
  }
}

/** 'Ruth', 'To Ruth', or 'Owen Birch to Ruth'. */
function correspondents(entry: Message, member: PersonName): string {
  if (entry.isReceived) return entry.recipient?.firstName ?? member.firstName;
  const to = entry.recipient?.firstName ?? member.firstName;
  return entry.actor ? `${fullName(entry.actor)} to ${to}` : `To ${to}`;
}

type LineEntry = Exclude<FeedEntry, { kind: 'note' | 'message' }>;

function Line({ entry, member }: { entry: LineEntry; member: PersonName }) {
  const { icon: LineIcon, words } = lineOf(entry, member);
  return (
    <div className={`gap-10 grid items-start line-20 label ${classes.line}`} data-kind={entry.kind}>
      <LineIcon aria-hidden="true" />
      <p className="m-0 anywhere">
        {words}
        {entry.kind === 'moved' && entry.byEmailLink && ' by e-mail link'}
      </p>
      <time className="text-xs dimmed" dateTime={entry.at} title={formatLongDateTime(entry.at)}>
        {formatTime(entry.at)}
      </time>
    </div>
  );
}

function lineOf(entry: LineEntry, member: PersonName): { icon: Icon; words: ReactNode } {
  const who = <Who entry={entry} />;
  switch (entry.kind) {
    case 'created':
      if (entry.source === 'SELF') {
        const words = (
          <>
            <strong>{fullName(member)}</strong> asked for help in the public directory
          </>
        );
        return { icon: IconPlus, words };
      }
      return {
        icon: IconPlus,
        words: (
          <>
            {who} referred <strong>{fullName(member)}</strong>
            {entry.assignee && (
              <>
                {' '}
                and assigned <strong>{fullName(entry.assignee)}</strong>
              </>
            )}
          </>
        ),
      };
    case 'assigned':
      return {
        icon: IconUserCheck,
        words: (
          <>
            {who} assigned <strong>{entry.assignee ? fullName(entry.assignee) : 'nobody'}</strong>
          </>
        ),
      };
    case 'reminded':
      return {
        icon: IconClock,
        words: (
          <>
            <strong>Kinbridge</strong> emailed {reminded[entry.reminder]}
            <At organization={entry.organization} />: {reminderReasons[entry.reminder]}
          </>
        ),
      };
    case 'viewed':
      return {
        icon: IconEye,
        words: <>{who} viewed it</>,
      };
    case 'moved':
      return moveLine(entry, member);
  }
}

const reminded = {
  half: 'the people responsible',
  due: 'the admins',
  twice: 'the sender',
  stalled: 'the people responsible',
  'stalled-twice': 'the people responsible',
};
const reminderReasons = {
  half: 'half of the response time has passed',
  due: 'a response is due',
  twice: 'no response after twice the promised time',
  stalled: 'accepted, and nothing done since',
  'stalled-twice': 'accepted, and still nothing done since',
};

function moveLine(entry: Extract<FeedEntry, { kind: 'moved' }>, member: PersonName): { icon: Icon; words: ReactNode } {
  const to = <strong>{serviceRequestStatusLabels[entry.to]}</strong>;
  if (entry.undo) {
    return {
      icon: IconArrowBackUp,
      words: (
        <>
          {<Who entry={entry} />} undid the move to {serviceRequestStatusLabels[entry.from]}: {to} again
        </>
      ),
    };
  }
  if (entry.to === 'CANCELLED') {
    return {
      icon: IconCircleX,
      words: (
        <>
          {<Who entry={entry} />} cancelled the ticket
          <Reason entry={entry} />
        </>
      ),
    };
  }
  if (entry.from === 'CANCELLED') {
    return {
      icon: IconArrowBackUp,
      words: (
        <>
          {<Who entry={entry} />} reopened the ticket as {to}
        </>
      ),
    };
  }
  if (entry.from === entry.to) {
    return {
      icon: IconArrowRight,
      words: <>{<Who entry={entry} />} accepted the request</>,
    };
  }
  const way = (
    <>
      moved from {serviceRequestStatusLabels[entry.from]} to {to}
    </>
  );
  return {
    icon: IconArrowRight,
    // Without a staff actor, it was the member's answer to the confirmation message.
    words: entry.actor ? (
      <>
        <Who entry={entry} /> {way}
        <Reason entry={entry} />
      </>
    ) : (
      <>
        <strong>{fullName(member)}</strong> confirmed by SMS, {way}
        <Reason entry={entry} />
      </>
    ),
  };
}

/** ': No capacity', with the note below. */
function Reason({ entry: { outcome } }: { entry: Extract<FeedEntry, { kind: 'moved' }> }) {
  if (!outcome) return null;
  return (
    <>
      : <strong>{outcomeLabel(outcome.code)}</strong>
      {outcome.note && <span className="block pre-line">{outcome.note}</span>}
    </>
  );
}

function Who({ entry }: { entry: FeedEntry }) {
  return (
    <>
      <strong>{entry.actor ? fullName(entry.actor) : 'A form'}</strong>
      <At organization={entry.organization} />
    </>
  );
}

function At({ organization }: { organization: string | null }) {
  return organization && <span className="dimmed"> at {organization}</span>;
}
