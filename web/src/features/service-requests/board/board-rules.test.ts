import { expect, it } from 'vitest';
import { boardEmphasis, columnHides, selectRows } from './board-rules.ts';

const open = { status: 'OPEN', mark: null, name: '' } as const;

it.each<[string, Partial<Parameters<typeof boardEmphasis>[0]>, ReturnType<typeof boardEmphasis>]>([
  ['open requests', {}, { keepsDate: false, due: null, showsOutcome: false }],
  ['new requests', { status: 'REQUESTED' }, { keepsDate: false, due: 'beside', showsOutcome: false }],
  ['overdue requests', { mark: 'overdue' }, { keepsDate: false, due: 'instead', showsOutcome: false }],
  [
    'overdue new ones',
    { status: 'REQUESTED', mark: 'overdue' },
    { keepsDate: false, due: 'instead', showsOutcome: false },
  ],
  ['completed requests', { status: 'COMPLETED' }, { keepsDate: true, due: null, showsOutcome: true }],
  ['cancelled requests', { status: 'CANCELLED' }, { keepsDate: false, due: null, showsOutcome: true }],
  ['all statuses', { status: null }, { keepsDate: false, due: null, showsOutcome: true }],
  ['all overdue ones', { status: null, mark: 'overdue' }, { keepsDate: false, due: 'instead', showsOutcome: false }],
  ['declined ones', { status: null, mark: 'declined' }, { keepsDate: false, due: null, showsOutcome: true }],
  ['stalled ones', { status: null, mark: 'stalled' }, { keepsDate: false, due: null, showsOutcome: false }],
  ['a search', { name: 'Ruth' }, { keepsDate: false, due: null, showsOutcome: true }],
])('emphasizes what matters among %s', (_, search, emphasis) => {
  expect(boardEmphasis({ ...open, ...search }, false)).toEqual(emphasis);
});

it('shows when a response is due in every list with a request that waits', () => {
  expect(boardEmphasis(open, true).due).toBe('beside');
});

it.each([
  ['the completion date', false, null, { time: {}, completed: { hides: 1 } }],
  ['the time where a response is due', false, 'beside', { time: { hides: 0 }, completed: { hides: 1 } }],
  ['the time among overdue requests', false, 'instead', { time: { hides: 0 }, completed: { hides: 1 } }],
  ['the time among completed ones', true, null, { time: { hides: 5 }, completed: {} }],
] as const)('hides %s first', (_, keepsDate, due, hides) => {
  expect(columnHides({ keepsDate, due, showsOutcome: false })).toEqual(hides);
});

it.each([
  ['adds rows to the selection', [{ id: 3 }], true, [1, 2, 3]],
  ['keeps a selected row once', [{ id: 2 }], true, [1, 2]],
  ['removes rows from the selection', [{ id: 1 }, { id: 9 }], false, [2]],
])('%s', (_, touched, on, ids) => {
  const before = new Map([1, 2].map((id) => [id, { id }]));
  expect([...selectRows(before, touched, on).keys()]).toEqual(ids);
});
