import { useEffect } from 'react';

const attribute = 'data-mantine-color-scheme';

/** Prints in light colors, whatever the screen shows. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement;
    let shown: string | null = null;
    const lighten = () => {
      shown = root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    };
    const restore = () => {
      if (shown) root.setAttribute(attribute, shown);
    };
    addEventListener('beforeprint', lighten);
    addEventListener('afterprint', restore);
    return () => {
      removeEventListener('beforeprint', lighten);
      removeEventListener('afterprint', restore);
    };
  }, []);
}
