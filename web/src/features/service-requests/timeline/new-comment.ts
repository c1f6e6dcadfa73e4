import { attachmentMaxBytes, attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import { ApiError } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { commentTexts } from '../review.texts.ts';
import type { NewComment } from './comments.api.ts';

/** A retry of the same comment keeps its key, so that it isn't created twice. */
export function newComment(last: NewComment | null, content: string, file: File | null): NewComment {
  const again = last?.content === content && last.file === file;
  return again ? last : { content, file, idempotencyKey: newIdempotencyKey() };
}

export function fileProblem(file: Pick<File, 'type' | 'size'>): string {
  if (!attachmentTypes.includes(file.type)) return commentTexts.wrongType;
  return file.size > attachmentMaxBytes ? commentTexts.tooLarge : '';
}

/** The server's message about a refused file; otherwise the sentence of specification §8. */
export function problemOf(error: Error): string {
  const refused = error instanceof ApiError && (error.status === 413 || error.status === 415);
  return refused ? error.message : commentTexts.failed;
}
