import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { wllamaWorker } from './scripts/wllama-worker.ts';

/** What the page may do (R13.2, R13.4): nothing inline, nothing from elsewhere but what tools and models are asked for. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' http: https:",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html wllama-worker cairn-workers default',
].join('; ');

/** The built page carries the policy; the development server needs inline styles and goes without. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
};

export default defineConfig({
  base: './',
  plugins: [svelte(), contentSecurityPolicy, wllamaWorker],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        /** One chunk, so that zod is told not to use `eval` before any schema is made in another. */
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|without-eval/ }] },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/setup.ts'],
    testTimeout: 20_000,
    /** The test files keep no state in modules; to load everything anew for each of them takes longer than the tests. */
    isolate: false,
  },
});
