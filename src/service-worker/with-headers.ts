/** What a static host cannot say of a file, by its path within the scope. */
const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'index.html': { 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' },
};

/**
 * Everything that the worker answers with passes here, so that headers can be set. A response without any of its own is
 * given as it is: only then does the browser keep compiled scripts.
 */
export function withHeaders(path: string, response: Response): Response {
  const own = headers[path];
  if (!own) return response;
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(own)) all.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers: all });
}
