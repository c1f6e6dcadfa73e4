import { expect, it } from 'vitest';
import { boardEmphasis, columnHides } from './board-emphasis.ts';

const open = { status: 'OPEN', overdue: false, name: '' } as const;

it.each<[string, Partial<Parameters<typeof boardEmphasis>[0]>, ReturnType<typeof boardEmphasis>]>([
  ['open requests', {}, { keepsDate: false, due: null, showsOutcome: false }],
  ['new requests', { status: 'REQUESTED' }, { keepsDate: false, due: 'beside', showsOutcome: false }],
  ['overdue requests', { overdue: true }, { keepsDate: false, due: 'instead', showsOutcome: false }],
  [
    'overdue new ones',
    { status: 'REQUESTED', overdue: true },
    { keepsDate: false, due: 'instead', showsOutcome: false },
  ],
  ['completed requests', { status: 'COMPLETED' }, { keepsDate: true, due: null, showsOutcome: true }],
  ['cancelled requests', { status: 'CANCELLED' }, { keepsDate: false, due: null, showsOutcome: true }],
  ['all statuses', { status: null }, { keepsDate: false, due: null, showsOutcome: true }],
  ['all overdue ones', { status: null, overdue: true }, { keepsDate: false, due: 'instead', showsOutcome: false }],
  ['a search', { name: 'Ruth' }, { keepsDate: false, due: null, showsOutcome: true }],
])('emphasizes what matters among %s', (_, search, emphasis) => {
  expect(boardEmphasis({ ...open, ...search })).toEqual(emphasis);
});

it.each([
  ['the completion date', false, null, { due: {}, time: {}, completed: { hides: 1 } }],
  ['the due time', false, 'beside', { due: { hides: 0 }, time: {}, completed: { hides: 1 } }],
  ['the time among overdue requests', false, 'instead', { due: {}, time: { hides: 0 }, completed: { hides: 1 } }],
  ['the time among completed ones', true, null, { due: {}, time: { hides: 5 }, completed: {} }],
] as const)('hides %s first', (_, keepsDate, due, hides) => {
  expect(columnHides({ keepsDate, due, showsOutcome: false })).toEqual(hides);
});
