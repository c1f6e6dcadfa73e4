import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { Outcome, TimelineEntry } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { PersonName } from '@kinbridge/contract/users/full-name';

interface Happened {
  key: string;
  at: string;
  /** Null if no staff member did it: the member, or the system. */
  actor: (PersonName & { id: number }) | null;
  organization: string | null;
}

type MoveOutcome = Pick<Outcome, 'code' | 'note' | 'by'>;

export type FeedEntry = Happened &
  (
    | { kind: 'created'; assignee: PersonName | null; surveyAnswerId?: number; source?: 'SELF' }
    | {
        kind: 'moved';
        from: ServiceRequestStatus;
        to: ServiceRequestStatus;
        undo?: true;
        byEmailLink?: true;
        outcome?: MoveOutcome;
      }
    | { kind: 'assigned'; assignee: PersonName | null }
    | { kind: 'reminded'; reminder: 'half' | 'due' | 'twice' | 'stalled' | 'stalled-twice' }
    | { kind: 'note'; noteId: number; content: string; fileName: string | null }
    | {
        kind: 'message';
        messageId: number;
        /** True if your own organization sent it and can resend it. */
        canResend: boolean;
        smsText: string;
        isReceived: boolean;
        state: SmsState;
        reason: string | null;
        recipient: PersonName | null;
      }
    | { kind: 'viewed' }
  );

/** The filters above the feed. Views have their own, so that they don't crowd out the texts. */
export const feedFilters = {
  all: { label: 'All activity', kinds: ['created', 'moved', 'assigned', 'reminded', 'note', 'message'] },
  comments: { label: 'Comments', kinds: ['note'] },
  status: { label: 'Status', kinds: ['created', 'moved', 'assigned', 'reminded'] },
  sms: { label: 'SMS', kinds: ['message'] },
  views: { label: 'Views', kinds: ['viewed'] },
} as const satisfies Record<string, { label: string; kinds: readonly FeedEntry['kind'][] }>;

export type FeedFilter = keyof typeof feedFilters;

export function toFeed(timeline: TimelineEntry[]): FeedEntry[] {
  return timeline.map((entry, index) => {
    const { at, kind, actor, organization, detail } = entry;
    const common = { at, actor, organization: organization?.name ?? null };
    // The server wrote the detail; the contract only says that it is an object.
    return { ...detail, ...common, kind, key: keyOf(kind, detail, index) } as unknown as FeedEntry;
  });
}

function keyOf(kind: TimelineEntry['kind'], detail: TimelineEntry['detail'], index: number): string {
  if (kind === 'note') return `note-${detail.noteId}`;
  if (kind === 'message') return `message-${detail.messageId}`;
  return `${kind}-${index}`;
}

export function filterFeed(feed: FeedEntry[], filter: FeedFilter): FeedEntry[] {
  const kinds: readonly string[] = feedFilters[filter].kinds;
  return feed.filter(({ kind }) => kinds.includes(kind));
}

/** The answers to your own form that led to the request. */
export function answersBehind(feed: FeedEntry[]): number | undefined {
  return feed.flatMap((entry) => (entry.kind === 'created' ? (entry.surveyAnswerId ?? []) : []))[0];
}

type Moments = Partial<Record<ServiceRequestStatus, string>>;

/** When the request last entered each status. Skipped statuses and undone moves have no time. */
export function momentsOf(feed: FeedEntry[]): Moments {
  const history: Moments[] = [{}];
  for (const entry of feed) {
    const now = history.at(-1);
    if (entry.kind === 'created') history.push({ ...now, REQUESTED: entry.at });
    else if (entry.kind === 'moved' && entry.undo) history.pop();
    else if (entry.kind === 'moved') history.push({ ...now, [entry.to]: entry.at });
  }
  return history.at(-1) ?? {};
}
