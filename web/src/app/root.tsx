import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { focusPageHeading } from '../lib/page-heading.ts';
import { OfflineBar } from './offline-bar.tsx';
import classes from './root.module.css';

/** What every page shares: the offline bar, the progress bar of a navigation, and where focus goes after it. */
export function Root() {
  useFocusOnNavigation();
  const title = (useMatches().at(-1)?.handle as { title?: string } | undefined)?.title;
  return (
    <>
      <OfflineBar />
      {useNavigation().state === 'loading' && (
        <div className={classes.progress} role="progressbar" aria-label="Loading page" />
      )}
      {title && <PublicTitle title={title} />}
      <Outlet />
    </>
  );
}

/** Shown until the code of the first page is there. It stays blank at first, so a quick load does not flicker. */
export function Opening() {
  return <div className={classes.progress} role="progressbar" aria-label="Loading page" />;
}

function PublicTitle({ title }: { title: string }) {
  useDocumentTitle(`${title} · Kinbridge`);
  return null;
}

/** A new page is announced by moving focus to its heading, unless the page put it into its first field. */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!document.activeElement?.hasAttribute('data-first-field')) focusPageHeading();
  }, [pathname]);
}
