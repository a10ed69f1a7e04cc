import { en } from './en.ts';
import { zh } from './zh.ts';

/** Every sentence a model is told, in one language. What is stable stands in `system…`, what grows is appended (R4.9). */
export interface Prompts {
  systemIntake: string;
  systemPlanning: string;
  systemThought: string;
  systemReplan: string;
  task(goal: string): string;
  currentStep(index: number, total: number): string;
  step(index: number, total: number, description: string): string;
  now(local: string, zone: string): string;
  progress(done: number, failed: number, total: number): string;
  planTitle: string;
  more(count: number): string;
  resultsTitle: string;
  dependenciesTitle: string;
  clarified(question: string, answer: string): string;
  guidance(text: string): string;
  expected(text: string): string;
  suggested(tool: string, input: string): string;
  figures(calls: number, limit: number, failures: number): string;
  closing: string;
  notCarriedOut: string;
  actRefused: string;
  violation(text: string): string;
  answered(text: string): string;
  foreign(text: string): string;
  tooLong(max: number): string;
  makePlan: string;
  firstPlanTitle: string;
  happenedTitle: string;
  ended(step: string, status: string, summary: string): string;
  edited: string;
  replanned: string;
  mismatch(text: string): string;
  resumed: string;
  remaining(count: number): string;
  cause: Record<'step_ended' | 'clarified' | 'recovery' | 'mismatch' | 'person' | 'deadlock', string>;
  decide: string;
  decideClosing: string;
  noResult: string;
}

/** Prompts are in the language of the goal; others than Chinese get English, and are told to answer in their own (R4.10). */
export function promptsFor(goal: string): Prompts {
  const han = goal.match(/\p{Script=Han}/gu)?.length ?? 0;
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(goal);
  return han > 0 && !kana && han * 4 >= goal.replace(/\s/g, '').length ? zh : en;
}
