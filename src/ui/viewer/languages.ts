import { viewerElementIds } from '../../task/session-rows.ts';

type Messages = Readonly<Record<string, string>>;

const words = JSON.parse(document.getElementById(viewerElementIds.words)?.textContent ?? '{}') as Record<
  string,
  Messages
>;
const of = (code: string) => ({ first: () => Promise.resolve(words[code] ?? {}), rest: () => Promise.resolve({}) });

/** Replaces `i18n/languages.ts` in a saved page, which contains the messages that it needs of each language. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', ...of('en') },
  zh: { name: '中文', locale: 'zh-CN', ...of('zh') },
};
