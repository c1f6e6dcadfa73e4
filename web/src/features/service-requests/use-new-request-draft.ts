import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import {
  type DraftOwner,
  forgetDraft,
  keepDraft,
  type NewRequestDraft,
  readDraft,
} from './new-service-request.draft.ts';
import { emptyRequest, isEmptyRequest } from './new-service-request.values.ts';

const emptyDraft: NewRequestDraft = { values: emptyRequest, known: null, fileName: null, keys: {} };

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
    current.current = emptyDraft;
    forgetDraft(owner);
    setRestored(false);
    onTyped(false);
  }

  /** The key under which the server knows the request for a service, however often it is sent. */
  function keyOf(serviceId: number): string {
    const key = current.current.keys[serviceId] ?? newIdempotencyKey();
    keep({ keys: { ...current.current.keys, [serviceId]: key } });
    return key;
  }

  return { initial: initial ?? emptyDraft, restored, keep, forget, keyOf };
}
