import { valueAtPath, toFoundPage, pagesFromRows, type SearchProvider } from './search-provider.ts';

/** The person's own SearXNG, or its ancestor searx. It responds in JSON only if its settings list that format. */
export const searxng: SearchProvider = {
  ask: ({ base, query, language }) => {
    const parameters = new URLSearchParams({ q: query, format: 'json', ...(language === null ? {} : { language }) });
    return {
      url: `${base.replace(/\/search$/, '')}/search?${parameters}`,
      method: 'GET',
      headers: { accept: 'application/json' },
    };
  },
  read: (answer) =>
    pagesFromRows(valueAtPath(answer, 'results'), (row) =>
      toFoundPage({
        title: valueAtPath(row, 'title'),
        address: valueAtPath(row, 'url'),
        snippet: valueAtPath(row, 'content'),
        published: valueAtPath(row, 'publishedDate') ?? valueAtPath(row, 'pubdate'),
      }),
    ),
  errorOf: (status, answer) => (answer === undefined && status === 403 ? 'format_disabled' : null),
};
