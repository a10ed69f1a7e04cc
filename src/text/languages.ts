import type { en } from './en/en.ts';
import type { first } from './en/first.ts';
import type { palette } from './en/palette.ts';
import type { Translated } from './translate.ts';

interface Source {
  /** What its speakers call it. */
  name: string;
  /** How dates and numbers are written. */
  locale: string;
  /** What the first paint shows. */
  first: () => Promise<Translated<typeof first>>;
  /** All the rest. */
  rest: () => Promise<Translated<typeof en>>;
  /** The part of the rest by which actions are found in every language. */
  palette: () => Promise<Translated<typeof palette>>;
}

/**
 * The languages of the page, the one to fall back to first. Another one is a folder beside `en` and a line here; only
 * the messages of the language in use are loaded.
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
    name: '中文',
    locale: 'zh-CN',
    first: () => import('./zh/first.ts').then(({ first }) => first),
    rest: () => import('./zh/zh.ts').then(({ zh }) => zh),
    palette: () => import('./zh/palette.ts').then(({ palette }) => palette),
  },
} as const satisfies Readonly<Record<string, Source>>;

export type Language = keyof typeof languages;

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);
