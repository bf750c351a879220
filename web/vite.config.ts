import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/* `vite build` writes the bundle that the server ships; `vite build --mode fixtures` adds the page of frozen positions
   (`/?fixture=NAME`) and writes elsewhere, so that it can never end up in a release. */
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: mode === 'fixtures' ? 'dist/fixtures' : '../src/undermine/web/dist',
    emptyOutDir: true,
    assetsInlineLimit: 0, // small assets would become data: addresses, which the content policy blocks
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/s': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
}));
