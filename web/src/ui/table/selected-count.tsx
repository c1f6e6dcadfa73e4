import { inNumbers } from '@kinbridge/contract/shared/counted';
import { CloseButton } from '@mantine/core';
import classes from './selected-count.module.css';

/** 'n selected ×', beside the button for the selection. */
export function SelectedCount({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <div role="status" className={classes.place}>
      {count > 0 && (
        <div className={`gap-2xs round-md row bold numbers tint nowrap ${classes.pill}`}>
          <span>
            {inNumbers(count)}
            <span className="phone-unseen"> selected</span>
          </span>
          <CloseButton size="sm" aria-label="Clear selection" c="inherit" onClick={onClear} />
        </div>
      )}
    </div>
  );
}
