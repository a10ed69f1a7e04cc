import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'extension');
/**
 * The key from which Chromium derives the id of the unpacked companion, as in extension/protocol.ts. It signs nothing.
 */
const key = 'Q2Fpcm4gQ29tcGFuaW9u';

const parts = {
  chromium: {
    modules: { background: 'background-chromium.ts', offscreen: 'offscreen.ts', page: 'page/page.ts' },
    /** Content scripts cannot be modules, so each is built on its own. */
    scripts: ['hidden-frame-shims', 'capture-page'],
    files: ['page/page.html', 'offscreen.html'],
  },
  firefox: {
    modules: { background: 'background-firefox.ts', page: 'page/page.ts' },
    scripts: ['bridge'],
    files: ['page/page.html'],
  },
};

/**
 * Builds the companion for one browser into a folder. `origins` are the origins of Cairn that may connect to it;
 * `granted` are patterns of sites that the browser grants without asking, for tests, which cannot click its prompt.
 */
export async function buildExtension(browser, folder, origins, granted = []) {
  const fault = origins.map(originFault).find((each) => each !== null);
  if (fault !== undefined) throw new Error(fault);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { modules, scripts, files } = parts[browser];
  await compile(folder, modules, origins);
  for (const name of scripts) await compile(folder, { [name]: `${name}.ts` }, origins);
  for (const file of files) await cp(join(source, file), join(folder, file.replace('page/', '')));
  await cp(join(source, '_locales'), join(folder, '_locales'), { recursive: true });
  await cp(join(root, 'public/icons/icon-192.png'), join(folder, 'icon.png'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(await manifest(browser, origins, granted)));
}

/**
 * Returns why the companion is not built for an origin, or null: without https, anybody on the network could put
 * another page there.
 */
export function originFault(origin) {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    return `${origin} is no origin: scheme, name and port, like https://cairn.example.org.`;
  const { protocol, hostname } = new URL(origin);
  const isHere = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere)
    ? null
    : `${origin} is not served over https: anybody on the way could put a page there that speaks to the companion.`;
}

/** Returns the paths of all files of a folder, in order, with their contents. */
export async function filesOf(folder) {
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = found.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))])));
}

async function compile(folder, entries, origins) {
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(source, path)]));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { cairnOrigins: JSON.stringify(origins) },
    build: {
      target: ['chrome123', 'firefox128'],
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name].[ext]' },
      },
    },
  });
}

async function manifest(browser, origins, granted) {
  const [, version] = /companionVersion = '([\d.]+)'/.exec(await readFile(join(source, 'protocol.ts'), 'utf8')) ?? [];
  const own = browser === 'chromium' ? chromium(origins) : firefox(origins);
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    version,
    icons: { 192: 'icon.png' },
    action: {},
    options_ui: { page: 'page.html', open_in_tab: true },
    incognito: 'not_allowed',
    optional_host_permissions: ['https://*/*'],
    ...(granted.length > 0 ? { host_permissions: granted } : {}),
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src https:; frame-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    ...own,
  };
}

function chromium(origins) {
  return {
    key,
    minimum_chrome_version: '123',
    /** Chromium does not change headers for an extension that got this permission only later. */
    permissions: ['declarativeNetRequestWithHostAccess', 'offscreen', 'storage'],
    optional_permissions: ['scripting'],
    background: { service_worker: 'background.js', type: 'module' },
    externally_connectable: { matches: origins.map((origin) => `${origin}/*`) },
  };
}

/** Match patterns in Firefox cannot contain ports; the script itself checks the whole origin. */
function firefox(origins) {
  const matches = origins.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`);
  return {
    permissions: ['storage'],
    background: { scripts: ['background.js'], type: 'module' },
    content_scripts: [{ matches: [...new Set(matches)], js: ['bridge.js'], run_at: 'document_start' }],
    browser_specific_settings: {
      gecko: {
        id: 'companion@cairn.invalid',
        strict_min_version: '128.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
  };
}
