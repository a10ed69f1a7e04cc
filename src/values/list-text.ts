import { textLanguage } from './text-language.ts';

/** Returns short items in one line, with the separator of their own language: `a, b`, in Chinese `甲、乙`. */
export const listText = (items: readonly string[]): string =>
  items.join(textLanguage(items.join('')) === 'zh' ? '、' : ', ');
