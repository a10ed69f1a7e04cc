import { connectPolicy } from './connect-policy.ts';

const page = { 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' };
/** A worker has the policy that comes with its script, whatever the page's own says: most need files of the app alone. */
const ownFilesOnly = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const policies: Readonly<Record<string, (query: string) => string>> = {
  'net-worker': connectPolicy,
  'import-worker': () => "default-src 'none'",
};

/**
 * Everything that the service worker answers with passes here, so that headers can be set which a static host cannot. A
 * response without any of its own is given as it is: only then does the browser keep compiled scripts.
 */
export function withHeaders(path: string, query: string, response: Response): Response {
  const own = headersOf(path, query);
  if (!own) return response;
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(own)) all.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers: all });
}

function headersOf(path: string, query: string): Record<string, string> | null {
  if (path === 'index.html') return { ...page, 'Content-Security-Policy': "frame-ancestors 'none'" };
  const worker = /^assets\/((?:net|import|compute|wllama)-worker|pdf\.worker)[^/]*\.m?js$/.exec(path)?.[1];
  if (worker === undefined) return null;
  return { 'Content-Security-Policy': policies[worker]?.(query) ?? ownFilesOnly };
}
