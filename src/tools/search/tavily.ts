import { valueAtPath, toFoundPage, pagesFromRows, type SearchProvider } from './search-provider.ts';

export const tavily: SearchProvider = {
  ask: ({ base, query, count, key }) => ({
    url: `${base}/search`,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
  }),
  read: (answer) =>
    pagesFromRows(valueAtPath(answer, 'results'), (row) =>
      toFoundPage({
        title: valueAtPath(row, 'title'),
        address: valueAtPath(row, 'url'),
        snippet: valueAtPath(row, 'content'),
        published: valueAtPath(row, 'published_date'),
      }),
    ),
  /** 432: the plan's limit; 433: the limit set for pay-as-you-go. */
  errorOf: (status) => (status === 432 || status === 433 ? 'no_credit' : null),
};
