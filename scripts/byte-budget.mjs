import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const budget = 120_000;

if (!existsSync('dist/index.html')) {
  console.error('There is no build to weigh. Run npm run build first.');
  process.exit(1);
}

/** All JavaScript that the first paint waits for: scripts and module preloads of the page, and what they import statically. */
const html = readFileSync('dist/index.html', 'utf8');
const waiting = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+\.js)"/g)].map(
  (found) => join('dist', found[1]),
);
const loaded = new Map();
for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
  if (loaded.has(path)) continue;
  const code = readFileSync(path);
  loaded.set(path, gzipSync(code, { level: 9 }).length);
  const imports = code.toString().matchAll(/(?:^|[;}\n])(?:import|export)\s*(?:[^'"();]*?from\s*)?["'](\.[^"']+)["']/g);
  for (const found of imports) waiting.push(join(dirname(path), found[1]));
}

if (loaded.size === 0) {
  console.error('No script found in dist/index.html: the budget cannot be checked.');
  process.exit(1);
}
const total = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [path, bytes] of [...loaded].sort((a, b) => b[1] - a[1]))
  console.log(`  ${kilobytes(bytes).padStart(9)}  ${path}`);
console.log(`JavaScript at first paint: ${kilobytes(total)} gzip of ${kilobytes(budget)} in ${loaded.size} files`);
process.exit(total <= budget ? 0 : 1);
