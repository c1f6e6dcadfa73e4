import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { ApiError, ProofCancelled } from '../../lib/api.ts';
import type { Conflict } from './edited-record.ts';

interface EditFailureProps<Edited, Values, Field extends string> {
  form: Pick<UseFormReturnType<Values>, 'setErrors' | 'setValues'>;
  /** Loads the current record. */
  fetchFresh: () => Promise<Edited>;
  /** Merges newer saved values into the form's values. */
  rebase: (values: Values, known: Edited, fresh: Edited) => { values: Values; conflicts: Conflict<Field>[] };
}

/** An edit of a record that others may edit too: the record the form is based on, and why saving failed. */
export function useEditFailure<Edited, Values, Field extends string>(
  record: Edited,
  { form, fetchFresh, rebase }: EditFailureProps<Edited, Values, Field>,
) {
  // The record the form is based on. After a conflict this is the fresh one.
  const [known, setKnown] = useState(record);
  const [conflicts, setConflicts] = useState<Conflict<Field>[] | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);

  function forget() {
    setFailure(null);
    setConflicts(null);
  }

  /** `errorsOf` says at which fields of the form the server's errors belong, if not at those of the same name. */
  async function explain(error: Error, values: Values, errorsOf = (fields: Record<string, string>) => fields) {
    if (error instanceof ProofCancelled) return;
    if (error instanceof ApiError && error.body.code === 'stale') {
      const fresh = await fetchFresh().catch(() => null);
      if (!fresh) return setFailure(error);
      const rebased = rebase(values, known, fresh);
      setKnown(fresh);
      form.setValues(rebased.values as never);
      setConflicts(rebased.conflicts);
    } else if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
      form.setErrors(errorsOf(error.fields));
    } else {
      setFailure(error);
    }
  }

  return { known, conflicts, failure, forget, explain };
}
