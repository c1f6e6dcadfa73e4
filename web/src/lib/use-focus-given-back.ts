import { useLayoutEffect } from 'react';

/** What opened something has the focus again when that goes, unless it went elsewhere meanwhile. */
export function useFocusGivenBack(): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
      });
    };
  }, []);
}
