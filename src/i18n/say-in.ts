import { reasons as en } from './en/reasons.ts';
import { translate } from './translate.ts';
import { reasons as zh } from './zh/reasons.ts';

const messages: Record<'en' | 'zh', Readonly<Record<string, string>>> = { en, zh };

/**
 * Returns a function that fills a message about a reason, or about a written row, in a language; it returns the key if
 * there is no message.
 */
export function createMessageFormatter(
  language: 'en' | 'zh',
): (key: string, params?: Readonly<Record<string, string | number>>) => string {
  return (key, params = {}) => translate(messages[language][key] ?? key, params);
}
