import type { ReactNode } from 'react';
import { FinishedArc } from './arc.tsx';
import { StateScreen } from './state-screen.tsx';

interface EmptyStateProps {
  title: string;
  /** What will come here, and how. */
  text: string;
  /** One thing to do, in the light variant: the page has its filled button already. */
  actions?: ReactNode;
  level?: 1 | 2;
}

/** A list that has nothing yet. A search without hits is a StateScreen of its own, without the picture. */
export function EmptyState(props: EmptyStateProps) {
  return <StateScreen picture={<FinishedArc />} {...props} />;
}
