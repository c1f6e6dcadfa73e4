import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section-card.module.css';

/** A message in place of a card's contents. */
export function SectionMessage({ children }: { children: ReactNode }) {
  return <Text className={classes.word}>{children}</Text>;
}
