import { expect, it } from 'vitest';
import { holdsText } from './merges.texts.ts';

it.each([
  [0, 0, 0, 0, 0, 'nothing'],
  [1, 0, 0, 0, 0, '1 service request'],
  [0, 2, 1, 0, 0, '2 messages and 1 file'],
  [0, 0, 0, 1, 0, '1 assigned form'],
  [3, 1, 2, 2, 1, '3 service requests, 1 message, 2 files, 2 assigned forms and 1 answered form'],
])('%i, %i, %i, %i and %i read %s', (serviceRequests, messages, documents, assignedForms, answeredForms, words) => {
  expect(holdsText({ serviceRequests, messages, documents, assignedForms, answeredForms })).toBe(words);
});
