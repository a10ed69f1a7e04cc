import { valueAtPath, toFoundPage, pagesFromRows, type SearchProvider } from './search-provider.ts';
import { isTraditional } from '../../values/is-traditional.ts';

/** The languages for which Brave accepts the usual code; other codes are refused. */
const languages = new Set(
  'ar bg bn ca cs da de el en es et fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv ta te th tr uk vi'.split(
    ' ',
  ),
);
const renamed: Readonly<Record<string, string>> = { zh: 'zh-hans', ja: 'jp', pt: 'pt-pt' };

/** Brave Search and services with the same API. */
export const brave: SearchProvider = {
  ask: ({ base, query, count, language, key }) => {
    const code = language?.toLowerCase().split('-')[0] ?? '';
    const isHant =
      /^zh-(?:hant|tw|hk|mo)\b/i.test(language ?? '') || (/^zh$/i.test(language ?? '') && isTraditional(query));
    const braveLanguage = isHant ? 'zh-hant' : (renamed[code] ?? (languages.has(code) ? code : null));
    const parameters = new URLSearchParams({
      q: query,
      count: String(count),
      ...(braveLanguage === null ? {} : { search_lang: braveLanguage }),
    });
    return {
      url: `${base}/web/search?${parameters}`,
      method: 'GET',
      headers: { accept: 'application/json', ...(key === null ? {} : { 'x-subscription-token': key }) },
    };
  },
  read: (answer) =>
    pagesFromRows(valueAtPath(answer, 'web', 'results'), (row) =>
      toFoundPage({
        title: valueAtPath(row, 'title'),
        address: valueAtPath(row, 'url'),
        snippet: valueAtPath(row, 'description'),
        published: valueAtPath(row, 'page_age') ?? valueAtPath(row, 'age'),
      }),
    ) ?? (valueAtPath(answer, 'type') === 'search' ? [] : null),
  /** A wrong key has the status 422 like any other bad request; the code in the response distinguishes it. */
  errorOf: (_, answer) => {
    const code = valueAtPath(answer, 'error', 'code') ?? valueAtPath(answer, 'errors', '0', 'code');
    if (typeof code !== 'string') return null;
    if (/^SUBSCRIPTION_TOKEN|^SUBSCRIPTION_NOT_FOUND/.test(code)) return 'wrong_key';
    return /QUOTA/.test(code) || hasUsedUp(valueAtPath(answer, 'error', 'meta')) ? 'no_credit' : null;
  },
};

function hasUsedUp(meta: unknown): boolean {
  const [usedQuota, limit] = [valueAtPath(meta, 'quota_current'), valueAtPath(meta, 'quota_limit')];
  return typeof usedQuota === 'number' && typeof limit === 'number' && limit > 0 && usedQuota >= limit;
}
