import type { Service } from '@kinbridge/contract/services/services.contract';
import type { SurveyDefinition } from '@kinbridge/contract/surveys/survey-definition';
import { createContext, use } from 'react';
import type { BuilderAction, BuilderState } from './builder-reducer.ts';

export interface BuilderTools {
  state: BuilderState;
  /** Changes the form; then focus can go to a part of what is selected, which may have moved. */
  act: (action: BuilderAction, focus?: 'handle' | 'title') => void;
  /** The version that the edit started from. */
  published: SurveyDefinition | null;
  /** The organization's services; undefined while they are on their way. */
  services: Service[] | undefined;
  /** The number of each question by its key. */
  numbers: ReadonlyMap<string, number>;
  /** The keys of what has a rule about a deleted question. */
  broken: ReadonlySet<string>;
  /** What is being dragged: the key of an element, the id of a kind, or nothing. */
  dragging: string | null;
  /** Brings the palette in sight and puts focus into its search. */
  showPalette: () => void;
}

export const BuilderContext = createContext<BuilderTools | null>(null);

export function useBuilder(): BuilderTools {
  const tools = use(BuilderContext);
  if (!tools) throw new Error('useBuilder stands outside the builder');
  return tools;
}
