import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { namedBreakpoints } from './named-breakpoints.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Modules that /login shows and the rest of the portal uses too. */
const loginModules = [
  /node_modules\/(react|react-dom|scheduler|react-router|clsx|@tanstack\/[\w-]+)\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/core\/esm\/components\/(Anchor|Button|Input|InputBase|Loader|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton)\//,
  /web\/src\/ui\/(form\/(form-errors|use-required-field)|fields\/password-field|page\/public-layout)\.tsx?/,
  /web\/src\/ui\/icons\/(create-icon|first-icons)\.ts/,
  /web\/src\/features\/auth\/(auth\.api|auth\.texts|sign-in-picture)\.tsx?/,
];

/** The portal's frame and the boards, where people spend their day, with everything they import. */
const boardModules =
  /web\/src\/(app\/frame\/frame|app\/portal-routes|pages\/service-requests\.page|lib\/draft-store)\.tsx?$/;

/** The member list, with everything it imports that the boards don't. */
const memberListModules = /web\/src\/features\/members\/members-list\.tsx$/;

/** Input validation for forms: large, and not needed before a form is opened. */
const formModules =
  /node_modules\/(zod|libphonenumber-js|@mantine\/form)\/|contract\/src\/.*(\.contract|\/phone-number)\.ts/;

/** Dropping files onto a page. */
const fileModules =
  /node_modules\/(@mantine\/dropzone|react-dropzone|file-selector|attr-accept)\/|web\/src\/ui\/fields\/file-drop/;

/**
 * By default the bundler splits shared code into smaller pieces with every new page: a board was ninety files, which
 * compress badly and wait for each other. `base` is what every page needs, /login first; `portal` is what the first
 * board needs on top, and `members` what the member list needs; `dialogs` is what opens over them or is shared by other
 * pages; `forms` validates input. If a module of one group ends up in the next, it pulls in all of that group; the
 * first-load test catches this.
 */
const groups = [
  { name: 'base', priority: 5, tags: ['$initial'] },
  { name: 'base', priority: 5, test: (id: string) => loginModules.some((pattern) => pattern.test(id)) },
  { name: 'portal', priority: 4, test: boardModules },
  { name: 'members', priority: 3, test: memberListModules },
  { name: 'forms', priority: 2, minShareCount: 2, test: formModules },
  {
    name: 'dialogs',
    priority: 1,
    minShareCount: 3,
    test: (id: string) => !formModules.test(id) && !fileModules.test(id),
  },
];

/**
 * Preloads the font along with the scripts, and tells before-paint.js the files of the portal's first screen and of the
 * login.
 */
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

/** Mantine's styles are imported one by one, and a component without its styles would look broken. */
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
  css: { postcss: { plugins: [namedBreakpoints] } },
  plugins: [react(), firstFiles, mantineStyles],
  build: {
    // The content security policy allows scripts and pictures from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // SurveyJS is one file, and loads only where a form is shown.
    chunkSizeWarningLimit: 1700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: {
    proxy: {
      '/v1': api,
      '/v2': api,
      '/dev': api,
      '/docs': api,
      '/form/': api,
      '/assets/form/': api,
      '/act/': api,
      '/services': api,
      '/assets/visitors/': api,
    },
  },
});
