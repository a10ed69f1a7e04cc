import type { Settings } from '../domain/settings.ts';
import { preferredLanguage } from './preferred-language.ts';
import type { Words } from './words.svelte.ts';

/** Gives the page the language and the colours of the settings. */
export function wearSettings({ language, theme }: Pick<Settings, 'language' | 'theme'>, words: Words): void {
  words.language = preferredLanguage(language, navigator.languages);
  document.documentElement.lang = words.locale;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const frames = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
  for (const frame of frames) frame.setAttribute('media', frameMedia(frame, theme));
}

/** The browser's own frame takes the colour of the theme that is worn. */
function frameMedia({ dataset }: HTMLMetaElement, theme: Settings['theme']): string {
  return theme === 'auto' ? `(prefers-color-scheme: ${dataset.theme})` : dataset.theme === theme ? 'all' : 'not all';
}
