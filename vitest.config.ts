import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const sqlTexts = 'server/src/db/sql-texts.test.ts';
/** They start and stop processes, and wait for them most of the time. */
const processTests = [
  'server/src/main/*.test.ts',
  'server/src/db/embedded-database.test.ts',
  'server/src/features/members/member-upload-killed.test.ts',
];
/** Half the cores, because each worker also keeps PostgreSQL busy. On two cores, a third makes the others wait. */
const workers = Math.max(2, Math.floor(availableParallelism() / 2));

const shared = {
  pool: 'forks',
  // Loading the server takes longer than most files' tests: a worker loads it once. No file leaves anything behind.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/global-setup.ts'],
    projects: [
      { test: { ...shared, name: 'processes', include: processTests, maxWorkers: 2 * workers } },
      {
        test: {
          ...shared,
          name: 'all',
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'trust/**/*.test.ts',
            'bench/**/*.test.ts',
            'cluster/**/*.test.ts',
            'ops/**/*.test.mjs',
          ],
          exclude: [sqlTexts, ...processTests],
        },
      },
      // Afterwards, since it checks the SQL that the others ran.
      {
        test: {
          ...shared,
          name: 'sql',
          include: [sqlTexts],
          maxWorkers: workers,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
