import { useCallback, useLayoutEffect, useRef } from 'react';

/** One function for every render that calls the newest one, so that memoized rows needn't render again. */
export function useStableCallback<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args) => newest.current(...args), []);
}
