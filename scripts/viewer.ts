import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin } from 'vite';

const name = 'virtual:cairn-viewer';
const resolved = `\0${name}`;
const entry = fileURLToPath(new URL('../src/ui/viewer/main.ts', import.meta.url));
const languages = fileURLToPath(new URL('../src/ui/viewer/languages.ts', import.meta.url));
const noToasts = fileURLToPath(new URL('../src/ui/viewer/NoToasts.svelte', import.meta.url));

/** Replaces modules: the messages of a saved page are in the page itself, and it has no toasts. */
const ownModules: Plugin = {
  name: 'own-modules',
  enforce: 'pre',
  resolveId: (source) =>
    /\/i18n\/languages(\.ts)?$/.test(source) ? languages : source.endsWith('/Toasts.svelte') ? noToasts : null,
};

/**
 * Provides the module `virtual:cairn-viewer`: script and style of a saved page as two strings, which are written into
 * each.
 */
export const viewer: Plugin = {
  name: 'viewer',
  resolveId: (source) => (source === name ? resolved : null),
  async load(id) {
    if (id !== resolved) return null;
    const built = await build({
      configFile: false,
      publicDir: false,
      logLevel: 'silent',
      plugins: [ownModules, svelte()],
      build: {
        target: 'es2022',
        write: false,
        cssCodeSplit: false,
        lib: { entry, formats: ['iife'], name: 'cairnViewer' },
      },
    });
    const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
    const script = files.find((file) => file.type === 'chunk');
    const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
    if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('The viewer could not be built.');
    return `export const script = ${JSON.stringify(script.code)};\nexport const style = ${JSON.stringify(String(style.source))};`;
  },
};
