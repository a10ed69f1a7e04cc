import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const copied = ['src', 'tests', 'package.json', 'tsconfig.json'];
/** How long the tests of a broken rule may take, and all of them before anything is broken. */
const patience_ms = { broken: 120_000, sound: 900_000 };
/** The tests named here need neither a browser nor Svelte. */
const plainConfig = `export default { test: { include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'] } };`;
const root = process.cwd();
const only = process.argv[2];

/**
 * Breaks one rule after another in a copy of the source and checks that the rule's test fails. An argument limits the
 * run to the rules that begin with it: `npm run trials:mutants -- R5`.
 */
const all = JSON.parse(await readFile('scripts/mutants/rules.json', 'utf8'));
const mutants = all.filter(({ rule }) => !only || rule.startsWith(only));
const misplaced = [];
for (const mutant of mutants) {
  const places = (await readFile(mutant.file, 'utf8')).split(mutant.find).length - 1;
  if (places !== 1) misplaced.push(`${mutant.rule} ${mutant.breaks}: found ${places} times in ${mutant.file}`);
}
if (misplaced.length > 0) {
  console.log(`These patches do not fit the source any more:\n${misplaced.join('\n')}`);
  process.exit(1);
}

const started = performance.now();
const survived = [];
const benches = await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, bench));
try {
  await soundFirst(benches[0]);
  const queue = [...mutants];
  await Promise.all(benches.map((folder) => work(folder, queue)));
} finally {
  await Promise.all(benches.map((folder) => rm(folder, { recursive: true, force: true })));
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${mutants.length - survived.length} killed, ${survived.length} survived, in ${seconds} s`);
if (survived.length > 0) process.exit(1);

/** Creates a copy of the files that tests need; the packages are shared. */
async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'plain.config.mjs'), plainConfig);
  return folder;
}

/** Fails if a test fails on the unchanged source, since such a test would kill every mutant. */
async function soundFirst(folder) {
  const files = [...new Set(mutants.map(({ testFile }) => testFile))].filter(
    (file) => !file.startsWith('tests/trials'),
  );
  if (files.length === 0) return;
  const { failed, passed } = await vitest(folder, files, undefined, patience_ms.sound);
  if (failed === 0 && passed > 0) return;
  console.log(`The tests must pass before anything is broken: ${failed} fail.`);
  process.exitCode = 1;
  throw new Error('not sound');
}

async function work(folder, queue) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const { rule, breaks, file, find, replace, testFile, test } = mutant;
    const path = join(folder, file);
    const whole = await readFile(path, 'utf8');
    await writeFile(
      path,
      whole.replace(find, () => replace),
    );
    try {
      const { failed, passed } = await vitest(folder, [testFile], test, patience_ms.broken);
      const verdict = failed > 0 ? 'killed  ' : passed > 0 ? 'SURVIVED' : 'NO TEST ';
      if (failed === 0) survived.push(mutant);
      console.log(`${verdict} ${rule.padEnd(6)} ${breaks}`);
    } finally {
      await writeFile(path, whole);
    }
  }
}

/** How many of the named tests failed and passed. A file that cannot be run at all has neither. */
async function vitest(folder, files, title, limit_ms) {
  const report = join(folder, `report-${process.hrtime.bigint()}.json`);
  const args = [
    'run',
    ...files,
    '--config=plain.config.mjs',
    '--reporter=json',
    `--outputFile=${report}`,
    '--bail=1',
    '--testTimeout=10000',
  ];
  if (title) args.push('-t', title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, SEEDS: '200' },
  });
  const late = setTimeout(() => child.kill('SIGKILL'), limit_ms);
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(late);
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { failed: 0, passed: 0 };
  const { numFailedTests, numPassedTests } = JSON.parse(text);
  return { failed: numFailedTests, passed: numPassedTests };
}
