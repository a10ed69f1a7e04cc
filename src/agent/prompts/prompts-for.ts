import { en } from './en.ts';
import type { Prompts } from './prompts.ts';
import { zh } from './zh.ts';

/** Prompts are in the language of the goal; others than Chinese get English, and are told to answer in their own (R4.10). */
export function promptsFor(goal: string): Prompts {
  const han = goal.match(/\p{Script=Han}/gu)?.length ?? 0;
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(goal);
  return han > 0 && !kana && han * 4 >= goal.replace(/\s/g, '').length ? zh : en;
}
