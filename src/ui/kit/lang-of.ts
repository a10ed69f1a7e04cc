import { languages, type Language } from '../../i18n/languages.ts';
import { readsChinese, textLanguage } from '../../values/text-language.ts';
import { isTraditional } from '../../values/is-traditional.ts';

/** Words that only English has, and words of which two different ones make a text English. */
const surelyEnglish = /\b(?:the|and|with|your|this|that|from|what|how|which|should|write|every|read|buy|make)\b/i;
const mostlyEnglish = /\b(?:for|of|to|into|my|is|are|a|trip|find|add|send)\b/gi;
/** The beginning of a text is enough to know its language. */
const enough = 2000;

/**
 * Returns the value of the attribute `lang` for a text that is surely not in the language of the page, so that a screen
 * reader pronounces it well and the glyphs are those of its script; undefined if it is in that language, or if its
 * language is not certain.
 */
export function langAttributeForText(text: string, { language }: { language: Language }): string | undefined {
  const part = text.slice(0, enough);
  const isHan = textLanguage(part) === 'zh';
  if (isHan && isTraditional(part) && !isHanOfOthers(navigator.languages)) return 'zh-Hant';
  const own = isHan && !isHanOfOthers(navigator.languages) ? 'zh' : isEnglish(part) ? 'en' : language;
  return own === language ? undefined : languages[own].locale;
}

/** True if Han characters are rather Japanese or Korean for a person who reads these languages. */
const isHanOfOthers = (preferredLanguages: readonly string[]) =>
  /\b(?:ja|ko)\b/i.test(preferredLanguages.join()) && !readsChinese(preferredLanguages);

/** True for a text of which the letters and some words are English. */
function isEnglish(text: string): boolean {
  if (/[^\p{Script=Latin}\p{Script=Common}]|[À-ɏ]/u.test(text)) return false;
  return surelyEnglish.test(text) || new Set(text.toLowerCase().match(mostlyEnglish)).size > 1;
}
