import { fieldOf, toFoundPage, pagesFromRows, type SearchProvider } from './search-provider.ts';

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
    pagesFromRows(fieldOf(answer, 'data'), (row) =>
      toFoundPage({
        title: fieldOf(row, 'title'),
        address: fieldOf(row, 'url'),
        snippet: fieldOf(row, 'description') || fieldOf(row, 'content'),
        published: fieldOf(row, 'date') ?? fieldOf(row, 'publishedTime'),
      }),
    ) ?? (saysNothingFound(answer) ? [] : null),
  errorOf: (_, answer) => (fieldOf(answer, 'name') === 'InsufficientBalanceError' ? 'no_credit' : null),
};

/** True if a refusal (422) means only that nothing was found. */
function saysNothingFound(answer: unknown): boolean {
  const message = fieldOf(answer, 'message');
  return typeof message === 'string' && /no search results/i.test(message);
}
