import { readDraft as readText, writeDraft } from '../../../lib/draft-store.ts';
import { isResumed } from '../../../lib/resumed.ts';
import { nearby, type SearchArea } from '../service-picker/search-area.ts';
import {
  type AnswerAbout,
  emptyRequest,
  type FollowedRequest,
  type KnownMember,
  type NewRequestValues,
} from './new-request.values.ts';

/** The stored part of an unfinished form. Files can't be stored; the name says that there was one. */
export interface NewRequestDraft {
  values: NewRequestValues;
  known: KnownMember | null;
  fileName: string | null;
  /** The Idempotency-Key of each service: even a retry after a reload creates nothing twice. */
  keys: Record<string, string>;
  /** The answer that the last try was sent with. */
  answer: AnswerAbout | null;
  area: SearchArea;
}

export const emptyDraft: NewRequestDraft = {
  values: emptyRequest,
  known: null,
  fileName: null,
  keys: {},
  answer: null,
  area: nearby,
};

/** A form opened for one member, or for another try of a request, has its own draft. */
export type DraftOwner = number | string | null;

export function draftOf(
  member: { id: number } | null | undefined,
  follows: FollowedRequest | null | undefined,
): DraftOwner {
  return follows ? `follows-${follows.id}` : (member?.id ?? null);
}

export function readDraft(owner: DraftOwner): NewRequestDraft | null {
  try {
    const stored = JSON.parse(readText(nameOf(owner)) || 'null') as Partial<NewRequestDraft> | null;
    if (!stored?.values) return null;
    const { values, known = null, fileName = null, keys = {}, answer = null, area = nearby } = stored;
    return { values: { ...emptyRequest, ...values }, known, fileName, keys, answer, area };
  } catch {
    return null;
  }
}

/** Whether the form opens on its own, because it was open when the session ended. */
export function resumesDraft(memberId: number | null): boolean {
  return isResumed() && readDraft(memberId) !== null;
}

export function keepDraft(owner: DraftOwner, draft: NewRequestDraft): void {
  void writeDraft(nameOf(owner), JSON.stringify(draft), 'browser');
}

export function forgetDraft(owner: DraftOwner): void {
  void writeDraft(nameOf(owner), '', 'browser');
}

function nameOf(owner: DraftOwner): string {
  return `new-service-request${owner === null ? '' : `.${owner}`}`;
}
