import { viewerElementIds, type ViewerTranslations } from '../../task/session-rows.ts';

const words = JSON.parse(document.getElementById(viewerElementIds.words)?.textContent ?? '{}') as ViewerTranslations;
const of = (languageIndex: 0 | 1) => ({
  first: () =>
    Promise.resolve(Object.fromEntries(Object.entries(words).map(([key, both]) => [key, both[languageIndex]]))),
  rest: () => Promise.resolve({}),
});

/** Replaces `i18n/languages.ts` in a saved page, which contains the messages that it needs of each language. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', ...of(0) },
  zh: { name: '简体中文', locale: 'zh-CN', ...of(1) },
};
