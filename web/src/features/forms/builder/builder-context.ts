import type { Service } from '@kinbridge/contract/services/services.contract';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { createContext, use } from 'react';
import type { BuilderAction, BuilderState } from './builder-reducer.ts';

export interface BuilderTools {
  state: BuilderState;
  /** Changes the form; then focus can move to a part of the selected element, which may have moved. */
  dispatch: (action: BuilderAction, focus?: 'handle' | 'title') => void;
  /** The version that the edit started from. */
  published: SurveyDefinition | null;
  /** The organization's services; undefined while loading. */
  services: Service[] | undefined;
  /** The number of each question by its key. */
  numbers: ReadonlyMap<string, number>;
  /** The keys of elements with a rule about a deleted question. */
  broken: ReadonlySet<string>;
  /** The dragged item: an element's key, a question kind's id, or null. */
  dragging: string | null;
  /** Shows the palette and focuses its search. */
  showPalette: () => void;
}

export const BuilderContext = createContext<BuilderTools | null>(null);

export function useBuilder(): BuilderTools {
  const tools = use(BuilderContext);
  if (!tools) throw new Error('useBuilder must be used inside the builder');
  return tools;
}
