import { networkWorkerCsp } from './network/connect-policy.ts';

const page = 'index.html';

interface AppFilesParts {
  files: BuiltFiles;
  /** The URL that the app is served under; it ends with a slash. */
  scope: string;
  caches: CacheStorage;
  fetch: typeof fetch;
  /** Returns the ids of the open pages, of whatever version. */
  openPages: () => Promise<readonly string[]>;
}

/**
 * The files of one version of the app, cached for offline use. A version is cached completely before it is used; older
 * versions stay until none of their pages is open, since such a page still requests its parts.
 */
export class AppFiles {
  readonly #parts: AppFilesParts;
  readonly #family: string;
  readonly #name: string;
  readonly #known: ReadonlySet<string>;

  constructor(parts: AppFilesParts) {
    const { files, scope } = parts;
    this.#parts = parts;
    this.#family = `cairn ${new URL(scope).pathname} `;
    this.#name = this.#family + files.version;
    this.#known = new Set([...files.start.map(([path]) => path), ...files.later]);
  }

  /**
   * Caches this version's files, copying unchanged ones from older versions. Rejects if a file cannot be fetched
   * exactly as built; the next visit tries again.
   */
  async keep(): Promise<void> {
    const { files, caches } = this.#parts;
    const cache = await caches.open(this.#name);
    await Promise.all(
      files.start.map(async ([path, integrity]) => {
        const address = this.#address(path);
        if (await cache.match(address)) return;
        const older = isNamedByContent(path) ? await this.#ofOlder(address) : undefined;
        await cache.put(address, older ?? (await this.#fetched(path, integrity)));
      }),
    );
  }

  /** Makes this version the one in use. The pages that are open belong to older versions. */
  async takeOver(): Promise<void> {
    const { caches, openPages } = this.#parts;
    const before = new Response(JSON.stringify(await openPages()));
    await (await caches.open(this.#name)).put(this.#address('pages-before'), before);
    await this.sweep();
  }

  /** Removes older versions once their last page is closed. */
  async sweep(): Promise<void> {
    const { caches, openPages } = this.#parts;
    const old = (await caches.keys()).filter((name) => name.startsWith(this.#family) && name !== this.#name);
    if (old.length === 0) return;
    const noted = await (await caches.open(this.#name)).match(this.#address('pages-before'));
    if (!noted) return;
    const before = (await noted.json()) as readonly string[];
    const open = new Set(await openPages());
    if (before.some((id) => open.has(id))) return;
    await Promise.all(old.map((name) => caches.delete(name)));
  }

  /** Returns a function that answers a request for one of the app's own files; null for any other request. */
  answer({ url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>): (() => Promise<Response>) | null {
    const path = this.#pathOf(url);
    if (path === null || method !== 'GET') return null;
    const { search } = new URL(url);
    if (mode === 'navigate' && (path === '' || path === page)) return () => this.#read(page, search);
    return this.#known.has(path) || isNamedByContent(path) ? () => this.#read(path, search) : null;
  }

  /** Returns the response from this version, from an older one for its pages, or else from the network. */
  async #read(path: string, query: string): Promise<Response> {
    const { caches, fetch, files } = this.#parts;
    const address = this.#address(path);
    const cache = await caches.open(this.#name);
    const cachedResponse =
      (await cache.match(address)) ?? (isNamedByContent(path) ? await this.#ofOlder(address) : undefined);
    if (cachedResponse) return withHeaders(path, query, cachedResponse);
    const response = await fetch(address);
    const isFile = response.status === 200 && isPage(response) === path.endsWith('.html');
    if (isFile && files.later.includes(path)) await cache.put(address, response.clone());
    return withHeaders(path, query, response);
  }

  async #fetched(path: string, integrity: string): Promise<Response> {
    const cache = isNamedByContent(path) ? 'default' : 'no-cache';
    const response = await this.#parts.fetch(new Request(this.#address(path), { integrity, cache }));
    if (!response.ok) throw new Error(`${path} could not be kept: ${response.status}`);
    return response;
  }

  async #ofOlder(address: string): Promise<Response | undefined> {
    const { caches } = this.#parts;
    for (const name of await caches.keys()) {
      const olderResponse = name.startsWith(this.#family) ? await (await caches.open(name)).match(address) : undefined;
      if (olderResponse) return olderResponse;
    }
    return undefined;
  }

  /** Returns the path relative to the scope, without query and fragment; null outside of it. */
  #pathOf(url: string): string | null {
    const { origin, pathname } = new URL(url);
    const scope = new URL(this.#parts.scope);
    if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
    return decodeURI(pathname.slice(scope.pathname.length));
  }

  #address(path: string): string {
    return new URL(path, this.#parts.scope).href;
  }
}

/** True if the response is a web page, which some hosts send for files that they lack. */
const isPage = ({ headers }: Response) => /^\s*text\/html/i.test(headers.get('content-type') ?? '');

/** True if a file's name changes with its content, so that a cached copy is always valid. */
const isNamedByContent = (path: string) => path.startsWith('assets/');

const pageHeaders = { 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' };
/** The policy for workers, sent with their script, independent of the page's: most need only the app's own files. */
const ownFilesOnly = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const policies: Readonly<Record<string, (query: string) => string>> = {
  'network-worker': networkWorkerCsp,
  'import-worker': () => "default-src 'none'",
  'office-worker': () => "default-src 'none'",
  'office-writer-worker': () => "default-src 'none'",
  'engine-worker': () => "default-src 'none'; script-src 'self'",
};

/**
 * Returns the response with security headers that a static host cannot set; every response of the service worker passes
 * here. A response that needs none is returned unchanged: only then does the browser cache compiled scripts.
 */
function withHeaders(path: string, query: string, response: Response): Response {
  const own = headersOf(path, query);
  if (!own) return response;
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(own)) all.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers: all });
}

function headersOf(path: string, query: string): Record<string, string> | null {
  if (path === 'index.html') return { ...pageHeaders, 'Content-Security-Policy': "frame-ancestors 'none'" };
  const worker =
    /^assets\/((?:network|import|office|office-writer|compute|engine|wllama)-worker|pdf\.worker)[^/]*\.m?js$/.exec(
      path,
    )?.[1];
  if (worker === undefined) return null;
  return { 'Content-Security-Policy': policies[worker]?.(query) ?? ownFilesOnly };
}

/** The files of the build, by path within the worker's scope. Written into the worker by scripts/service-worker.ts. */
export interface BuiltFiles {
  /** A hash of all files, which identifies the version of the app. */
  version: string;
  /** The files that the app needs to start and to work offline, with their integrity hashes. */
  start: readonly (readonly [path: string, integrity: string])[];
  /** Large files that few people need. They are cached once they have been used. */
  later: readonly string[];
}
