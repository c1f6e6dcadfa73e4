import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { TimelineEntry } from '@kinbridge/contract/service-requests/service-requests.contract';

export interface PersonName {
  firstName: string;
  lastName: string;
}

interface Happened {
  key: string;
  at: string;
  /** Null when nobody of the staff did it: the member, or the system. */
  actor: (PersonName & { id: number }) | null;
  organization: string | null;
}

export type FeedEntry = Happened &
  (
    | { kind: 'created'; assignee: PersonName | null }
    | { kind: 'moved'; from: ServiceRequestStatus; to: ServiceRequestStatus; undo?: true }
    | { kind: 'assigned'; assignee: PersonName | null }
    | { kind: 'note'; noteId: number; content: string; fileName: string | null }
    | {
        kind: 'message';
        messageId: number;
        /** True when the own organization sent it and can send it again. */
        canResend: boolean;
        smsText: string;
        isReceived: boolean;
        state: SmsState;
        reason: string | null;
        recipient: PersonName | null;
      }
    | { kind: 'viewed'; viewers: string[] }
  );

/** The filters above the feed, each with the kinds that it shows. */
export const feedFilters = {
  all: { label: 'All activity', kinds: ['created', 'moved', 'assigned', 'note', 'message', 'viewed'] },
  comments: { label: 'Comments', kinds: ['note'] },
  status: { label: 'Status', kinds: ['created', 'moved', 'assigned'] },
  sms: { label: 'SMS', kinds: ['message'] },
  views: { label: 'Views', kinds: ['viewed'] },
} as const satisfies Record<string, { label: string; kinds: readonly FeedEntry['kind'][] }>;

export type FeedFilter = keyof typeof feedFilters;

export function toFeed(timeline: TimelineEntry[]): FeedEntry[] {
  return timeline.map((entry, place) => {
    const { at, kind, actor, organization, detail } = entry;
    const common = { at, actor, organization: organization?.name ?? null };
    const viewers = actor ? [fullName(actor)] : [];
    // The server wrote the detail; the contract says of it only that it is an object.
    return { ...detail, ...common, kind, viewers, key: keyOf(kind, detail, place) } as unknown as FeedEntry;
  });
}

function keyOf(kind: TimelineEntry['kind'], detail: TimelineEntry['detail'], place: number): string {
  if (kind === 'note') return `note-${detail.noteId}`;
  if (kind === 'message') return `message-${detail.messageId}`;
  return `${kind}-${place}`;
}

/** What a filter shows. Among everything else, people who looked one after another share a line. */
export function filterFeed(feed: FeedEntry[], filter: FeedFilter): FeedEntry[] {
  const kinds: readonly string[] = feedFilters[filter].kinds;
  const shown = feed.filter((entry) => kinds.includes(entry.kind));
  return filter === 'all' ? shown.reduce<FeedEntry[]>(withView, []) : shown;
}

function withView(entries: FeedEntry[], entry: FeedEntry): FeedEntry[] {
  const last = entries.at(-1);
  if (entry.kind !== 'viewed' || last?.kind !== 'viewed' || !sameDay(last.at, entry.at)) return [...entries, entry];
  const viewers = [...new Set([...last.viewers, ...entry.viewers])];
  return [...entries.slice(0, -1), { ...entry, key: last.key, viewers }];
}

function sameDay(a: string, b: string): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

export function countIn(feed: FeedEntry[], filter: FeedFilter): number {
  const kinds: readonly string[] = feedFilters[filter].kinds;
  return feed.filter(({ kind }) => kinds.includes(kind)).length;
}

type Moments = Partial<Record<ServiceRequestStatus, string>>;

/** When the request last came to each status. Skipped statuses and undone moves leave no time. */
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

export function fullName({ firstName, lastName }: PersonName): string {
  return `${firstName} ${lastName}`.trim();
}

/** 'Nora Lindqvist', 'Nora Lindqvist and Owen Birch', 'Nora Lindqvist, Owen Birch and 3 others'. */
export function listNames(names: string[]): string {
  const [first = '', second, ...others] = names;
  if (second === undefined) return first;
  if (others.length === 0) return `${first} and ${second}`;
  return `${first}, ${second} and ${others.length === 1 ? others[0] : `${others.length} others`}`;
}
