import type { Plugin } from 'vite';

/** The page's policy: nothing inline, nothing from other sites; requests leave through network workers only. */
export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html wllama-worker cairn-workers default',
].join('; ');

const page = {
  'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(self), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), hid=()',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};
const worker = { 'Content-Security-Policy': "default-src 'none'; connect-src 'self'", 'Cache-Control': 'no-cache' };
const every = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
};
const assets = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * The headers that hosts should send (SECURITY.md), by path below the app's folder, in the form of Netlify and
 * Cloudflare.
 */
export const hostHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/*': every,
  '/': page,
  '/index.html': page,
  '/service-worker.js': worker,
  '/assets/*': assets,
};

/** Writes `_headers`, which Netlify and Cloudflare read, beside the page. */
export const headersFile: Plugin = {
  name: 'headers-file',
  apply: 'build',
  generateBundle() {
    const blocks = Object.entries(hostHeaders).map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    );
    this.emitFile({ type: 'asset', fileName: '_headers', source: blocks.join('') });
  },
};
