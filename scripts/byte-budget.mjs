import { existsSync, readFileSync } from 'node:fs';
import { firstPaintScripts } from './first-paint-scripts.mjs';

const { first_paint_javascript_bytes: budget } = JSON.parse(readFileSync('budget.json', 'utf8'));

if (!existsSync('dist/index.html')) {
  console.error('There is no build to weigh. Run npm run build first.');
  process.exit(1);
}
const loaded = firstPaintScripts('dist');
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
