import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages live too short for the optimizing compilers to pay off.
  '--js-flags=--no-opt --no-maglev',
  // There is no screen, and an emulated graphics card only costs time.
  '--disable-gpu',
  // Chromium's sandbox doesn't work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** `npm test` finds a browser and names it; otherwise Playwright uses its own. */
const executablePath = process.env.KINBRIDGE_BROWSER;

export default defineConfig({
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  // A busy machine is slow. Checks end as soon as they pass, so this slows down nothing that works.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Half the cores, because each worker also keeps a browser and the server busy. Four on two cores, since a test waits
  // a quarter of its time.
  workers: Math.max(4, Math.floor(availableParallelism() / 2)),
  retries: 0,
  use: {
    // Set by the global setup, which runs before the workers read this file.
    baseURL: process.env.KINBRIDGE_E2E_URL,
    browserName: 'chromium',
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
    // Waiting for animations takes time. The slide and referral journey tests turn motion on.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test costs a third of the run; `npx playwright test -c e2e --trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
