import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './public-layout.module.css';

interface PublicLayoutProps {
  children: ReactNode;
  /** A picture beside the column. Hidden if there is no room for both. */
  picture?: ReactNode;
  /** 'column': as on the sign-in page. 'sheet': for longer forms and texts. 'wide': cards on the canvas. */
  shape?: 'column' | 'sheet' | 'wide';
}

/** The layout of pages that need no session. */
export function PublicLayout({ children, picture, shape = 'column' }: PublicLayoutProps) {
  return (
    <div className={`flex sheet fills-window ${classes.root}`} data-shape={shape}>
      <div className={`column fill ${classes.page}`}>
        <header className={classes.header}>
          <Link to="/login" className={`gap-xs round-md inline-row text no-underline tight ${classes.brand}`}>
            <img src="/favicon.svg" alt="" width={32} height={32} />
            Kinbridge
          </Link>
        </header>
        <main className={`column grow ${classes.main}`}>
          <div className={classes.content}>{children}</div>
        </main>
        <footer className={`text-xs ${classes.footer}`}>
          <Anchor className="text-inherit dimmed regular" component={Link} to="/privacy-policy">
            Terms & Privacy
          </Anchor>
        </footer>
      </div>
      {picture && (
        <aside className={`hidden ${classes.picture}`} aria-label="About Kinbridge">
          {picture}
        </aside>
      )}
    </div>
  );
}
