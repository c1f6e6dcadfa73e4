import { operatorKinds } from '@kinbridge/contract/happenings';
import type { OperatorLogEntry } from '@kinbridge/contract/operator/operator.contract';
import { expect, test } from 'vitest';
import { logActor, logSentence } from './log-sentence.ts';

const entry: OperatorLogEntry = {
  id: 1,
  createTimestamp: '2026-11-16T10:00:00.000Z',
  actor: null,
  action: 'organization.refuse',
  entityType: 'organization',
  entityId: 7,
  detail: {},
  requestId: null,
  organization: { id: 7, name: 'Harvest Table' },
  person: null,
};

test.each(Object.values(operatorKinds).flat())('has a sentence for %s', (action) => {
  expect(logSentence({ ...entry, action })).not.toContain(action);
});

test('names what the entry is about', () => {
  expect(logSentence(entry)).toBe('Refused Harvest Table');
  expect(logSentence({ ...entry, organization: null })).toBe('Refused organization #7');
});

test('names the operator, the command or the nightly job', () => {
  expect(logActor({ ...entry, actor: { id: 3, firstName: 'Olive', lastName: 'Operator' } })).toBe('Olive Operator');
  expect(logActor({ ...entry, detail: { byCommand: true } })).toBe('Command');
  expect(logActor({ ...entry, action: 'retention.run', detail: { byCommand: true } })).toBe('Nightly job');
});
