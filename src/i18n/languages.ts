import type { en } from './en/en.ts';
import type { first } from './en/first.ts';
import type { palette } from './en/palette.ts';
import type { TranslatedMessages } from './translate.ts';

interface Source {
  /** The language's own name for itself. */
  name: string;
  /** The BCP 47 tag by which dates and numbers are formatted. */
  locale: string;
  /** Loads the messages of the first paint. */
  first: () => Promise<TranslatedMessages<typeof first>>;
  /** Loads all other messages. */
  rest: () => Promise<TranslatedMessages<typeof en>>;
  /**
   * Loads the messages of the palette, which finds actions by their names in every language. These messages are also
   * part of `rest`.
   */
  palette: () => Promise<TranslatedMessages<typeof palette>>;
}

/**
 * The languages of the page, the fallback first. To add one, add a folder beside `en` and an entry here; only the
 * messages of the language in use are loaded.
 */
export const languages = {
  en: {
    name: 'English',
    locale: 'en-GB',
    first: () => import('./en/first.ts').then(({ first }) => first),
    rest: () => import('./en/en.ts').then(({ en }) => en),
    palette: () => import('./en/palette.ts').then(({ palette }) => palette),
  },
  zh: {
    name: '简体中文',
    locale: 'zh-CN',
    first: () => import('./zh/first.ts').then(({ first }) => first),
    rest: () => import('./zh/zh.ts').then(({ zh }) => zh),
    palette: () => import('./zh/palette.ts').then(({ palette }) => palette),
  },
} as const satisfies Readonly<Record<string, Source>>;

export type Language = keyof typeof languages;

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);
