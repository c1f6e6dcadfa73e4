import { Skeleton } from '@mantine/core';

export function NeedsYouSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true" className="column gap-sm px-md py-xs">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={42} radius="sm" />
      ))}
    </div>
  );
}
