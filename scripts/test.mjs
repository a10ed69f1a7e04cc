import { rm } from 'node:fs/promises';
import { installBrowser } from './install-browser.mjs';
import { installPackages } from './install-packages.mjs';
import { runCommand } from './run-command.mjs';
import { playwrightTotals, reportTotals, vitestTotals } from './test-totals.mjs';

const withBrowser = !process.argv.includes('--no-browser');
const browserReport = '.cache/playwright.json';
const componentReport = '.cache/component.json';

const cached = (folder) => ['--cache', '--cache-strategy', 'content', '--cache-location', `.cache/${folder}`];
const stages = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint'],
  /** Checks the files that `format` and `lint` do not read. */
  components: ['prettier', '--check', '{src,tests}/**/*.svelte', '--log-level', 'warn', ...cached('prettier')],
  rules: ['eslint', 'src', '--max-warnings', '0', ...cached('eslint')],
  types: ['svelte-check', '--tsgo', '--fail-on-warnings'],
  unused: ['knip', '--no-progress'],
  'unit 1/2': unitTests('1/2'),
  'unit 2/2': unitTests('2/2'),
  build: ['vite', 'build', '--logLevel', 'warn'],
  bytes: ['node', 'scripts/byte-budget.mjs'],
  'components in the browser': [
    ...['vitest', 'run', '--config', 'tests/component/vitest.config.ts'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${componentReport}`],
  ],
  browser: ['playwright', 'test', '--project=gate*', '--reporter=list,json'],
};

const started = performance.now();
if (!(await installPackages())) process.exit(1);
if (withBrowser && !(await installBrowser())) process.exit(1);
const ready = seconds(started);
if (Number(ready) > 5) console.log(`ready   setting up ${ready} s`);

/** Removes old output of svelte-check for components that have been moved since; it would be checked, too. */
await rm('.svelte-check', { recursive: true, force: true });
const parts = (
  await Promise.all([
    lane('types', 'build', 'bytes', 'unit 1/2'),
    lane('format', 'lint', 'unused', 'components', 'rules', 'unit 2/2'),
  ])
).flat();
if (withBrowser) parts.push(...(await lane('components in the browser', 'browser')));
console.log(`All of it took ${seconds(started)} s.`);
process.exitCode = reportTotals(parts);

/** One half of the unit tests: which files it has, and in which order they run, follows from the commit alone. */
function unitTests(shard) {
  const excluded = ['--exclude', 'tests/trials/!(simulation).test.ts'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(shard)}`];
  return ['vitest', 'run', `--shard=${shard}`, ...excluded, ...reporters];
}

/** The report of the half that a text such as `unit 1/2` names. */
function reportOf(text) {
  const [, half] = /(\d)\/\d/.exec(text);
  return `.cache/unit-${half}.json`;
}

/** Runs stages one after another; a lane continues after a failure, so that one run names all errors. */
async function lane(...names) {
  const ended = [];
  for (const name of names) ended.push(await stage(name));
  return ended;
}

async function stage(name) {
  const [command, ...args] = stages[name];
  const shown = name === 'browser';
  const {
    code,
    output,
    seconds: taken,
  } = await runCommand(command, args, {
    quiet: !shown,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  });
  const totals = totalsOf(name);
  const count = totals ? `  ${totals.passed} passed, ${totals.failed} failed` : '';
  if (code !== 0 || name === 'bytes') console.log(output.trimEnd());
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)} ${taken.toFixed(1).padStart(6)} s${count}`);
  return { name, code, totals };
}

/** The totals of a stage that runs tests. */
function totalsOf(name) {
  if (name.startsWith('unit')) return vitestTotals(reportOf(name));
  if (name === 'components in the browser') return vitestTotals(componentReport);
  return name === 'browser' ? playwrightTotals(browserReport) : undefined;
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
