import { expect, test } from 'vitest';
import type { ProposedStep } from '../../../src/task/decision.ts';
import { applyProposal } from '../../../src/task/proposal.ts';
import { matchRevision } from '../../../src/task/revision.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { proposedStep } from '../../fixtures/steps.ts';
import { endStep, startStep } from '../../../src/task/run-steps.ts';

const at = '2026-01-01T10:00:00.000Z';

/** A plan of these steps, the first of which is done. */
function planned(...steps: ProposedStep[]): Run {
  const drawn = applyProposal(newRun({ run: 't', session: 's', plan: 'p' }, 'Goal', at), steps, at);
  const begun = startStep(drawn, 'step_1', at);
  return endStep(begun, 'step_1', { status: 'completed', response: 'ok', fits: true }, undefined, at);
}
const said = (run: Run, ...steps: ProposedStep[]) =>
  matchRevision(run, steps).steps.map(({ id, description }) => `${id ?? 'new'} ${description}`);
const milk = { tool: 'todo', parameters: { action: 'add', title: 'Milk' } };

test('R6.7 what is done is taken out: the same id, the same call, or the same words', () => {
  const run = planned(proposedStep('Note milk', milk), proposedStep('Note bread'));
  expect(said(run, proposedStep('Note milk'), proposedStep('Note bread'))).toEqual(['step_2 Note bread']);
  expect(said(run, proposedStep('note  MILK.'), proposedStep('Note bread'))).toEqual(['step_2 Note bread']);
  expect(said(run, proposedStep('Write milk down', milk), proposedStep('Note bread'))).toEqual(['step_2 Note bread']);
  expect(said(run, proposedStep('Note milk', { id: 'step_1' }), proposedStep('Note bread'))).toEqual([
    'step_2 Note bread',
  ]);
  expect(matchRevision(run, [proposedStep('Note milk'), proposedStep('Note bread')]).unchanged).toBe(true);
});

test('R6.7 what a plan says twice on purpose stays, and what is new under an old id is new', () => {
  const twice = planned(proposedStep('Note milk'), proposedStep('Note milk'));
  expect(said(twice, proposedStep('Note milk'))).toEqual(['step_2 Note milk']);
  expect(said(twice, proposedStep('Note milk', { id: 'step_2' }))).toEqual(['step_2 Note milk']);
  const run = planned(proposedStep('Note milk'), proposedStep('Note bread'));
  expect(said(run, proposedStep('Call the baker', { id: 'step_1' }))).toEqual(['step_1 Call the baker']);
  expect(said(run, proposedStep('Note milk', { tool: 'todo', parameters: { action: 'list' } }))).toHaveLength(0);
});

test('R6.7 a revision that changes words, tool, input, order or a dependency is one', () => {
  const run = planned(proposedStep('Note milk'), proposedStep('Note bread'), proposedStep('Note eggs'));
  const unchanged = (...steps: ProposedStep[]) => matchRevision(run, steps).unchanged;
  expect(unchanged(proposedStep('Note bread'), proposedStep('Note eggs'))).toBe(true);
  expect(unchanged(proposedStep('Note eggs'), proposedStep('Note bread'))).toBe(false);
  expect(unchanged(proposedStep('Note bread'))).toBe(false);
  expect(unchanged(proposedStep('Note bread', milk), proposedStep('Note eggs'))).toBe(false);
  expect(unchanged(proposedStep('Note bread'), proposedStep('Note eggs', { dependencies: ['step_2'] }))).toBe(false);
});

test('R6.7 a step that has failed may come again', () => {
  const drawn = applyProposal(
    newRun({ run: 't', session: 's', plan: 'p' }, 'Goal', at),
    [proposedStep('Note milk')],
    at,
  );
  const begun = startStep(drawn, 'step_1', at);
  const failed = endStep(begun, 'step_1', { status: 'failed', code: 'blocked', reason: 'no' }, undefined, at);
  expect(said(failed, proposedStep('Note milk'))).toEqual(['new Note milk']);
});

test('R3.9 a step that the person keeps stands before the step that it stood before', () => {
  const run = planned(proposedStep('Note milk'), proposedStep('Mine'), proposedStep('Also mine'), proposedStep('Bake'));
  const steps = run.plan.steps.map((step) =>
    /mine/i.test(step.description) ? { ...step, edited_by_person: true as const } : step,
  );
  const after = (...proposed: ProposedStep[]) =>
    applyProposal({ ...run, plan: { ...run.plan, steps } }, proposed, at).plan.steps.map((step) => step.description);
  expect(after(proposedStep('New'), proposedStep('Bake', { id: 'step_4' }))).toEqual([
    ...['Note milk', 'New', 'Mine', 'Also mine', 'Bake'],
  ]);
  expect(after(proposedStep('New'))).toEqual(['Note milk', 'New', 'Mine', 'Also mine']);
  expect(after(proposedStep('Also mine', { id: 'step_3' }), proposedStep('Bake', { id: 'step_4' }))).toEqual([
    ...['Note milk', 'Mine', 'Also mine', 'Bake'],
  ]);
});
