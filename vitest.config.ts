import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sqlTexts = 'server/src/db/sql-texts.test.ts';

/** They wait, or take longest. Started last, they would leave a core idle; first, they wait while lint and build run. */
const slowest = [
  'main/outages.test.ts',
  'main/stops.test.ts',
  'embedded-postgres/embedded-database.test.ts',
  'main/kills.test.ts',
  'main/processes.test.ts',
  'main/worker.test.ts',
  'members/member-upload-killed.test.ts',
  'src/fair-turns.test.ts',
  'main/full-disk.test.ts',
  'main/start.test.ts',
  'http/trust-proxy.test.ts',
  'organizations/logo.test.ts',
  'metrics/metrics.test.ts',
  'matrix/matrix.test.ts',
  'hostile/hostile.test.ts',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = slowest.findIndex((end) => moduleId.endsWith(end));
      return found === -1 ? slowest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

const shared = {
  pool: 'forks',
  // Loading the server takes longer than most files' tests: a worker loads it once. No file leaves anything behind.
  isolate: false,
  // Half the cores, because each worker also keeps PostgreSQL busy. Four on two cores, since tests of processes wait.
  maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)),
  // A hash at full cost takes 24 ms of CPU.
  alias: { '@node-rs/argon2': fileURLToPath(new URL('server/src/testing/quick-argon2.ts', import.meta.url)) },
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // As browser tests: a busy machine is slow.
  expect: { poll: { timeout: 15_000 } },
} as const;

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/global-setup.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'all',
          include: [
            '{contract,forms,public}/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'trust/**/*.test.ts',
            'bench/**/*.test.ts',
            'cluster/**/*.test.ts',
            'ops/**/*.test.mjs',
          ],
          exclude: [sqlTexts],
        },
      },
      // Afterwards, since it checks the SQL that the others ran.
      { test: { ...shared, name: 'sql', include: [sqlTexts], sequence: { groupOrder: 1 } } },
    ],
  },
});
