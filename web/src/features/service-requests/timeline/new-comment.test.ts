import { attachmentMaxBytes } from '@kinbridge/contract/service-requests/attachment-limits';
import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { commentTexts } from '../review.texts.ts';
import { fileProblem, newComment, problemOf } from './new-comment.ts';

const file = new File(['x'], 'scan.pdf');
const last = { content: 'Called her.', file, idempotencyKey: 'first' };

const refusal = (status: number, message: string) => new ApiError(status, { code: 'refused', message, requestId: '1' });

it.each<[string, typeof last | null, string, File | null, boolean]>([
  ['keeps the key of the same comment', last, 'Called her.', file, true],
  ['makes a key for other text', last, 'Called him.', file, false],
  ['makes a key for another file', last, 'Called her.', new File(['x'], 'scan.pdf'), false],
  ['makes a key without the file', last, 'Called her.', null, false],
  ['makes a key for the first try', null, 'Called her.', file, false],
])('%s', (_, before, content, chosen, same) => {
  const comment = newComment(before, content, chosen);
  expect(comment).toEqual({ content, file: chosen, idempotencyKey: expect.any(String) });
  expect(comment.idempotencyKey === 'first').toBe(same);
});

it.each([
  ['application/pdf', attachmentMaxBytes, ''],
  ['application/pdf', attachmentMaxBytes + 1, commentTexts.tooLarge],
  ['application/x-msdownload', 1, commentTexts.wrongType],
])('says of a file of type %s with %i bytes: %s', (type, size, problem) => {
  expect(fileProblem({ type, size })).toBe(problem);
});

it.each([
  ['the server on a file that is too large', refusal(413, 'Too large.'), 'Too large.'],
  ['the server on a file of another type', refusal(415, 'Not a PDF.'), 'Not a PDF.'],
  ['the specification on any other failure', refusal(500, 'Down.'), commentTexts.failed],
  ['the specification without an answer', new Error('Offline.'), commentTexts.failed],
])('quotes %s', (_, error, problem) => {
  expect(problemOf(error)).toBe(problem);
});
