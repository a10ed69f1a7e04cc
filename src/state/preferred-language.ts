import { isLanguage, type Language } from '../text/languages.ts';

/** The chosen language, else the first one of the browser's that there is, else English. */
export function preferredLanguage(chosen: string, offered: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return offered.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}
