import type { Page } from '@kinbridge/contract/shared/paging';
import type { ReactNode } from 'react';
import { PageSkeleton } from '../page/page-skeleton.tsx';
import { SectionFailure } from '../section/section-failure.tsx';
import { SectionMessage } from '../section/section-message.tsx';
import { DataTableFooter } from './data-table-footer.tsx';
import type { Pages } from './use-pages.ts';

interface PagedRowsProps<Row> {
  list: { data: Page<Row> | undefined; error: Error | null; refetch: () => unknown };
  pages: Pages;
  /** What the list says without rows. */
  empty: string;
  children: (rows: Row[]) => ReactNode;
}

/** A page of a list inside a section, with its loading, failed and empty states, and the bar with the pages. */
export function PagedRows<Row>({ list: { data, error, refetch }, pages, empty, children }: PagedRowsProps<Row>) {
  if (!data)
    return error ? <SectionFailure sentence={error.message} onRetry={() => void refetch()} /> : <PageSkeleton />;
  if (data.totalElements === 0) return <SectionMessage>{empty}</SectionMessage>;
  return (
    <>
      {children(data.content)}
      <DataTableFooter {...pages} total={data.totalElements} fixedRows />
    </>
  );
}
