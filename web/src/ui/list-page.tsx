import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

interface ListPageProps {
  title: string;
  /** The one primary button of the page. */
  action: ReactNode;
  children: ReactNode;
}

/** A screen that is one long list: head, tabs, tools and foot stay, and the rows between them scroll. */
export function ListPage({ title, action, children }: ListPageProps) {
  useDocumentTitle(`${title} · Kinbridge`);
  return (
    <div className={classes.page} data-list-page>
      <div className={classes.head}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </div>
  );
}

/** The bar above the rows: search at the left, what is done with a selection at the right. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={classes.tools}>{children}</div>;
}

/** Pushes what follows to the right edge of the tool bar. */
export function ListToolsSpace() {
  return <div className={classes.space} />;
}
