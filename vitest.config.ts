import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.mjs',
      'trust/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    // Loading the server takes longer than most files' tests: a worker loads it once. No file leaves anything behind.
    isolate: false,
    // Half the cores, because each worker also keeps PostgreSQL busy. On two cores, a third makes the others wait.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
