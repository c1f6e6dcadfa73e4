import type { TimelineEntry } from '@kinbridge/contract/service-requests/service-requests.contract';
import { describe, expect, it } from 'vitest';
import { filterFeed, momentsOf, toFeed } from './timeline-entries.ts';

const nora = { id: 1, firstName: 'Nora', lastName: 'Lindqvist' };
const owen = { id: 2, firstName: 'Owen', lastName: 'Birch' };
const clinic = { id: 1, name: 'Clinic' };

function entry(minute: number, kind: TimelineEntry['kind'], actor: typeof nora | null, detail = {}): TimelineEntry {
  const at = new Date(2026, 4, 11, 9, minute).toISOString();
  return { at, kind, actor, organization: clinic, detail };
}

const timeline = [
  entry(0, 'created', nora, { assignee: null }),
  entry(1, 'message', null, { messageId: 5, smsText: 'Hi', isReceived: false, state: 'sent' }),
  entry(2, 'viewed', nora),
  entry(3, 'viewed', owen),
  entry(4, 'viewed', nora),
  entry(5, 'moved', owen, { from: 'REQUESTED', to: 'OPEN' }),
  entry(6, 'viewed', nora),
  entry(7, 'note', owen, { noteId: 9, content: 'Called', fileName: null }),
  entry(8, 'moved', owen, { from: 'OPEN', to: 'CANCELLED' }),
  entry(9, 'moved', nora, { from: 'CANCELLED', to: 'OPEN' }),
];

describe('request feed', () => {
  const feed = toFeed(timeline);

  it('shows everything but views, in order', () => {
    expect(filterFeed(feed, 'all').map(({ kind }) => kind)).toEqual([
      'created',
      'message',
      'moved',
      'note',
      'moved',
      'moved',
    ]);
  });

  it('filters by kind', () => {
    expect(filterFeed(feed, 'comments')).toHaveLength(1);
    expect(filterFeed(feed, 'status')).toHaveLength(4);
    expect(filterFeed(feed, 'sms')).toHaveLength(1);
    expect(filterFeed(feed, 'views')).toHaveLength(4);
  });

  it('knows when the request last entered each status', () => {
    expect(momentsOf(feed)).toEqual({ REQUESTED: timeline[0]?.at, OPEN: timeline[9]?.at, CANCELLED: timeline[8]?.at });
  });

  it('ignores a move that was undone', () => {
    const undone = [
      entry(10, 'moved', owen, { from: 'OPEN', to: 'IN_PROGRESS' }),
      entry(11, 'moved', owen, { from: 'IN_PROGRESS', to: 'OPEN', undo: true }),
    ];
    expect(momentsOf(toFeed([...timeline, ...undone]))).toEqual(momentsOf(feed));
  });

  it('keys notes and texts by id, so that they stay stable', () => {
    expect(feed.map(({ key }) => key)).toEqual(expect.arrayContaining(['note-9', 'message-5']));
  });
});
