import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { focusPageHeading } from '../lib/page-heading.ts';
import { OfflineBar } from './offline-bar.tsx';
import classes from './root.module.css';

/** Shared by all pages: the offline bar, the navigation progress bar, and focus after navigation. */
export function Root() {
  useFocusOnNavigation();
  const title = (useMatches().at(-1)?.handle as { title?: string } | undefined)?.title;
  return (
    <>
      <OfflineBar />
      {useNavigation().state === 'loading' && (
        <div className={`pinned ${classes.progress}`} role="progressbar" aria-label="Loading page" />
      )}
      {title && <PublicTitle title={title} />}
      <Outlet />
    </>
  );
}

/** Shown until the first page's code has loaded. Blank at first, so that a quick load doesn't flicker. */
export function Opening() {
  return <div className={`pinned ${classes.progress}`} role="progressbar" aria-label="Loading page" />;
}

function PublicTitle({ title }: { title: string }) {
  useDocumentTitle(`${title} · Kinbridge`);
  return null;
}

/** Announces a new page by focusing its heading, unless the page focused its first field. */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!document.activeElement?.hasAttribute('data-first-field')) focusPageHeading();
  }, [pathname]);
}
