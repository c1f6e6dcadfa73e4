import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** `npm run pictures` takes the README's pictures on a new portal with demo data. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.pictures.ts',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/pictures',
  reporter: [['list'], ['json', { outputFile: '../../test-results/pictures.json' }]],
});
