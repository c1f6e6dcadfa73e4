import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Key, ReactNode } from 'react';
import classes from './action-list.module.css';
import { SectionFailure } from './section-failure.tsx';

interface Row {
  key: Key;
  name: string;
  note: string;
  action: ReactNode;
}

interface ActionListProps<Item> {
  query: Pick<UseQueryResult<Item[]>, 'data' | 'error' | 'refetch'>;
  /** How many rows to expect while loading. */
  rows: number;
  children: (item: Item) => Row;
}

/** What a person has a few of, such as sessions: each with a name, a note and what can be done with it. */
export function ActionList<Item>({ query: { data, error, refetch }, rows, children }: ActionListProps<Item>) {
  if (!data && error) return <SectionFailure sentence={error.message} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeletons rows={rows} />;
  if (data.length === 0) return null;
  return (
    <ul className="list mt-xs ruled">
      {data.map(children).map(({ key, name, note, action }) => (
        <li key={key} className={`gap-sm py-6 row between min-h-52 ${classes.row}`}>
          <div className={`min-w-0 basis-220 ${classes.names}`}>
            <div className="bold anywhere">{name}</div>
            <div className="text-xs line-18 dimmed">{note}</div>
          </div>
          {action}
        </li>
      ))}
    </ul>
  );
}

function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div aria-busy="true" className={rows > 0 ? 'mt-xs ruled' : undefined}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`gap-sm py-6 row between min-h-52 ${classes.row}`}>
          <Skeleton height={10} width={140} radius="sm" />
        </div>
      ))}
    </div>
  );
}
