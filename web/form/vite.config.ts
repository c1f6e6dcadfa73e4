import { relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeVariables } from './theme-variables.ts';

const repository = resolve(import.meta.dirname, '../..');

/** The public form is built by itself, after the portal and beside it, so that they share no file. */
export default defineConfig({
  plugins: [react(), themeVariables(), moduleList()],
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

/** Names every module that each file was made of, for the test that keeps the portal out. */
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
