import type { TimelineEntry } from '@kinbridge/contract/service-requests/service-requests.contract';
import { describe, expect, it } from 'vitest';
import { countIn, filterFeed, listNames, momentsOf, toFeed } from './timeline-entries.ts';

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

describe('the feed of a request', () => {
  const feed = toFeed(timeline);

  it('shows everything in its order, with people who looked one after another in one line', () => {
    const shown = filterFeed(feed, 'all');
    expect(shown.map(({ kind }) => kind)).toEqual([
      'created',
      'message',
      'viewed',
      'moved',
      'viewed',
      'note',
      'moved',
      'moved',
    ]);
    expect(shown[2]).toMatchObject({ viewers: ['Nora Lindqvist', 'Owen Birch'], at: timeline[4]?.at });
  });

  it('keeps views of different days apart', () => {
    const later = { ...entry(0, 'viewed', nora), at: new Date(2026, 4, 12, 9).toISOString() };
    expect(filterFeed(toFeed([entry(0, 'viewed', nora), later]), 'all')).toHaveLength(2);
  });

  it('counts and shows what each filter is for', () => {
    expect(countIn(feed, 'comments')).toBe(1);
    expect(countIn(feed, 'status')).toBe(4);
    expect(countIn(feed, 'sms')).toBe(1);
    expect(filterFeed(feed, 'views')).toHaveLength(4);
  });

  it('knows when the request last came to each status', () => {
    expect(momentsOf(feed)).toEqual({ REQUESTED: timeline[0]?.at, OPEN: timeline[9]?.at, CANCELLED: timeline[8]?.at });
  });

  it('forgets a move that was undone', () => {
    const undone = [
      entry(10, 'moved', owen, { from: 'OPEN', to: 'IN_PROGRESS' }),
      entry(11, 'moved', owen, { from: 'IN_PROGRESS', to: 'OPEN', undo: true }),
    ];
    expect(momentsOf(toFeed([...timeline, ...undone]))).toEqual(momentsOf(feed));
  });

  it('gives notes and texts the key of their id, so that they stay the same when more comes before them', () => {
    expect(feed.map(({ key }) => key)).toEqual(expect.arrayContaining(['note-9', 'message-5']));
  });
});

it.each([
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
  [['A', 'B', 'C', 'D'], 'A, B and 2 others'],
])('names %j as %s', (names, text) => expect(listNames(names)).toBe(text));
