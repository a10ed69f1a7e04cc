import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles a page that contains a peer, as the peer's users would, and returns the folder. */
export async function buildPage(outDir) {
  const root = fileURLToPath(new URL('.', import.meta.url));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: './',
    define: { 'process.env': '{}' },
    build: { outDir, emptyOutDir: true, target: 'es2022', rolldownOptions: { input: `${root}plan-and-execute.html` } },
  });
  return outDir;
}
