import type { Translator } from '../app/translator.svelte.ts';

/** Returns short items, such as the numbers of steps, in one line: `2, 3, 4`, in Chinese `2、3、4`. */
export const joinItems = (items: readonly (string | number)[], { language }: Pick<Translator, 'language'>): string =>
  items.join(language === 'zh' ? '、' : ', ');
