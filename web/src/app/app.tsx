import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../lib/query-client.ts';
import type { createRouter } from './router.tsx';
import { theme } from './theme/theme.ts';
import { cssVariablesResolver } from './theme/variables.ts';

// public/before-paint.js reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'kinbridge.color-scheme' });

export function App({ router }: { router: Awaited<ReturnType<typeof createRouter>> }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
