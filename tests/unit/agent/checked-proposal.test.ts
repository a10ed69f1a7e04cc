import { describe, expect, test } from 'vitest';
import type { AgentContext } from '../../../src/agent/agent-context.ts';
import { validateProposal } from '../../../src/agent/checked-proposal.ts';
import { toProposedSteps, type WrittenStep } from '../../../src/protocols/control-tools.ts';
import { normalizedSteps } from '../../../src/protocols/normalized-steps.ts';
import type { PlanDecision } from '../../../src/task/decision.ts';
import { applyProposal } from '../../../src/task/proposal.ts';
import { newRun } from '../../../src/task/run.ts';

const at = '2026-01-14T09:00:00.000Z';
const before = newRun({ run: 'r', session: 's', plan: 'p' }, 'Compare two kettles', at);
const toolbox = { nameOf: (name: string) => (name === 'fetch' ? name : null), offered: () => [{ name: 'fetch' }] };
const context = { toolbox } as unknown as AgentContext;

function checked(plan: unknown, asked = false): PlanDecision {
  const steps = toProposedSteps(normalizedSteps(plan) as WrittenStep[]);
  const run = asked ? { ...before, repair: { violation: 'plan: x', tries: 1 } } : before;
  return validateProposal<PlanDecision>(context, run, { kind: 'plan', steps });
}

/** The places of the steps that each step of the plan waits for. */
function waits(decision: PlanDecision): number[][] {
  if (decision.kind !== 'plan') throw new Error(decision.violation);
  const { steps } = applyProposal(before, decision.steps, at).plan;
  return steps.map(({ dependencies }) => dependencies.map((id) => steps.findIndex((step) => step.id === id)));
}

const alpha = 'Read the Alpha kettle page';
const beta = 'Read the Beta kettle page';
const compare = 'Compare them, then write report.md';

describe('dependencies by description', () => {
  test.each([[[alpha, beta]], [[` ${alpha.toUpperCase()} `, `2. ${beta}.`]], [['s1', beta]]])(
    'R4.2 a step waits for the steps whose descriptions it names, %j',
    (dependencies) => {
      const plan = [
        { id: 's1', description: alpha },
        { id: 's2', description: beta },
        { id: 's3', description: compare, dependencies },
      ];
      expect(waits(checked(plan))).toEqual([[], [], [0, 1]]);
      const unnamed = plan.map((step) => ({ ...step, id: null }));
      if (!dependencies.includes('s1')) expect(waits(checked(unnamed))).toEqual([[], [], [0, 1]]);
    },
  );

  test('R4.2 one text that is a description names that step, also with commas in it', () => {
    const plan = [
      { id: 'a', description: alpha },
      { id: 'b', description: compare, dependencies: alpha },
      { id: 'c', description: 'Show it', dependencies: compare },
      { id: 'd', description: 'Check it', dependencies: `${alpha}; ${beta}` },
      { id: 'e', description: beta, dependencies: 'a, b' },
    ];
    expect(waits(checked(plan)).map((each) => each.length)).toEqual([0, 1, 1, 2, 2]);
  });

  test('R4.2 a step never waits for itself by its own description', () => {
    const plan = [
      { id: 'a', description: alpha, dependencies: [alpha] },
      { id: 'b', description: beta },
    ];
    expect(checked(plan)).toMatchObject({ kind: 'invalid' });
  });
});

describe('a plan that the model does not put right', () => {
  test('R4.2 a step that was to wait for an unknown one waits for the step before it, and both are named', () => {
    const plan = [
      { id: 's1', description: alpha },
      { id: 's2', description: beta, dependencies: ['s1'] },
      { id: 's3', description: compare, dependencies: ['the kettle pages'] },
    ];
    expect(JSON.stringify(checked(plan))).toMatch(/"kind":"invalid".*the kettle pages/);
    const repaired = checked(plan, true);
    expect(waits(repaired)).toEqual([[], [0], [1]]);
    expect(repaired).toMatchObject({
      mended: { code: 'no_dependency', params: { id: 'the kettle pages', step: compare } },
    });
  });

  test('R4.2 so does one that was to use the result of an unknown step', () => {
    const plan = [
      { description: alpha, id: 's1' },
      { description: beta, id: 's2', tool: 'fetch', parameters: { url: '${lost.result}' } },
      { description: compare, id: 's3', dependencies: ['s2'] },
    ];
    const repaired = checked(plan, true);
    expect(waits(repaired)).toEqual([[], [0], [1]]);
    expect(repaired).toMatchObject({ steps: [{}, { parameters: null }, {}] });
  });

  test('R4.2 but not for one that waits for it', () => {
    const use = { name: 'r.md', content: '${b.result}' };
    const plan = [
      { id: 'a', description: compare, tool: 'fetch', parameters: use, dependencies: ['b'] },
      { id: 'b', description: alpha, dependencies: ['zzz'] },
    ];
    expect(waits(checked(plan, true))).toEqual([[], [0]]);
  });

  test('R4.2 where no other dependency is left, the steps run one after another', () => {
    const plan = [alpha, beta, compare].map((description, n) => ({
      id: `s${n}`,
      description,
      dependencies: n === 1 ? ['zzz'] : [],
    }));
    expect(waits(checked(plan, true))).toEqual([[], [], []]);
  });

  test('R4.2 a circle costs no dependency that is not in it', () => {
    const plan = [
      { id: 'r', description: compare, dependencies: ['g'] },
      { id: 'g', description: alpha },
      { id: 'x', description: beta, dependencies: ['y'] },
      { id: 'y', description: 'Y', dependencies: ['x'] },
    ];
    expect(waits(checked(plan, true))).toEqual([[], [0], [0], [2]]);
  });

  test('R4.2 steps in a circle, and two of one id, keep the order of the list', () => {
    const circle = [
      { id: 'a', description: alpha },
      { id: 'b', description: beta, dependencies: ['c'] },
      { id: 'c', description: compare, dependencies: ['b'] },
    ];
    expect(waits(checked(circle, true))).toEqual([[], [0], [1]]);
    const twice = [
      { id: 'a', description: alpha },
      { id: 'a', description: beta, dependencies: ['nowhere'] },
    ];
    expect(waits(checked(twice, true))).toEqual([[], []]);
  });
});
