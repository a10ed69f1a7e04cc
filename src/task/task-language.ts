import type { Run } from './run.ts';
import { textLanguage } from '../values/text-language.ts';

/** Returns the language, of those that Cairn writes, for its sentences in a task: Chinese only for a Chinese goal. */
export const taskLanguage = ({ plan, language }: Pick<Run, 'plan' | 'language'>): 'en' | 'zh' =>
  language === undefined ? textLanguage(plan.goal) : 'en';
