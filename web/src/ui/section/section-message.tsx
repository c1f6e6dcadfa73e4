import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A message in place of a card's contents. */
export function SectionMessage({ children }: { children: ReactNode }) {
  return <Text className="empty-note text-inherit">{children}</Text>;
}
