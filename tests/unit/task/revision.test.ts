import { expect, test } from 'vitest';
import type { ProposedStep } from '../../../src/task/decision.ts';
import { applyProposal } from '../../../src/task/proposal.ts';
import { revisionOf } from '../../../src/task/revision.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { endStep, startStep } from '../../../src/task/run-steps.ts';

const at = '2026-01-01T10:00:00.000Z';
const step = (description: string, more: Partial<ProposedStep> = {}): ProposedStep => ({
  id: null,
  description,
  tool: null,
  parameters: null,
  dependencies: [],
  expected_output: null,
  ...more,
});

/** A plan of these steps, the first of which is done. */
function planned(...steps: ProposedStep[]): Run {
  const drawn = applyProposal(newRun({ run: 't', session: 's', plan: 'p' }, 'Goal', at), steps, at);
  const begun = startStep(drawn, 'step_1', at);
  return endStep(begun, 'step_1', { status: 'completed', response: 'ok', fits: true }, undefined, at);
}
const said = (run: Run, ...steps: ProposedStep[]) =>
  revisionOf(run, steps).steps.map(({ id, description }) => `${id ?? 'new'} ${description}`);
const milk = { tool: 'todo', parameters: { action: 'add', title: 'Milk' } };

test('R6.7 what is done is taken out: the same id, the same call, or the same words', () => {
  const run = planned(step('Note milk', milk), step('Note bread'));
  expect(said(run, step('Note milk'), step('Note bread'))).toEqual(['step_2 Note bread']);
  expect(said(run, step('note  MILK.'), step('Note bread'))).toEqual(['step_2 Note bread']);
  expect(said(run, step('Write milk down', milk), step('Note bread'))).toEqual(['step_2 Note bread']);
  expect(said(run, step('Note milk', { id: 'step_1' }), step('Note bread'))).toEqual(['step_2 Note bread']);
  expect(revisionOf(run, [step('Note milk'), step('Note bread')]).unchanged).toBe(true);
});

test('R6.7 what a plan says twice on purpose stays, and what is new under an old id is new', () => {
  const twice = planned(step('Note milk'), step('Note milk'));
  expect(said(twice, step('Note milk'))).toEqual(['step_2 Note milk']);
  expect(said(twice, step('Note milk', { id: 'step_2' }))).toEqual(['step_2 Note milk']);
  const run = planned(step('Note milk'), step('Note bread'));
  expect(said(run, step('Call the baker', { id: 'step_1' }))).toEqual(['step_1 Call the baker']);
  expect(said(run, step('Note milk', { tool: 'todo', parameters: { action: 'list' } }))).toHaveLength(0);
});

test('R6.7 a revision that changes words, tool, input, order or a dependency is one', () => {
  const run = planned(step('Note milk'), step('Note bread'), step('Note eggs'));
  const unchanged = (...steps: ProposedStep[]) => revisionOf(run, steps).unchanged;
  expect(unchanged(step('Note bread'), step('Note eggs'))).toBe(true);
  expect(unchanged(step('Note eggs'), step('Note bread'))).toBe(false);
  expect(unchanged(step('Note bread'))).toBe(false);
  expect(unchanged(step('Note bread', milk), step('Note eggs'))).toBe(false);
  expect(unchanged(step('Note bread'), step('Note eggs', { dependencies: ['step_2'] }))).toBe(false);
});

test('R6.7 a step that has failed may come again', () => {
  const drawn = applyProposal(newRun({ run: 't', session: 's', plan: 'p' }, 'Goal', at), [step('Note milk')], at);
  const begun = startStep(drawn, 'step_1', at);
  const failed = endStep(begun, 'step_1', { status: 'failed', code: 'blocked', reason: 'no' }, undefined, at);
  expect(said(failed, step('Note milk'))).toEqual(['new Note milk']);
});
