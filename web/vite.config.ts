import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** What /login shows and the rest of the portal uses as well. */
const loginModules = [
  /node_modules\/(react|react-dom|scheduler|react-router|clsx|@tanstack\/[\w-]+)\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/core\/esm\/components\/(Anchor|Button|Input|InputBase|Loader|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton)\//,
  /web\/src\/ui\/(form-errors|password-field|public-layout)\.tsx/,
  /web\/src\/ui\/icons\/(create-icon|first-icons)\.ts/,
  /web\/src\/features\/auth\/(auth\.api|auth\.texts|resend-verification|sign-in-picture)\.tsx?/,
  /web\/src\/lib\/idempotency-key\.ts/,
];

/** What checks the input of forms: large, and not needed before one is opened. */
const formModules = /node_modules\/(zod|libphonenumber-js)\/|contract\/src\/.*(\.contract|\/phone-number)\.ts/;

/**
 * Left to itself the bundler cuts what pages share ever finer with every new page: a board was ninety files, which
 * compress badly and wait for each other. `base` is what every page needs, /login first of all; `icons` what most of
 * the others show; `portal` what many pages behind it share. A module of /login that falls into `portal` draws all of it in: the test of the first load
 * finds that out.
 */
const groups = [
  { name: 'base', priority: 3, tags: ['$initial'] },
  { name: 'base', priority: 3, test: (id: string) => loginModules.some((pattern) => pattern.test(id)) },
  { name: 'icons', priority: 2, test: /web\/src\/ui\/icons\/icons\.ts/ },
  { name: 'portal', priority: 1, minShareCount: 5, test: (id: string) => !formModules.test(id) },
];

export default defineConfig({
  plugins: [react()],
  build: {
    // The content security policy allows scripts and pictures from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // SurveyJS is one piece, and comes only where a form is shown.
    chunkSizeWarningLimit: 1700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: { proxy: { '/v1': api, '/v2': api, '/dev': api, '/docs': api, '/form/': api, '/assets/form/': api } },
});
