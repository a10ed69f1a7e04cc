import { existsSync } from 'node:fs';
import { installBrowser } from './install-browser.mjs';
import { installEngines } from './install-engines.mjs';
import { installPackages } from './install-packages.mjs';
import { installPeers } from './install-peers.mjs';
import { runCommand } from './run-command.mjs';
import { playwrightTotals, reportTotals, vitestTotals } from './test-totals.mjs';
import { tryBench } from './try-bench.mjs';

const simulatorReport = '.cache/trials.json';
/** Written as playwright.trials.config.ts says. */
const browserReport = '.cache/trials-browser.json';
/** Written as playwright.engines.config.ts says. */
const enginesReport = '.cache/engines.json';
/** Written as playwright.companion.config.ts says. */
const companionReport = '.cache/companion.json';

const started = Date.now();
/** What a part of the trials is told of its end, in minutes from the start. */
const until = (minutes) => (process.env.CI ? { TRIALS_UNTIL: String(started + minutes * 60_000) } : {});

/**
 * CI's share of the long trials: the simulator and two builds that are compared (tests/trials), then faults, attacks and
 * the long journeys in a real browser (tests/trials-browser, and what says `@long` in tests/e2e) and the main job with model
 * servers that others wrote (tests/peers); then journeys in Firefox and WebKit, and outside CI in Chromium (tests/engines),
 * and the companion in Chromium and Firefox (tests/companion); last, whether the benchmark installs. In CI no test begins
 * after the minute that its part is given, so that all of it ends within 45 minutes on a slow machine, too; what was not run
 * is named at the end.
 * Environment variables ask for more or for less:
 *
 *   SEEDS=10000    runs of each simulator
 *   KILLS=300      trials in which the whole browser is killed
 *   TAKEOVERS=40  kills of a device whose plan another one finishes, and half as many presses of Continue at once
 *   FIRST_SYNC=1000  sessions of the first exchange with another device, with half a megabyte of files each
 *   ENDINGS=20     moments at which each other end befalls a page
 *   RELOADS=all    reloads before and after each transaction of the journal, not on one side in turn
 *   WRITES=all     and at every write of each transaction, not only at the first one
 *   STEPS=1000     steps of the plan that is carried out while the heap is watched
 *   PARTS=all      the demo, too, without each part of the page
 *   IMPORTS=500000 damaged files that are imported
 *   LISTS=20000    lists and files of other tools whose every line and text is accounted for
 *   CALENDARS=240  calendars that are compared with khal and radicale, where these are installed
 *   LOOKS=1        pictures of the main views in three engines, light and dark, into test-results/looks
 *   README=1       puts the table of journeys and engines into README.md
 *   SEED=7         one run of the simulator and one kill trial again, those with this seed
 */
if (!(await installPackages())) process.exit(1);
if (!(await installBrowser())) process.exit(1);
await installPeers();
const parts = [await simulator(), await browser()];
if (!process.env.SEED) parts.push(await engines(), await companion(), await tryBench());
process.exitCode = reportTotals(parts);

async function simulator() {
  const args = ['run', 'tests/trials', '--reporter=default', '--reporter=json', `--outputFile.json=${simulatorReport}`];
  const { code, seconds } = await runCommand('vitest', args);
  console.log(`The simulator's trials took ${seconds.toFixed(1)} s.`);
  return { code, totals: vitestTotals(simulatorReport) };
}

async function browser() {
  const built = await runCommand('vite', ['build', '--logLevel', 'warn'], { quiet: true });
  if (built.code !== 0) {
    console.log(built.output.trimEnd());
    return { code: built.code };
  }
  const only = process.env.SEED ? ['kills'] : [];
  const args = ['test', ...only, '--config', 'playwright.trials.config.ts'];
  const { code, seconds } = await runCommand('playwright', args, { env: until(23) });
  console.log(`The browser's trials took ${seconds.toFixed(1)} s.`);
  return { code, totals: playwrightTotals(browserReport) };
}

/** In Firefox as well, where the engines could be installed. */
async function companion() {
  const args = ['test', '--config', 'playwright.companion.config.ts'];
  const { code, seconds } = await runCommand('playwright', args, { env: until(43) });
  console.log(`The companion's trials took ${seconds.toFixed(1)} s.`);
  return { code, totals: playwrightTotals(companionReport) };
}

/** Over what the browser's trials have built. Where an engine cannot be had, that counts as failed in CI on Debian only. */
async function engines() {
  if (!(await installEngines())) return { code: process.env.CI && existsSync('/usr/bin/apt-get') ? 1 : 0 };
  const args = ['test', '--config', 'playwright.engines.config.ts'];
  const { code, seconds } = await runCommand('playwright', args, { env: until(38) });
  console.log(`The journeys in three engines took ${seconds.toFixed(1)} s.`);
  return { code, totals: playwrightTotals(enginesReport) };
}
