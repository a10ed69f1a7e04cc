import { valueAtPath, toFoundPage, pagesFromRows, type SearchProvider } from './search-provider.ts';

export const jina: SearchProvider = {
  ask: ({ base, query, count, language, key }) => {
    const parameters = new URLSearchParams({
      q: query,
      num: String(count),
      ...(language === null ? {} : { hl: language }),
    });
    return {
      url: `${base}/?${parameters}`,
      method: 'GET',
      headers: {
        accept: 'application/json',
        'x-respond-with': 'no-content',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
    };
  },
  read: (answer) =>
    pagesFromRows(valueAtPath(answer, 'data'), (row) =>
      toFoundPage({
        title: valueAtPath(row, 'title'),
        address: valueAtPath(row, 'url'),
        snippet: valueAtPath(row, 'description') || valueAtPath(row, 'content'),
        published: valueAtPath(row, 'date') ?? valueAtPath(row, 'publishedTime'),
      }),
    ) ?? (saysNothingFound(answer) ? [] : null),
  errorOf: (_, answer) => (valueAtPath(answer, 'name') === 'InsufficientBalanceError' ? 'no_credit' : null),
};

/** True if a refusal (422) means only that nothing was found. */
function saysNothingFound(answer: unknown): boolean {
  const message = valueAtPath(answer, 'message');
  return typeof message === 'string' && /no search results/i.test(message);
}
