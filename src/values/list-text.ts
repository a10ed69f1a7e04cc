import { textLanguage } from './text-language.ts';

const separators = { ',': { en: ', ', zh: '、' }, ';': { en: '; ', zh: '；' } } as const;

/**
 * Returns short items in one line, with the separator of the language of most of them: `a, b`, in Chinese `甲、乙`; for
 * items that may contain commas, `a; b`, in Chinese `甲；乙`.
 */
export const joinListItems = (items: readonly string[], separator: keyof typeof separators = ','): string =>
  items.join(
    separators[separator][items.filter((item) => textLanguage(item) === 'zh').length * 2 > items.length ? 'zh' : 'en'],
  );
