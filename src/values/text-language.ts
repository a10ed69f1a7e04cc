/** The language of a text by its letters alone: Chinese, otherwise English. */
export function textLanguage(text: string): 'en' | 'zh' {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return han > 0 && !kana && han * 4 >= text.replace(/\s/g, '').length ? 'zh' : 'en';
}

/** True if Chinese is among a person's languages. */
export const readsChinese = (languages: readonly string[]): boolean => /\b(?:zh|yue)\b/i.test(languages.join());

/** Returns a text with an addition in brackets, which are full-width ones after a Chinese text. */
export const withBrackets = (text: string, addition: string): string =>
  textLanguage(text) === 'zh' ? `${text}（${addition}）` : `${text} (${addition})`;
