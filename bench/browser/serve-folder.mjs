import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves a folder of built files on this machine as a static host would: over HTTP/1.1, compressed with gzip except for
 * pictures, hashed files cacheable forever. `headersOf` returns the additional headers for a path such as
 * `/index.html`.
 */
export async function serveFolder(folder, headersOf = () => ({})) {
  const bodies = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const type = types[extname(path)] ?? 'application/octet-stream';
    const isPacked = type !== 'image/png';
    if (!bodies.has(path)) bodies.set(path, await bodyOf(join(folder, path), isPacked));
    const body = bodies.get(path);
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': type,
      'content-length': body.length,
      'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      ...headersOf(path),
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the file's bytes; null if there is no such file. */
async function bodyOf(path, isPacked) {
  const content = await readFile(path).catch(() => null);
  return content && isPacked ? gzipSync(content, { level: 9 }) : content;
}
