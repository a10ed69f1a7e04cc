import { readsChinese, textLanguage } from './text-language.ts';

/** Characters of Japanese that neither simplified nor traditional Chinese uses. */
const onlyJapanese =
  /[々込働峠畑匂枠榊搾図売読変対駅験権気仮価圏広悪戦択沢渋済渇焼獣県発経総続鉄黒薬駆覚観関検単団囲実桜楽様渓営労亜伝児円処専帰庁従拡歯渉満瀬畳砕穏絵縄聴脳臓蔵覧訳譲賛転辺遅酔釈銭隠雑霊顕騒髪鶏払頼戻巣拝歩毎]/u;

/** The letters of scripts that are not called by one name. */
const lettersOf: Readonly<Record<string, string>> = {
  Jpan: '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]',
  Kore: '[\\p{Script=Han}\\p{Script=Hangul}]',
};
const otherScripts =
  /^(?:Arab|Armn|Beng|Cyrl|Deva|Ethi|Geor|Grek|Gujr|Guru|Hebr|Khmr|Knda|Laoo|Mlym|Mymr|Taml|Telu|Thai)$/;

/**
 * Returns the code of the language in which a person has written a text, such as `ja`, by the languages that their
 * browser names; null for Chinese and for Latin letters, which many languages share, and where it is not certain. A
 * text in Han characters alone is Chinese if the person reads Chinese. `others`: more that the same person wrote.
 */
export function personLanguage(text: string, languages: readonly string[], others = ''): string | null {
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const isChinese = readsChinese(languages);
  for (const tag of languages) {
    const { language, script = '' } = new Intl.Locale(tag).maximize();
    const letters = otherScripts.test(script) ? `\\p{Script=${script}}` : isChinese ? undefined : lettersOf[script];
    const own = letters === undefined ? 0 : (text.match(new RegExp(letters, 'gu'))?.length ?? 0);
    if (own > 0 && own * 2 >= all) return language;
  }
  if (isChinese || textLanguage(text) !== 'zh') return null;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(others) || onlyJapanese.test(text)) return 'ja';
  return /\p{Script=Hangul}/u.test(others) ? 'ko' : null;
}
