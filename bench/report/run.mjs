import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { Measured } from './measured.mjs';
import { plot } from './plot.mjs';
import { tables } from './tables.mjs';

/** Writes the latest results into docs/benchmarks.md, between its two marks, and draws `docs/bench.svg`. */
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => (existsSync(at(path)) ? JSON.parse(readFileSync(at(path), 'utf8')) : null);
const [comparison, page] = [read('../results.json'), read('../page/results.json')];
const latest = comparison ?? page;
if (!latest) {
  console.error('Nothing has been measured yet. Run npm run bench first.');
  process.exit(1);
}
const measured = {
  comparison: comparison && new Measured(comparison),
  page: page && new Measured(page),
  machine: latest.machine,
  date: latest.date,
};
const marks = ['<!-- measured: written by npm run bench -->', '<!-- measured: end -->'];
const before = readFileSync(at('../../docs/benchmarks.md'), 'utf8');
const [from, to] = marks.map((mark) => before.indexOf(mark));
if (from < 0 || to < from) {
  console.error(`docs/benchmarks.md lacks the marks ${marks.join(' and ')}.`);
  process.exit(1);
}
const whole = `${before.slice(0, from + marks[0].length)}\n\n${tables(measured)}\n\n${before.slice(to)}`;
const options = { ...(await resolveConfig(at('../../docs/benchmarks.md'))), parser: 'markdown' };
writeFileSync(at('../../docs/benchmarks.md'), await format(whole, options));
writeFileSync(at('../../docs/bench.svg'), plot(measured));
console.log('docs/benchmarks.md and docs/bench.svg tell what was measured.');
