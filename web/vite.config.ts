import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Puts the content policy into the built page. */
const policy: Plugin = {
  name: 'policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
};

/** Lets the browser fetch the library beside the scripts, not after them. */
const early: Plugin = {
  name: 'early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.wasm'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href: `./${file}` },
          injectTo: 'head',
        })),
  },
};

type Chunks = { [file: string]: { type: string; imports?: string[]; dynamicImports?: string[]; viteMetadata?: { importedCss?: Set<string> } } };

/** All that a script of the build may load, with its styles. */
function reach(bundle: Chunks, name: RegExp): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const { imports = [], dynamicImports = [], viteMetadata } = bundle[file] ?? { type: '' };
    for (const style of viteMetadata?.importedCss ?? []) found.add(style);
    [...imports, ...dynamicImports].forEach(visit);
  };
  Object.keys(bundle).filter((file) => name.test(file)).forEach(visit);
  return found;
}

/** Tells the service worker which files the page has, and names the build
 *  after what is in them. The study needs its server and is left out. */
const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  writeBundle({ dir = 'dist' }, bundle) {
    const page = reach(bundle as Chunks, /^assets\/index-.*\.js$/);
    const study = reach(bundle as Chunks, /^assets\/study-.*\.js$/);
    const foreign = (file: string) => ['study.html', 'study-sw.js'].includes(file) || (study.has(file) && !page.has(file));
    const worker = join(dir, 'sw.js');
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && !entry.name.endsWith('.map'))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, '/').length).replaceAll('\\', '/'))
      .filter((file) => !foreign(file))
      .sort();
    const code = readFileSync(worker, 'utf8');
    const hash = createHash('sha256').update(code);
    files.forEach((file) => hash.update(file).update(readFileSync(join(dir, file))));
    // The page is asked for by its folder: some hosts lead index.html there.
    const list = JSON.stringify(files.map((file) => (file === 'index.html' ? '' : file)));
    const build = JSON.stringify(hash.digest('hex').slice(0, 12));
    writeFileSync(worker, code.replaceAll('__FILES__', () => list).replaceAll('__BUILD__', () => build));
  },
};

// Relative addresses, so that the folder works under any path.
export default defineConfig({
  base: './',
  plugins: [svelte(), early, policy, offline],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', study: 'study.html', sw: 'src/sw.ts', 'study-sw': 'src/study/sw.ts' },
      output: { entryFileNames: ({ name }) => (/^(study-)?sw$/.test(name) ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
});
