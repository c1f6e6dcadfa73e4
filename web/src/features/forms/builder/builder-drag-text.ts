import type { Announcements } from '@dnd-kit/core';
import type { SurveyDefinition, SurveyElement } from '@kinbridge/forms/form-definition';
import { cardTitle } from './builder-card.tsx';
import { placeOfGap } from './builder-drag.ts';
import { childrenOf, find } from './builder-tree.ts';

export const dragInstructions =
  'To move this question, press Space or Enter, move it with the up and down arrows, and press Space or Enter again to drop it. Press Escape to cancel.';

/** Screen reader announcements of what is dragged and where it would land. */
export function announcements(definition: SurveyDefinition, titleOf: (id: string | number) => string): Announcements {
  const where = (id: string | number | undefined) => (id === undefined ? null : positionText(definition, id));
  return {
    onDragStart: ({ active }) => `${titleOf(active.id)} picked up.`,
    onDragOver: ({ over }) => where(over?.id) ?? "You can't drop it here.",
    onDragEnd: ({ active, over }) => {
      const place = where(over?.id);
      return place ? `${titleOf(active.id)} dropped ${place}` : `${titleOf(active.id)} stays where it was.`;
    },
    onDragCancel: ({ active }) => `${titleOf(active.id)} stays where it was.`,
  };
}

function positionText(definition: SurveyDefinition, gap: string | number): string | null {
  const place = placeOfGap(gap);
  const parent = place && find(definition, place.parent);
  if (!place || !parent) return null;
  const container =
    parent.parent === null ? `of page ${parent.index + 1}` : `of ${cardTitle(parent.node as SurveyElement)}`;
  const before = childrenOf(parent.node)[place.index - 1];
  return before ? `after ${cardTitle(before)}.` : `at the top ${container}.`;
}
