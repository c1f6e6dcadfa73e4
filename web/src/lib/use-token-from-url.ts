import { useLayoutEffect, useState } from 'react';

/** A mailed link's token. Removed from the address bar immediately, so that nobody sees it; a reload still has it. */
export function useTokenFromUrl(): string {
  const [token] = useState(
    () => new URLSearchParams(window.location.search).get('token') ?? window.history.state?.token ?? '',
  );
  useLayoutEffect(() => {
    window.history.replaceState({ ...window.history.state, token }, '', window.location.pathname);
  }, [token]);
  return token;
}
