import { Anchor, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconChevronRight } from '../icons/icons.ts';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** The page's name in the window title, if the heading is, for example, a person's name. */
  windowTitle?: string;
  /** The pages above this one, outermost first. */
  breadcrumb?: { label: string; to: string }[];
  /** An avatar or logo before the title. */
  picture?: ReactNode;
  /** A line below the title. */
  subtitle?: ReactNode;
  /** The page's primary button, with secondary ones beside it. */
  action?: ReactNode;
  /** The parts appear from top to bottom, each after those above it, so that none of them moves. */
  inOrder?: boolean;
  children: ReactNode;
}

/** One screen of the portal: a header with title and action, and the body. */
export function Page({ title, windowTitle = title, picture, subtitle, action, children, ...props }: PageProps) {
  const { breadcrumb, inOrder } = props;
  useDocumentTitle(`${windowTitle} · Kinbridge`);
  return (
    <div className={`px-lg pb-lg pt-14 column grow ${classes.page}`}>
      {breadcrumb && (
        <nav aria-label="Breadcrumb" className="mb-xs wrap gap-2xs row text-xs dimmed">
          {breadcrumb.map(({ label, to }) => (
            <span key={to} className="gap-2xs row text-xs dimmed">
              <Anchor component={Link} to={to} fz="inherit">
                {label}
              </Anchor>
              <IconChevronRight size={14} aria-hidden="true" />
            </span>
          ))}
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <div className="gap-xs gap-x-14 row wrap min-h-32">
        {picture}
        <div className={`min-w-0 ${classes.names}`}>
          <Title order={1} tabIndex={-1}>
            {title}
          </Title>
          {subtitle && <div className="gap-2xs gap-x-xs mt-2 row wrap dimmed">{subtitle}</div>}
        </div>
        {action && <div className="flex wrap gap-xs">{action}</div>}
      </div>
      <div className="column grow gap-14 mt-14" data-in-order={inOrder || undefined}>
        {children}
      </div>
    </div>
  );
}
