import type { ReactNode } from 'react';
import { FinishedArc } from './arc.tsx';
import { StateScreen } from './state-screen.tsx';

interface EmptyStateProps {
  title: string;
  /** What will appear here, and how. */
  text: string;
  /** One action, in the light variant, because the page already has its filled button. */
  actions?: ReactNode;
  level?: 1 | 2;
}

/** A list without entries yet. A search without results is a StateScreen without the picture. */
export function EmptyState(props: EmptyStateProps) {
  return <StateScreen picture={<FinishedArc />} {...props} />;
}
