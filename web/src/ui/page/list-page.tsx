import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

interface ListPageProps {
  title: string;
  /** The page's primary button. */
  action: ReactNode;
  children: ReactNode;
}

/** A page that is one long list: header, tabs, tools and footer stay, and the rows scroll between them. */
export function ListPage({ title, action, children }: ListPageProps) {
  useDocumentTitle(`${title} · Kinbridge`);
  return (
    <div className={`column grow min-h-0 ${classes.page}`} data-list-page>
      <div className={`gap-6 px-lg gap-x-sm pb-0 pt-14 row wrap between fixed min-h-46 ${classes.header}`}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </div>
  );
}

/** The toolbar above the rows: search on the left, actions for the selection on the right. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={classes.tools}>{children}</div>;
}

/** Pushes what follows to the right edge of the toolbar. */
export function ListToolsSpace() {
  return <div className="grow phone-hidden" />;
}
