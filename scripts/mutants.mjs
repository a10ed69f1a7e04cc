// Breaks each rule of scripts/mutants/rules.mjs once, in a copy of the tree: the test that is named for it must fail.
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { rules } from './mutants/rules.mjs';

const place = resolve('.cache/mutants');
const patience = 90_000;
const only = process.argv[2];

await rm(place, { recursive: true, force: true });
await mkdir(place, { recursive: true });
for (const part of ['src', 'tests', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts', 'svelte.config.js'])
  await cp(part, `${place}/${part}`, { recursive: true });
await symlink(resolve('node_modules'), `${place}/node_modules`);

let killed = 0;
const wrong = [];
for (const rule of rules.filter(({ name }) => !only || name.includes(only))) {
  const verdict = await tryOut(rule);
  if (verdict === null) killed += 1;
  else wrong.push(`${rule.name}: ${verdict}`);
  console.log(`${verdict === null ? 'killed  ' : 'SURVIVED'} ${rule.name} (${rule.file})`);
}
await rm(place, { recursive: true, force: true });
for (const each of wrong) console.log(each);
console.log(`${killed} passed, ${wrong.length} failed`);
process.exitCode = wrong.length > 0 ? 1 : 0;

/** Null when the named test fails on the broken rule, else what is wrong. */
async function tryOut({ file, find, replace, test, title }) {
  const path = `${place}/${file}`;
  const sound = await readFile(path, 'utf8');
  if (sound.split(find).length !== 2)
    return `the text to break stands ${sound.split(find).length - 1} times in ${file}`;
  await writeFile(
    path,
    sound.replace(find, () => replace),
  );
  try {
    const { code, said } = await vitest(['run', test, '-t', title]);
    if (code !== 0)
      return /Tests .*failed|Timeout|did not end/.test(said) ? null : `the tests did not run: ${said.slice(-400)}`;
    return /Tests .*passed/.test(said)
      ? `“${title}” in ${test} passes all the same`
      : `no test is called “${title}” in ${test}`;
  } finally {
    await writeFile(path, sound);
  }
}

function vitest(args) {
  return new Promise((done) => {
    const child = spawn('node_modules/.bin/vitest', [...args, '--reporter=default', '--no-color'], {
      cwd: place,
      detached: true,
    });
    let said = '';
    child.stdout.on('data', (piece) => (said += piece));
    child.stderr.on('data', (piece) => (said += piece));
    const timer = setTimeout(() => {
      said += 'did not end';
      process.kill(-child.pid, 'SIGKILL');
    }, patience);
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code: code ?? 1, said });
    });
  });
}
