import { Skeleton } from '@mantine/core';
import classes from './page.module.css';

/** A page whose data is on its way: a head and a strip, in the places where they will stand. */
export function PageSkeleton() {
  return (
    <div className={classes.page} aria-busy="true">
      <div className={classes.head}>
        <Skeleton height={48} width={48} circle />
        <div className={classes.names}>
          <Skeleton height={18} width={180} radius="sm" />
          <Skeleton height={12} width={120} radius="sm" mt={10} />
        </div>
      </div>
      <div className={classes.body}>
        <Skeleton height={58} radius="lg" />
      </div>
    </div>
  );
}
