import type { Settings } from '../domain/settings.ts';
import { preferredLanguage } from './preferred-language.ts';
import type { Words } from './words.svelte.ts';

/** Gives the page the language and the colours of the settings. */
export function wearSettings({ language, theme }: Pick<Settings, 'language' | 'theme'>, words: Words): void {
  words.language = preferredLanguage(language, navigator.languages);
  document.documentElement.lang = words.locale;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
