import type { PlanFileProblem } from '../planfile/plan-file-problem.ts';
import type { Words } from './words.svelte.ts';

/** Why a file is not a plan, in a sentence with its place: the line and the name of the field, as far as they are known. */
export function planProblemText({ code, path, params }: PlanFileProblem, words: Words): string {
  const { line } = params;
  const place = path !== '' && line !== undefined ? words.t('planfile.place', { line: Number(line), path }) : path;
  return words.say(`planfile.problem.${code}`, { ...params, path: place });
}
