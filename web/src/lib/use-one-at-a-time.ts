import { useState } from 'react';
import { ignoreRepeats } from './ignore-repeats.ts';

/**
 * Runs work that does more than one call, and ignores a repeat until it has ended: the second click of a double click
 * can come before the first one has rendered. A single call needs no guard, as a mutation has its own.
 */
export function useOneAtATime(): (work: () => Promise<unknown>) => void {
  const [run] = useState(ignoreRepeats);
  // The mutation inside reports its own failure.
  return (work) => void run(null, work).catch(() => undefined);
}
