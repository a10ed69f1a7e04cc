import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { serveFolder } from './browser/serve-folder.mjs';
import { Figures } from './figures.mjs';
import { measureCairn } from './measures/cairn.mjs';
import { measurePeers } from './measures/cost.mjs';
import { measureLayers } from './measures/layers.mjs';
import { measureResume } from './measures/resume.mjs';
import { measureStorage } from './measures/storage.mjs';
import { buildPage } from './pages/build.mjs';
import { ScriptedEndpoint } from './server/scripted-endpoint.mjs';

const measures = {
  peers: measurePeers,
  cairn: measureCairn,
  layers: measureLayers,
  storage: measureStorage,
  resume: measureResume,
};

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    repetitions: { type: 'string' },
    only: { type: 'string', multiple: true },
    app: { type: 'string' },
  },
});
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const figures = new Figures();

const appFolder = flags.app ?? (await builtApp());
const endpoint = await ScriptedEndpoint.start();
const app = await serveFolder(appFolder);
const peerPage = await serveFolder(await buildPage(here('dist/peer')));
try {
  for (const [name, measure] of Object.entries(measures))
    if (flags.only?.includes(name) ?? true)
      await measure({
        endpoint,
        figures,
        app,
        peerPage,
        sizes: flags.quick ? [5, 20] : [5, 20, 100],
        latencies: flags.quick ? [0] : [0, 200],
        repetitions: Number(flags.repetitions ?? (flags.quick ? 1 : 5)),
      });
} finally {
  await Promise.all([endpoint.stop(), app.stop(), peerPage.stop()]);
}
const [{ model }] = cpus();
const machine = { processor: model, threads: cpus().length, memory: totalmem(), node: process.version };
const results = { machine, date: new Date().toISOString(), figures: figures.all };
await writeFile(here('results.json'), `${JSON.stringify(results, null, 2)}\n`);
if (flags.only?.includes('page') ?? true) run('page/run.mjs', flags.quick ? ['--quick'] : []);
run('report/run.mjs');

/** Runs a script in a process of its own: the measurements by Playwright's runner, or the report. */
function run(path, given = []) {
  const env = { ...process.env, BENCH_DIST: appFolder };
  const { status } = spawnSync(process.execPath, [here(path), ...given], { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}

async function builtApp() {
  await build({ root: here('..'), logLevel: 'error', build: { outDir: here('dist/app'), emptyOutDir: true } });
  return here('dist/app');
}
