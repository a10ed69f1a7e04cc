import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Returns the JavaScript that the welcome page waits for: scripts and module preloads of the built page, and their
 * static imports, each with its size in bytes after gzip; also the first messages, in the language in which they are
 * longest.
 */
export function firstPaintScripts(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const waiting = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+\.js)"/g)].map(
    (found) => join(folder, found[1]),
  );
  const loaded = new Map();
  const weigh = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
  const [longest] = readdirSync(join(folder, 'assets'))
    .filter((name) => /^first-.*\.js$/.test(name))
    .map((name) => join(folder, 'assets', name))
    .sort((a, b) => weigh(b) - weigh(a));
  if (longest === undefined) throw new Error('The first messages are in no file of their own.');
  waiting.push(longest);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    const code = readFileSync(path);
    loaded.set(path, weigh(path));
    const imports = code
      .toString()
      .matchAll(/(?:^|[;}\n])(?:import|export)\s*(?:[^'"();]*?from\s*)?["'](\.[^"']+)["']/g);
    for (const found of imports) waiting.push(join(dirname(path), found[1]));
  }
  return loaded;
}
