import { listedLines } from './plan-in-words.ts';

const coded = /"(?:plan|steps|tasks|todos|计划|步骤)"\s*:\s*\[/;

/** Whether a text shows a list, or a plan as JSON, that could be carried out. */
export function holdsPlan(text: string): boolean {
  return (text.includes('\n') && listedLines(text).length > 1) || coded.test(text);
}
