import { defineConfig } from 'vite';
import { steadyFont } from '../form/steady-font.ts';
import { themeVariables } from '../form/theme-variables.ts';
import { namedBreakpoints } from '../named-breakpoints.ts';

/** The pages for people without a session have their own build, after the portal's, so that they share no files. */
export default defineConfig({
  css: { postcss: { plugins: [namedBreakpoints] } },
  plugins: [themeVariables(), steadyFont()],
  publicDir: false,
  build: {
    assetsDir: 'assets/visitors',
    // The content security policy allows scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: '.vite/visitors.json',
    rolldownOptions: { input: ['visitors/act.ts', 'visitors/directory.ts'], checks: { bundlerTimings: false } },
  },
});
