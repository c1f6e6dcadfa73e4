import { useDroppable } from '@dnd-kit/core';
import { IconPlus } from '../../../ui/icons/icons.ts';
import classes from './builder-canvas.module.css';
import { useBuilder } from './builder-context.ts';
import { gapId } from './builder-drag.ts';
import type { Place } from './builder-tree.ts';

interface BuilderGapProps {
  place: Place;
  /** The gap is inside the dragged element, which can't go into itself. */
  closed: boolean;
  /** The page or group has no elements yet. */
  empty: boolean;
  /** Set if it follows the selected question; its number, or null if it has none. */
  afterSelected?: { number: number | null } | undefined;
}

/** The space between two elements: a drop target, and an add button after the selected one. */
export function BuilderGap({ place, closed, empty, afterSelected }: BuilderGapProps) {
  const { dragging, showPalette } = useBuilder();
  const { setNodeRef, isOver } = useDroppable({ id: gapId(place), disabled: closed });
  const dropping = dragging !== null && isOver;
  const offered = !dragging && (afterSelected || empty);
  return (
    <div ref={setNodeRef} className={classes.gap} data-open={dropping || offered || empty || undefined}>
      {dropping && <div className={classes.drop}>Drop here</div>}
      {!dropping && empty && dragging && <div className={classes.drop} data-waiting />}
      {offered && (
        <button type="button" className={classes.drop} onClick={showPalette}>
          <IconPlus aria-hidden="true" />
          {afterSelected ? addAfter(afterSelected.number) : 'Add a question, or drop one here'}
        </button>
      )}
    </div>
  );
}

function addAfter(number: number | null): string {
  return number === null ? 'Add after this, or drop here' : `Add after question ${number}, or drop here`;
}
