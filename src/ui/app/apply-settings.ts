import type { Settings } from '../../records/settings.ts';
import type { LazyModules } from './lazy-modules.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';
import type { Translator } from './translator.svelte.ts';
import { isLanguage, type Language } from '../../i18n/languages.ts';

type Look = Pick<Settings, 'language' | 'theme'>;

/** The parts of the page to which settings are applied. */
export interface SettingsHost {
  words: Translator;
  toasts: Toasts;
  dependencies: { readonly parts: LazyModules };
}

/**
 * Applies the settings and returns true. If their language is not loaded in time, keeps the present one, shows a toast
 * and returns false.
 */
export async function applySettingsOrToast(
  { words, toasts, dependencies }: SettingsHost,
  settings: Look,
): Promise<boolean> {
  try {
    const late = dependencies.parts.lateness().then(() => Promise.reject(new Error('The language is late.')));
    await Promise.race([applySettings(settings, words), late]);
    return true;
  } catch {
    await words.setLanguage(words.language).catch(() => undefined);
    toasts.refuse(words.t('shell.language_missing'));
    return false;
  }
}

/** Applies the theme, and the language once it is loaded; rejects if it cannot be loaded. */
export async function applySettings({ language, theme }: Look, words: Translator): Promise<void> {
  applyTheme(theme);
  await words.setLanguage(preferredLanguage(language, navigator.languages));
  document.documentElement.lang = words.locale;
}

export function applyTheme(theme: Settings['theme']): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const frames = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
  for (const frame of frames) frame.setAttribute('media', frameMedia(frame, theme));
}

/** Returns the `media` of a theme-color meta element, which gives the browser's toolbar the colour of the theme. */
function frameMedia({ dataset }: HTMLMetaElement, theme: Settings['theme']): string {
  return theme === 'auto' ? `(prefers-color-scheme: ${dataset.theme})` : dataset.theme === theme ? 'all' : 'not all';
}

/** The chosen language, else the first of the browser's languages that Cairn has, else English. */
export function preferredLanguage(languageChoice: string, browserLanguages: readonly string[]): Language {
  if (isLanguage(languageChoice)) return languageChoice;
  return browserLanguages.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}
