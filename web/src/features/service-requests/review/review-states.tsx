import { Button, Skeleton } from '@mantine/core';
import { ApiError } from '../../../lib/api.ts';
import { BrokenArc } from '../../../ui/states/arc.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { StateScreen } from '../../../ui/states/state-screen.tsx';
import classes from './review-dialog.module.css';

interface ReviewFailureProps {
  error: Error;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * A ticket that didn't load: it doesn't exist, belongs to another organization, or the call failed and can be retried.
 */
export function ReviewFailure({ error, onRetry, onClose }: ReviewFailureProps) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <StateScreen
        role="alert"
        picture={<BrokenArc />}
        title="Ticket not found"
        text="We couldn't find that ticket. The link may be old, or a digit may be missing."
        actions={
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        }
      />
    );
  }
  return <LoadFailure error={error} level={2} onRetry={onRetry} />;
}

/** Placeholder for the two columns. */
export function ReviewSkeleton() {
  return (
    <div className={`grid grow min-h-0 ${classes.columns}`} aria-busy="true">
      <div className={`column min-w-0 min-h-0 ${classes.main}`}>
        <div className={`fixed ${classes.top}`}>
          <Skeleton height={44} radius="sm" />
          <Skeleton height={14} width="70%" radius="sm" mt={14} />
        </div>
      </div>
      <div className={`px-lg pb-lg pt-md scroll-y min-h-0 contain hovered ${classes.side}`}>
        <Skeleton height={36} />
        <Skeleton height={32} mt={8} />
        <Skeleton height={32} mt={40} />
        <Skeleton height={110} mt={28} />
      </div>
    </div>
  );
}
