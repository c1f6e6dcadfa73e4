import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import type { SamePersonAnswer } from '../../../ui/same-person/possible-match.ts';
import {
  type DraftOwner,
  emptyDraft,
  forgetDraft,
  keepDraft,
  type NewRequestDraft,
  readDraft,
} from './new-request.draft.ts';
import { answerAbout, isEmptyRequest, type NewRequestValues, typedFields } from './new-request.values.ts';

/** Keeps the form through a reload, from the first letter until it is created or discarded. */
export function useNewRequestDraft(owner: DraftOwner, onTyped: (typed: boolean) => void) {
  const [initial] = useState(() => readDraft(owner));
  const [restored, setRestored] = useState(initial !== null);
  const current = useRef<NewRequestDraft>(initial ?? emptyDraft);

  useEffect(() => onTyped(initial !== null), [initial, onTyped]);

  function keep(change: Partial<NewRequestDraft>) {
    current.current = { ...current.current, ...change };
    const { values, known, fileName } = current.current;
    const typed = !isEmptyRequest(values) || known !== null || fileName !== null;
    onTyped(typed);
    if (typed) keepDraft(owner, current.current);
    else forgetDraft(owner);
  }

  function forget() {
    current.current = { ...emptyDraft, area: current.current.area };
    forgetDraft(owner);
    setRestored(false);
    onTyped(false);
  }

  /** The request's idempotency key for a service, the same for every try. */
  function keyOf(serviceId: number): string {
    const key = current.current.keys[serviceId] ?? newIdempotencyKey();
    keep({ keys: { ...current.current.keys, [serviceId]: key } });
    return key;
  }

  /** Choosing a service again after it was created makes a new request. */
  function dropKeys(serviceIds: number[]) {
    const keys = Object.entries(current.current.keys).filter(([id]) => !serviceIds.includes(Number(id)));
    keep({ keys: Object.fromEntries(keys) });
  }

  function answerTo(values: NewRequestValues): SamePersonAnswer | null {
    return answerAbout(current.current.answer, values);
  }

  function setAnswer(values: NewRequestValues, is: SamePersonAnswer | null) {
    keep({ answer: is === null ? null : { person: typedFields(values), is } });
  }

  return { initial: initial ?? emptyDraft, restored, keep, forget, keyOf, dropKeys, answerTo, setAnswer };
}
