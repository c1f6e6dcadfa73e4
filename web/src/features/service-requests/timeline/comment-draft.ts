import { readDraft, writeDraft } from '../../../lib/draft-store.ts';

/** Chosen files last as long as the page, because browsers don't store them. */
const files = new Map<number, File>();

export function commentDraftName(serviceRequestId: number): string {
  return `comment.${serviceRequestId}`;
}

function sendingName(serviceRequestId: number): string {
  return `comment-sending.${serviceRequestId}`;
}

export function keptFile(serviceRequestId: number): File | null {
  return files.get(serviceRequestId) ?? null;
}

export function keepFile(serviceRequestId: number, file: File | null): void {
  if (file) files.set(serviceRequestId, file);
  else files.delete(serviceRequestId);
}

/** The box is free for the next comment immediately, so the one being sent is stored separately until it arrives. */
export function keepWhileSending(serviceRequestId: number, content: string, file: File | null): void {
  writeDraft(sendingName(serviceRequestId), content);
  writeDraft(commentDraftName(serviceRequestId), '');
  if (file === keptFile(serviceRequestId)) keepFile(serviceRequestId, null);
}

export function sentComment(serviceRequestId: number): void {
  writeDraft(sendingName(serviceRequestId), '');
}

/** A comment that couldn't be sent returns to the box, above what was typed since. */
export function returnToDraft(serviceRequestId: number, content: string, file: File | null): void {
  const name = commentDraftName(serviceRequestId);
  writeDraft(name, [content, readDraft(name)].filter(Boolean).join('\n\n'));
  writeDraft(sendingName(serviceRequestId), '');
  if (file && !keptFile(serviceRequestId)) keepFile(serviceRequestId, file);
}

/** After a reload during sending, the outcome is unknown, so the comment is offered again. */
export function recoverUnsent(serviceRequestId: number): void {
  const unsent = readDraft(sendingName(serviceRequestId));
  if (unsent) returnToDraft(serviceRequestId, unsent, null);
}
