import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section-card.module.css';

/** A word in place of what a card would hold. */
export function SectionMessage({ children }: { children: ReactNode }) {
  return <Text className={classes.word}>{children}</Text>;
}
