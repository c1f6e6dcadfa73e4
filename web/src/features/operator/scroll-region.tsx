import type { ReactNode } from 'react';

interface ScrollRegionProps {
  className: string | undefined;
  label: string;
  children: ReactNode;
}

/** A wide table's frame. */
export function ScrollRegion({ className, label, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
