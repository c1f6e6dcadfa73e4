import type { SupportMessageType } from '@kinbridge/contract/support/support.contract';

/** The unsent question. With its key, the same question sent twice arrives once. */
export interface SupportDraft {
  messageType: SupportMessageType | null;
  feedback: string;
  idempotencyKey: string;
}

export const emptySupportDraft: SupportDraft = { messageType: null, feedback: '', idempotencyKey: '' };
