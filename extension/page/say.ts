import type { Word } from './words.ts';

/** As the browser names it: the one of the two that the person reads. */
export const language = chrome.i18n.getMessage('language');

export const say = ([en, zh]: Word, about = ''): string => (language === 'zh-CN' ? zh : en).replace('{}', about);
