import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

const baseModules =
  /node_modules\/(react|react-dom|scheduler|react-router|clsx|@tanstack\/[\w-]+|@mantine\/core\/esm\/(core|components\/(Anchor|Button|Input|InputBase|Loader|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton)))\//;

export default defineConfig({
  plugins: [react()],
  build: {
    // The content security policy allows scripts and pictures from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page needs, as one file: left to itself the bundler cuts it ever finer with every new page, and
        // small files compress badly.
        codeSplitting: { groups: [{ name: 'base', test: baseModules }] },
      },
    },
  },
  server: { proxy: { '/v1': api, '/v2': api, '/dev': api, '/docs': api, '/form/': api, '/assets/form/': api } },
});
