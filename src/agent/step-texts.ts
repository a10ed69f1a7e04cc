import { findStep, leafSteps } from '../plan/leaf-steps.ts';
import type { Step } from '../plan/step.ts';
import type { Prompts } from '../protocols/prompts.ts';
import type { Run } from '../task/run.ts';
import { longestResultLine } from '../task/run-steps.ts';
import { estimatedTokens } from '../values/estimated-tokens.ts';
import { wrapUntrustedText } from './untrusted-text.ts';

/** The words of steps that a request gives in full, by the ids of the steps. */
export type FullTexts = ReadonlyMap<string, string>;

/** The most estimated tokens of such words in one request; of a small model's room they take no more than a quarter. */
const mostTokens = 2000;

/**
 * Returns the words of these steps that are longer than a result's line, the latest first, as many as a request gives.
 */
export function fullTextsOf(steps: readonly Step[], room: number | null): FullTexts {
  let rest = Math.min(mostTokens, (room ?? Infinity) / 4);
  const texts = new Map<string, string>();
  const latestFirst = steps.toReversed().toSorted((a, b) => (b.ended_at ?? '').localeCompare(a.ended_at ?? ''));
  for (const { id, full_result: text = '' } of latestFirst) {
    const tokens = estimatedTokens(text);
    if (text.length <= longestResultLine || tokens > rest) continue;
    rest -= tokens;
    texts.set(id, text);
  }
  return texts;
}

/** The words of a run's steps that a request gives in full. */
export const fullTextsOfRun = ({ plan }: Run, room: number | null): FullTexts =>
  fullTextsOf(leafSteps(plan.steps), room);

/**
 * Returns a step's result for a prompt: its line, with the step's words in full if the request gives them. Else, if the
 * request is that of a step, which `canRead` files, with the id under which it can read them. They are put into a frame
 * if the task has read text from outside.
 */
export function resultWithText(
  prompts: Prompts,
  run: Run,
  { id, line, canRead }: { id: string; line: string; canRead: boolean },
  texts: FullTexts,
): string {
  const step = findStep(run.plan.steps, id);
  if (step?.full_result === undefined || step.result !== line || step.full_result.length <= longestResultLine)
    return line;
  const text = texts.get(id);
  if (text === undefined) return canRead ? prompts.wholeIn(line, id) : line;
  const framed = run.tainted ? wrapUntrustedText(prompts, resultEffectId(run, id), text) : text;
  return `${step.reason ? line : ''}\n${framed}`;
}

/**
 * Returns an effect id for the result of a step, from which `wrapUntrustedText` derives the same delimiters in each
 * request.
 */
export const resultEffectId = ({ session_id, id }: Run, step: string) => `${session_id}/${id}/${step}/~result`;
