import { useState } from 'react';

type Errors = Record<string, string>;

/**
 * The errors by path of a form that keeps its own values: found when it is sent, each cleared by an edit. They don't come
 * back before the next try, because the summary would take focus from the field.
 */
export function useTriedErrors() {
  const [errors, setErrors] = useState<Errors>({});
  const [attempts, setAttempts] = useState(0);
  return {
    errors,
    attempts,
    /** Shows these errors; false if there are any. */
    check(found: Errors): boolean {
      setErrors(found);
      setAttempts((count) => count + 1);
      return Object.keys(found).length === 0;
    },
    clear(paths: string[]): void {
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !paths.includes(path))));
    },
  };
}
