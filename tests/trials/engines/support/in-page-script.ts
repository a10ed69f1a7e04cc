import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const entry = fileURLToPath(new URL('in-page.ts', import.meta.url));

/** What finds things in a page, as one script for any engine; built once. */
let script: Promise<string> | null = null;
export function inPageScript(): Promise<string> {
  return (script ??= make());
}

async function make(): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'cairnInPage' };
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: { target: 'es2022', write: false, lib },
  });
  const chunk = [built].flat().flatMap((each) => ('output' in each ? each.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error('The script for the page could not be built.');
  return chunk.code;
}
