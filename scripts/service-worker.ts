import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { BuiltFiles } from '../src/browser/app-files.ts';

const file = 'service-worker.js';
const entry = fileURLToPath(new URL('../src/workers/service-worker.ts', import.meta.url));

/** What starts the app and keeps it going; a file of another kind is none of the worker's business. */
const wanted = /\.(js|css|html|svg|png|json|webmanifest)$/;
/** Reading PDFs, running programs and running models: some megabytes, each for a tool of its own. */
const large = /\.(wasm|bcmap|pfb|ttf|icc)$|\/(pdf\.worker|wllama-worker)[^/]*$/;

/**
 * Builds the service worker beside the page, at an address that stays (`service-worker.js`), with the list of all that the
 * build has made. The list is sorted and holds hashes of contents only, so that two builds give the same bytes.
 */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (dir === undefined) throw new Error('The service worker is built into a folder.');
      writeFileSync(join(dir, file), await worker(listed(dir)));
    },
  },
};

function listed(folder: string): BuiltFiles {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) =>
      join(found.parentPath, found.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => path !== file)
    .sort();
  const hashes = new Map(paths.map((path) => [path, hash(readFileSync(join(folder, path)), 'base64')]));
  return {
    version: hash(JSON.stringify([...hashes]), 'hex').slice(0, 16),
    start: paths
      .filter((path) => wanted.test(path) && !large.test(path))
      .map((path) => [path, `sha256-${hashes.get(path)}`]),
    later: paths.filter((path) => large.test(path)),
  };
}

/** One script without imports: that is what every browser takes for a worker of this kind. */
async function worker(files: BuiltFiles): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { builtFiles: JSON.stringify(files) },
    build: { target: 'es2022', write: false, lib: { entry, formats: ['iife'], name: 'serviceWorker' } },
  });
  const chunk = [built].flat().flatMap((each) => ('output' in each ? each.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error('The service worker could not be built.');
  return chunk.code;
}

function hash(content: string | Buffer, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(content).digest(encoding);
}
