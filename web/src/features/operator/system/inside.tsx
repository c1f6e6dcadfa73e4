import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** The space around facts in a card. */
export function Inside({ children }: { children: ReactNode }) {
  return (
    <Box px="md" pb="md">
      {children}
    </Box>
  );
}
