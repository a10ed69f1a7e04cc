import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin } from 'vite';

const name = 'virtual:cairn-viewer';
const resolved = `\0${name}`;
const entry = fileURLToPath(new URL('../src/ui/viewer/main.ts', import.meta.url));
const languages = fileURLToPath(new URL('../src/ui/viewer/languages.ts', import.meta.url));
const nothing = fileURLToPath(new URL('../src/ui/viewer/Nothing.svelte', import.meta.url));

/** Replaces modules: the messages of a saved page are in the page itself; it has no toasts, and copies no code. */
const ownModules: Plugin = {
  name: 'own-modules',
  enforce: 'pre',
  resolveId: (source) =>
    /\/i18n\/languages(\.ts)?$/.test(source) ? languages : /\/(Toasts|CopyText)\.svelte$/.test(source) ? nothing : null,
};

/**
 * Leaves only the lexer of `marked`: its last statements keep its parser and renderer in the page, which nothing calls
 * there. Throws if they are not as expected.
 */
const lexerOnly: Plugin = {
  name: 'lexer-only',
  transform(code, id) {
    if (!id.endsWith('/marked.esm.js')) return null;
    const statements = /var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\((?:(?!export\{)[^])*/;
    const names = /export\{[^}]*\}/.exec(code)?.[0].match(/\w+ as (?:Lexer|Tokenizer)\b/g);
    if (!statements.test(code) || names?.length !== 2) throw new Error('The lexer of marked was not found.');
    return { code: code.replace(statements, '').replace(/export\{[^}]*\}/, `export{${names.join()}}`), map: null };
  },
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
      plugins: [ownModules, lexerOnly, svelte()],
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
