import { join } from 'node:path';
import { installBrowser } from './install-browser.mjs';
import { installEngines } from './install-engines.mjs';
import { installPackages } from './install-packages.mjs';
import { installPeers } from './install-peers.mjs';
import { runCommand } from './run-command.mjs';
import { playwrightTotals, reportTotals, vitestTotals } from './test-totals.mjs';
import { tryBench } from './try-bench.mjs';

/**
 * The long trials, part by part: `npm run trials -- kills journeys` runs these, `npm run trials` all. The parts are
 * independent; each takes at most a quarter of an hour and ends with one line. No part is in the gate. Environment
 * variables set the amount:
 *
 *   SEEDS=10000    runs of each simulator
 *   KILLS=300      trials in which the whole browser is killed
 *   ENGINE_KILLS=10  the same in Firefox and WebKit
 *   BACKGROUND_KILLS=200  kills in the middle of replies that the endpoint keeps
 *   TAKEOVERS=40   kills of a device whose plan another one finishes, and half as many presses of Continue at once
 *   FIRST_SYNC=1000  sessions of the first exchange with another device, with half a megabyte of files each
 *   WITHDRAWALS=200  reads through the companion that are cancelled or revoked, in Chromium and in Firefox
 *   HISTORIES=4    the length of the event sequences in a step that are all tried against strict servers
 *   ENDINGS=20     moments at which each other way of ending a page is tried
 *   RELOADS=all    reloads before and after each transaction of the journal, not alternately before or after
 *   WRITES=all     and at every write of each transaction, not only at the first one
 *   STEPS=1000     steps of the plan that is carried out while the heap is watched
 *   PARTS=all      the demo, too, without each part of the page
 *   IMPORTS=500000 damaged files that are imported
 *   LISTS=20000    lists and files of other tools, checked so that no line or text is lost
 *   CALENDARS=240  calendars that are compared with khal and radicale, if these are installed
 *   LOOKS=1        pictures of the main views in three engines, light and dark, into test-results/looks
 *   TABLE=1        writes the tables of engines (docs/browsers.md) and of published plans (docs/benchmarks.md)
 *   SEED=7         repeats one run of a simulator or one kill trial with this seed
 */
const parts = {
  simulation: [unit('simulation', 'devices-simulation')],
  minds: [unit('minds')],
  histories: [unit('histories')],
  imports: [unit('imports', 'published-plans', 'lists', 'calendar-peers')],
  reports: [unit('reports', '../unit/tools/readable-page')],
  build: [unit('reproducible-build'), tryBench],
  journeys: [browser('journeys', { shard: '1/2' })],
  'more-journeys': [browser('journeys', { shard: '2/2' })],
  slow: [browser('gate', { shard: '1/2', env: { SLOWDOWN: '6' } })],
  'more-slow': [browser('gate', { shard: '2/2', env: { SLOWDOWN: '6' } })],
  reloads: [browser('reloads')],
  kills: [peers, browser('kills')],
  foreign: [browser('foreign')],
  parts: [browser('parts')],
  views: [browser('views')],
  measured: [peers, browser('measured')],
  peers: [peers, unit('served-mind', 'sync-servers'), browser('peers')],
  engines: [engines, peers, browser('engines')],
  companion: [engines, browser('companion'), browser('withdrawals')],
};
const limit_ms = 15 * 60_000;
const reporters = {
  kills: './tests/trials/browser/support/kill-figures.ts',
  engines: './tests/trials/engines/support/journey-table.ts',
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
if (!(await installPackages()) || !(await installBrowser())) process.exit(1);
const built = await runCommand('vite', ['build', '--logLevel', 'warn'], { quiet: true });
if (built.code !== 0) {
  console.error(built.output.trimEnd());
  process.exit(1);
}

const results = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const started = performance.now();
  const ended = [];
  for (const step of parts[name]) ended.push(await step());
  results.push(...ended);
  const sum = (key) => ended.reduce((all, { totals }) => all + (totals?.[key] ?? 0), 0);
  const skipped = ended.reduce((all, { totals }) => all + (totals?.skipped.length ?? 0), 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`part ${name}: ${sum('passed')} passed, ${sum('failed')} failed, ${skipped} skipped in ${seconds} s`);
}
process.exitCode = reportTotals(results);

function unit(...names) {
  return async () => {
    const report = '.cache/trials.json';
    const files = names.map((name) => join('tests/trials', `${name}.test.ts`));
    const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code } = await runCommand('vitest', args, { env: { SEEDS: process.env.SEEDS ?? '1000', PAGES: '150000' } });
    return { code, totals: vitestTotals(report) };
  };
}

function browser(name, { env = {}, shard } = {}) {
  return async () => {
    const report = '.cache/trials-browser.json';
    const shown = ['list', 'json', reporters[name]].filter(Boolean).join(',');
    const args = ['test', `--project=${name}*`, `--reporter=${shown}`, `--global-timeout=${limit_ms}`];
    if (shard) args.push(`--shard=${shard}`);
    const { code } = await runCommand('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env } });
    return { code, totals: playwrightTotals(report) };
  };
}

async function peers() {
  await installPeers();
  return { code: 0 };
}

async function engines() {
  return { code: (await installEngines()) ? 0 : 1 };
}
