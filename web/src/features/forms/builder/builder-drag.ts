import type { CollisionDetection, KeyboardCoordinateGetter } from '@dnd-kit/core';
import type { Place } from './builder-tree.ts';

/** Things can only be dropped in the gaps between elements. */
export function gapId({ parent, index }: Place): string {
  return `gap ${parent} ${index}`;
}

export function placeOfGap(id: string | number): Place | null {
  const [word, parent, index] = String(id).split(' ');
  return word === 'gap' && parent ? { parent, index: Number(index) } : null;
}

/** How far beside the form, in px, a drop still counts. */
const beside = 60;

/** The gap nearest to the pointer, or to the center of what the keyboard moves. */
export const nearestGap: CollisionDetection = ({
  droppableContainers,
  droppableRects,
  pointerCoordinates,
  collisionRect,
}) => {
  const point = pointerCoordinates ?? {
    x: collisionRect.left + collisionRect.width / 2,
    y: collisionRect.top + collisionRect.height / 2,
  };
  const near = droppableContainers.flatMap((container) => {
    const rect = droppableRects.get(container.id);
    if (!rect || container.disabled || point.x < rect.left - beside || point.x > rect.right + beside) return [];
    return [{ id: container.id, data: { droppableContainer: container, value: Math.abs(point.y - middle(rect)) } }];
  });
  return near.toSorted((a, b) => a.data.value - b.data.value).slice(0, 1);
};

/** Arrow keys go from gap to gap. */
export const nextGap: KeyboardCoordinateGetter = (event, { context }) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.code];
  const { collisionRect, droppableRects, droppableContainers, over } = context;
  if (by === undefined || !collisionRect) return undefined;
  event.preventDefault();
  const gaps = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id);
      return rect ? [{ id, rect }] : [];
    })
    .toSorted((a, b) => middle(a.rect) - middle(b.rect));
  const next = gaps[gaps.findIndex(({ id }) => id === over?.id) + by];
  if (!next) return undefined;
  return {
    x: next.rect.left + next.rect.width / 2 - collisionRect.width / 2,
    y: middle(next.rect) - collisionRect.height / 2,
  };
};

function middle({ top, height }: { top: number; height: number }): number {
  return top + height / 2;
}
