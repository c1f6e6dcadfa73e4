import { expect, it } from 'vitest';
import { holdsInWords } from './merges.texts.ts';

it.each([
  [0, 0, 0, 'nothing'],
  [1, 0, 0, '1 service request'],
  [0, 2, 1, '2 messages and 1 file'],
  [3, 1, 2, '3 service requests, 1 message and 2 files'],
])('%i, %i and %i read %s', (serviceRequests, messages, documents, words) => {
  expect(holdsInWords({ serviceRequests, messages, documents })).toBe(words);
});
