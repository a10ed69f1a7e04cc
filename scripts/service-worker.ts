import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { BuiltFiles } from '../src/browser/app-files.ts';

const file = 'service-worker.js';
const entry = fileURLToPath(new URL('../src/workers/service-worker.ts', import.meta.url));

/** The files that the app needs to run; the service worker ignores files of other types. */
const wanted = /\.(js|css|html|svg|png|json|webmanifest)$/;
/** Files for reading PDFs, running programs and running models: several megabytes, each for one tool. */
const large = /\.(wasm|bcmap|pfb|ttf|icc)$|\/(pdf\.worker|wllama-worker)[^/]*$/;

/**
 * Builds the service worker beside the page, at a fixed address (`service-worker.js`), with the list of all built
 * files. The list is sorted and contains only hashes of contents, so that two builds give the same bytes.
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

/** Builds one script without imports, which every browser accepts as a service worker. */
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
