import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A module of the app as a script that puts what it exports into a global variable, for a page to evaluate. */
export async function pageModule(path: string, name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  const lib = { entry, formats: ['iife' as const], name };
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, minify: false, lib } });
  const chunk = [built].flat().flatMap((each) => ('output' in each ? each.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error(`${path} could not be built.`);
  return `${chunk.code}; globalThis.${name} = ${name};`;
}
