import type { Settings } from '../domain/settings.ts';
import type { Language } from '../text/messages.ts';

/** The chosen language, else the first one of the browser's that there is, else English. */
export function preferredLanguage(chosen: Settings['language'], offered: readonly string[]): Language {
  if (chosen !== 'auto') return chosen;
  const known = offered.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'zh' || tag === 'en');
  return known === 'zh' ? 'zh' : 'en';
}
