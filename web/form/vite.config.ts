import { relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { namedBreakpoints } from '../named-breakpoints.ts';
import { steadyFont } from './steady-font.ts';
import { themeVariables } from './theme-variables.ts';

const repository = resolve(import.meta.dirname, '../..');

/** The public form has its own build, after the portal's, so that they share no files. */
export default defineConfig({
  css: { postcss: { plugins: [namedBreakpoints] } },
  plugins: [react(), themeVariables(), steadyFont(), moduleList()],
  publicDir: false,
  build: {
    assetsDir: 'assets/form',
    // The content security policy allows scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    manifest: '.vite/form.json',
    rolldownOptions: { input: 'form/main.ts', checks: { bundlerTimings: false } },
  },
});

/** Lists the modules in each file, for the test that keeps portal code out. */
function moduleList(): Plugin {
  return {
    name: 'module-list',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const named = (ids: readonly string[]) => ids.map((id) => relative(repository, id));
      const list = chunks.map(({ fileName, moduleIds }) => [fileName, named(moduleIds)]);
      const source = JSON.stringify(Object.fromEntries(list));
      this.emitFile({ type: 'asset', fileName: '.vite/form-modules.json', source });
    },
  };
}
