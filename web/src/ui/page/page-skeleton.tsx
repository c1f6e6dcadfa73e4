import { Skeleton } from '@mantine/core';
import classes from './page.module.css';

/** Placeholder for a loading page: a header and a strip where they will appear. */
export function PageSkeleton() {
  return (
    <div className={`px-lg pb-lg pt-14 column grow ${classes.page}`} aria-busy="true">
      <div className="gap-xs gap-x-14 row wrap min-h-32">
        <Skeleton height={48} width={48} circle />
        <div className={`min-w-0 ${classes.names}`}>
          <Skeleton height={18} width={180} radius="sm" />
          <Skeleton height={12} width={120} radius="sm" mt={10} />
        </div>
      </div>
      <div className="column grow gap-14 mt-14">
        <Skeleton height={58} radius="lg" />
      </div>
    </div>
  );
}
