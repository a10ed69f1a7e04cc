import { valueAtPath, toFoundPage, pagesFromRows, type SearchProvider } from './search-provider.ts';

/** Full-text search of a Wikipedia, or of another MediaWiki; `origin=*` lets any web page ask without an account. */
export const wikipedia: SearchProvider = {
  ask: ({ base, query, count }) => {
    const parameters = new URLSearchParams({
      action: 'query',
      list: 'search',
      format: 'json',
      formatversion: '2',
      origin: '*',
      srlimit: String(count),
      srprop: 'snippet|timestamp',
      srsearch: query,
    });
    return { url: `${base}/w/api.php?${parameters}`, method: 'GET', headers: { accept: 'application/json' } };
  },
  read: (answer, base) =>
    pagesFromRows(valueAtPath(answer, 'query', 'search'), (row) => {
      const title = valueAtPath(row, 'title');
      if (typeof title !== 'string') return null;
      return toFoundPage({ title, address: pageAddress(base, title), snippet: valueAtPath(row, 'snippet') });
    }),
  errorOf: (_, answer) => {
    const code = valueAtPath(answer, 'error', 'code');
    if (typeof code !== 'string') return null;
    return /ratelimited|too-busy|maxlag/.test(code) ? 'rate_limit' : 'refused';
  },
};

function pageAddress(base: string, title: string): string {
  const name = encodeURI(title.replaceAll(' ', '_')).replace(/[?#&+]/g, encodeURIComponent);
  return `${base}/wiki/${name}`;
}
