import { expect, test } from 'vitest';
import type { ProposedStep } from '../../../src/task/decision.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { proposedChanges } from '../../../src/ui/conversation/proposed-changes.ts';

const at = '2026-01-01T10:00:00.000Z';
const proposed = (id: string | null, description: string, tool: string | null = null): ProposedStep => ({
  id,
  description,
  tool,
  parameters: null,
  dependencies: [],
  expected_output: null,
});
const fresh = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at);
const run: Run = {
  ...fresh,
  last_step_number: 4,
  plan: {
    ...fresh.plan,
    steps: [
      { ...newStep('step_1', 'One'), status: 'completed' },
      { ...newStep('step_2', 'Two'), edited_by_person: true, tool: 'todo' },
      { ...newStep('step_3', 'Three'), edited_by_person: true },
      newStep('step_4', 'Four'),
    ],
  },
};

test('R3.9 a proposal is told as what would become of the open steps, with the person’s own marked', () => {
  const steps = [proposed('step_4', 'Four'), proposed(null, 'New'), proposed('step_2', 'Two, otherwise')];
  const told = proposedChanges(run, { steps, at_stake: ['step_2', 'step_3'], closing: null });
  expect(told.changes).toEqual([
    { kind: 'moved', id: 'step_4', description: 'Four' },
    { kind: 'added', id: 'step_5', description: 'New' },
    { kind: 'changed', id: 'step_2', description: 'Two, otherwise', was: 'Two' },
    { kind: 'dropped', id: 'step_3', description: 'Three' },
  ]);
  expect([...told.yours]).toEqual(['step_2', 'step_3']);
});

test('R3.9 a step of theirs that keeps its words but not its tool is told by its tools', () => {
  const steps = [proposed('step_2', 'Two', 'fetch'), proposed('step_3', 'Three'), proposed('step_4', 'Four')];
  const told = proposedChanges(run, { steps, at_stake: ['step_2'], closing: null });
  expect(told).toMatchObject({
    changes: [{ kind: 'changed', id: 'step_2', was: 'Two (todo)', description: 'Two (fetch)' }],
    kept: 2,
  });
});

test('R3.9 a proposal to close is told with its answer and all that would be left undone', () => {
  const told = proposedChanges(run, { steps: [], at_stake: ['step_2', 'step_3'], closing: 'Enough.' });
  expect(told).toMatchObject({ closing: 'Enough.', kept: 0 });
  expect(told.changes.map(({ kind, id }) => [kind, id])).toEqual([
    ['dropped', 'step_2'],
    ['dropped', 'step_3'],
    ['dropped', 'step_4'],
  ]);
});
