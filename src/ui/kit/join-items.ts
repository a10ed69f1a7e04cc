import type { Translator } from '../app/translator.svelte.ts';

/** Returns short items, such as the numbers of steps, in one line: `2, 3, 4`, in Chinese `2、3、4`. */
export const joinItems = (items: readonly (string | number)[], { language }: Pick<Translator, 'language'>): string =>
  items.join(language === 'zh' ? '、' : ', ');

/** Returns sentences in one text: with a space between them, but in Chinese without one; blank ones are left out. */
export const joinSentences = (sentences: readonly string[], { language }: Pick<Translator, 'language'>): string =>
  sentences.filter(Boolean).join(language === 'zh' ? '' : ' ');
