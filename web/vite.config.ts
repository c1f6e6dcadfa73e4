import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** The frame of the portal and the boards, where people spend their day, with all that these import. */
const boardModules =
  /web\/src\/(app\/frame\/frame|app\/portal-routes|pages\/service-requests\.page|lib\/draft-store)\.tsx?$/;

/** What checks the input of forms: large, and not needed before one is opened. */
const formModules =
  /node_modules\/(zod|libphonenumber-js|@mantine\/form)\/|contract\/src\/.*(\.contract|\/phone-number)\.ts/;

/** What drops files onto a page. */
const fileModules =
  /node_modules\/(@mantine\/dropzone|react-dropzone|file-selector|attr-accept)\/|web\/src\/ui\/file-drop/;

/**
 * Left to itself the bundler cuts what pages share ever finer with every new page: a board was ninety files, which
 * compress badly and wait for each other. `base` is what every page needs, /login first of all; `portal` what the first
 * board needs on top of it; `dialogs` what opens over it or is shared by other pages; `forms` what checks input. A
 * module of one that falls into the next draws all of that in: the test of the first load finds that out.
 */
const groups = [
  { name: 'base', priority: 4, tags: ['$initial'] },
  { name: 'base', priority: 4, test: (id: string) => loginModules.some((pattern) => pattern.test(id)) },
  { name: 'portal', priority: 3, test: boardModules },
  { name: 'forms', priority: 2, minShareCount: 2, test: formModules },
  {
    name: 'dialogs',
    priority: 1,
    minShareCount: 3,
    test: (id: string) => !formModules.test(id) && !fileModules.test(id),
  },
];

/** Asks for the font beside the scripts, and tells before-paint.js the files of the portal's first screen or the login's. */
const firstFiles: Plugin = {
  name: 'first-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /figtree-latin-wght-normal.*\.woff2$/.test(file));
      const preload = font && `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`;
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const filesOf = (...names: string[]) =>
        chunks
          .filter(({ name }) => names.includes(name))
          .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
          .map((file) => `/${file}`)
          .join(' ');
      return html
        .replace('</title>', `$&\n    ${preload ?? ''}`)
        .replace(
          'src="/before-paint.js"',
          `$& data-signed-in="${filesOf('base', 'portal')}" data-signed-out="${filesOf('base', 'login.page')}"`,
        );
    },
  },
};

/** Mantine's styles are imported one by one: a component without its own would be shown bare. */
const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  async generateBundle(_, bundle) {
    const imported = await readFile(new URL('./src/app/theme/mantine.css', import.meta.url), 'utf8');
    const modules = Object.values(bundle).flatMap((output) =>
      output.type === 'chunk' ? Object.keys(output.modules) : [],
    );
    for (const id of modules) {
      const component = /@mantine\/core\/esm\/.*?(\w+)\.module\.mjs$/.exec(id)?.[1];
      if (component && !imported.includes(`styles/${component}.layer.css`)) {
        this.error(`web/src/app/theme/mantine.css lacks the styles of ${component}`);
      }
    }
  },
};

export default defineConfig({
  plugins: [react(), firstFiles, mantineStyles],
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
