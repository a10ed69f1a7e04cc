import { spawnSync } from 'node:child_process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { headersFile, policy } from './scripts/host-headers.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { viewer } from './scripts/viewer.ts';
import { wllamaWorker } from './scripts/wllama-worker.ts';

/** The built page carries the policy; the development server needs inline styles and goes without. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
};

/** The welcome page is asked for with the rest of the first paint, not only once that has come and been carried out. */
const welcomePreload: Plugin = {
  name: 'welcome-preload',
  apply: 'build',
  transformIndexHtml: (html, { bundle = {} }) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const welcome = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/Welcome.svelte')));
    if (!welcome) throw new Error('The welcome page is in no chunk.');
    const wanted = chunks.filter((chunk) => chunk === welcome || welcome.imports.includes(chunk.fileName));
    const scripts = wanted.map(({ fileName }) => ({ rel: 'modulepreload', href: `./${fileName}` }));
    const styles = wanted
      .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      .map((file) => ({ rel: 'stylesheet', href: `./${file}` }));
    return [...scripts, ...styles]
      .filter(({ href }) => !html.includes(href))
      .map((attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const }));
  },
};

/** Another order with each state of the files, and the same in each run of one, so that what was rehearsed is what counts. */
function shuffleSeed(): number {
  const tree = spawnSync('git', ['rev-parse', '--short=7', 'HEAD^{tree}'], { encoding: 'utf8' }).stdout ?? '';
  return Number(process.env.SEED ?? (parseInt(tree, 16) || 1));
}

export default defineConfig({
  base: './',
  /** The pages of `bench` use packages of their own. */
  optimizeDeps: { entries: ['index.html'] },
  plugins: [svelte(), viewer, contentSecurityPolicy, welcomePreload, wllamaWorker, headersFile, serviceWorker],
  resolve: {
    /** The same in the language of present browsers, and so smaller. */
    alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        /** Seven characters of the hash, not eight, since the first paint holds the names of some 150 files. */
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            /** One chunk, so that zod is told not to use `eval` before any schema is made in another; the rest of zod comes later. */
            { name: 'zod', test: /node_modules\/zod\/v4\/(core\/(?!.*json-schema)|mini\/)|without-eval/, priority: 1 },
            /** One chunk, since the first paint waits for all of it: each file would wait for its own turn of the network. */
            { name: 'start', tags: ['$initial'] },
            { name: 'welcome', test: /\/Welcome\.svelte/ },
            /** One chunk each, since the first paint holds the name of each chunk, and each is a request. */
            { name: 'values', test: /\/src\/values\// },
            { name: 'shared', test: /\/src\/(?:task|plan|records)\//, minShareCount: 3 },
            { name: 'kit', test: /\/src\/ui\/(?:kit|app)\//, minShareCount: 3 },
            { name: 'reasons', test: /\/i18n\/(?:\w\w\/reasons|say-in)/ },
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        /**
         * What these workers start with, without their entries, so that no chunk imports an entry: WebKit would carry it
         * out a second time. The policies of the other workers allow only one file.
         */
        codeSplitting: {
          groups: [
            { name: 'engine', test: /\/src\/app\/engine-server\.ts$/ },
            {
              name: 'compute',
              test: /\/src\/tools\/compute\/run-program\.ts$|\/node_modules\/(?:@jitl|quickjs-)/,
              tags: ['$initial'],
            },
          ],
        },
      },
    },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    /** Components have a configuration of their own, since they need a browser. */
    exclude: [...configDefaults.exclude, 'tests/component/**'],
    environment: 'node',
    setupFiles: ['tests/setup.ts'],
    /** For a test that hangs; no test asserts a time. */
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    sequence: { shuffle: true, seed: shuffleSeed() },
    /** The test files keep no state in modules; to load everything anew for each of them takes longer than the tests. */
    isolate: false,
  },
});
