import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './state-screen.module.css';

interface StateScreenProps {
  picture?: ReactNode;
  title: string;
  /** 1 if the state replaces the whole page, including its window title; 2 below a page title. */
  level?: 1 | 2;
  text: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  role?: 'alert' | 'status';
}

/** The center of a page with nothing else to show: what happened, and what to do next. */
export function StateScreen({ picture, title, level = 2, text, actions, footer, role }: StateScreenProps) {
  // An empty title leaves the window title unchanged.
  useDocumentTitle(level === 1 ? `${title.replace(/\.+$/, '')} · Kinbridge` : '');
  return (
    <section className={`row justify-center grow centered vertical ${classes.root}`} role={role}>
      {picture}
      <Title order={level} className={`text-lg line-24 ${classes.title}`}>
        {title}
      </Title>
      <Text className={`mt-2xs text-md dimmed anywhere balance ${classes.text}`}>{text}</Text>
      {actions && (
        <Group gap={8} justify="center" mt={18}>
          {actions}
        </Group>
      )}
      {footer}
    </section>
  );
}
