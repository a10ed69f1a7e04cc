import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.mjs';

/**
 * Measures the tests marked with `figure`, whose input is hostile or very large. Each is timed three times; the medians
 * are compared with those of bench/work.json, after removing the speed of the machine (the median of all ratios counts
 * as one). Reports tests that have become more than twice as slow. `npm run bench:work -- --record` stores the medians.
 */
const recorded = 'bench/work.json';
const record = resolve('.cache/figures.jsonl');
const runs = 3;

const files = readdirSync('tests', { recursive: true })
  .map((name) => join('tests', String(name)))
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
  .filter((path) => readFileSync(path, 'utf8').includes('fixtures/figure.ts'));
rmSync(record, { force: true });
for (let run = 0; run < runs; run += 1) {
  const { code, output } = await runCommand('vitest', ['run', ...files], { quiet: true, env: { FIGURES: record } });
  if (code !== 0) {
    console.error(output.trimEnd());
    process.exit(1);
  }
}

const samples = new Map();
for (const line of readFileSync(record, 'utf8').trim().split('\n')) {
  const { name, ms } = JSON.parse(line);
  samples.set(name, [...(samples.get(name) ?? []), ms]);
}
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const medians = Object.fromEntries([...samples].map(([name, list]) => [name, Number(median(list).toFixed(1))]));
if (process.argv.includes('--record')) {
  writeFileSync(recorded, `${JSON.stringify(medians, null, 2)}\n`);
  console.log(`${samples.size} medians of ${runs} runs stand in ${recorded}.`);
  process.exit();
}
const before = existsSync(recorded) ? JSON.parse(readFileSync(recorded, 'utf8')) : {};
const ratios = Object.entries(medians).flatMap(([name, ms]) => (name in before ? [[name, ms / before[name]]] : []));
const machine = ratios.length > 0 ? median(ratios.map(([, ratio]) => ratio)) : 1;
for (const [name, ms] of Object.entries(medians)) console.log(`${ms.toFixed(1).padStart(9)} ms  ${name}`);
/** Below ten milliseconds, a median of three is noise. */
const slower = ratios.filter(([name, ratio]) => medians[name] > 10 && ratio / machine > 2);
for (const [name, ratio] of slower) console.log(`slower: ${(ratio / machine).toFixed(1)} times, ${name}`);
console.log(
  `${ratios.length} compared, ${slower.length} slower; this machine takes ${machine.toFixed(2)} times as long`,
);
