import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** What every visit needs. A language comes when it is asked for; pictures of the icon are the system's own affair. */
const SHELL = /^(index\.html|icon\.svg|manifest\.webmanifest|assets\/.*\.(js|css))$/;
const TEXT = /\.(html|js|css|svg|webmanifest)$/;

/** Once all files are written: the service worker with their names, and each of them compressed, so that the server need not. */
function finish(): Plugin {
  let out = '';
  return {
    name: 'undermine-finish',
    apply: 'build',
    configResolved: (config) => { out = resolve(config.root, config.build.outDir); },
    /* Styles come after what is seen without them. */
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const link = /\s*<link rel="stylesheet"[^>]*>/g, links = html.match(link) ?? [];
        return html.replace(link, '').replace('  </body>', `${links.join('').trim()}\n  </body>`);
      },
    },
    closeBundle() {
      const names = readdirSync(out, { recursive: true, withFileTypes: true }).filter((f) => f.isFile()).map((f) => relative(out, join(f.parentPath, f.name)).replaceAll('\\', '/')).sort();
      const shell = names.filter((name) => SHELL.test(name)), version = createHash('sha256');
      for (const name of shell) version.update(readFileSync(join(out, name)));
      const files = shell.map((name) => (name === 'index.html' ? "'/'" : `'/${name}'`)).join(', ');
      const worker = readFileSync(join(import.meta.dirname, 'worker.js'), 'utf8').replace("'/* files */'", files).replace('/* version */', version.digest('hex').slice(0, 16));
      writeFileSync(join(out, 'sw.js'), worker);
      for (const name of [...names, 'sw.js'].filter((one) => TEXT.test(one))) {
        const text = readFileSync(join(out, name));
        writeFileSync(join(out, `${name}.br`), brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }));
        writeFileSync(join(out, `${name}.gz`), gzipSync(text, { level: 9 }));
      }
    },
  };
}

/* `vite build` writes the bundle that the server ships; `vite build --mode fixtures` adds the page of frozen positions
   (`/?fixture=NAME`) and writes elsewhere, so that it can never end up in a release. */
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), finish()],
  build: {
    outDir: mode === 'fixtures' ? 'dist/fixtures' : '../src/undermine/web/dist',
    emptyOutDir: true,
    assetsInlineLimit: 0, // small assets would become data: addresses, which the content policy blocks
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/s': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
}));
