import type { BilingualText } from './words.ts';

/** The one of the two languages that the browser chose for the person. */
export const language = chrome.i18n.getMessage('language');

export const localizedText = ([en, zh]: BilingualText, about = ''): string =>
  (language === 'zh-CN' ? zh : en).replace('{}', about);
