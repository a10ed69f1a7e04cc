import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdit } from '../../src/domain/plan/plan-edits.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { readPlanFile } from '../../src/planfile/read-plan-file.ts';
import { chance } from '../trials-browser/support/chance.ts';

interface Published {
  i: number;
  title: string;
  steps: { id: string; text: string; deps: string[] }[];
}

const path = '../shared/asynchow/plans.json';
const published = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Published[]) : [];
const at = '2026-02-01T00:00:00.000Z';
const drags = 200;

function imported({ title, steps }: Published): Plan {
  const file = {
    goal: title,
    steps: steps.map(({ id, text, deps }) => ({ id, description: text, dependencies: deps })),
  };
  const read = readPlanFile(JSON.stringify(file), { planId: 'plan_new', at });
  if (!read.ok) throw new Error(`plan not read: ${title}`);
  return read.plan;
}

/** Whether a step stands after all that it waits for, and before all that wait for it. */
const fits = (id: string, ids: readonly string[], { steps }: Published) =>
  steps.every(
    (step) =>
      (step.id !== id && !step.deps.includes(id)) ||
      step.deps.every((dep) => (step.id !== id && dep !== id) || ids.indexOf(dep) < ids.indexOf(step.id)),
  );

test.runIf(published.length > 0)('R7.3 every published plan is imported with the same steps and dependencies', () => {
  for (const each of published) {
    const links = imported(each).steps.map(({ id, description, dependencies }) => [
      id,
      description,
      [...dependencies].sort(),
    ]);
    expect(links, each.title).toEqual(each.steps.map(({ id, text, deps }) => [id, text, [...deps].sort()]));
  }
});

test.runIf(published.length > 0)('R7.6 a drag is refused exactly where it breaks a dependency', () => {
  let refused = 0;
  for (const each of published) {
    const draw = chance(each.i + 1);
    let plan = imported(each);
    for (let turn = 0; turn < drags; turn += 1) {
      const before = plan.steps.map(({ id }) => id);
      const from = Math.floor(draw() * before.length);
      const to = Math.floor(draw() * before.length);
      const id = before[from] ?? '';
      const rest = before.filter((other) => other !== id);
      const after = [...rest.slice(0, to), id, ...rest.slice(to)];
      const moved = applyEdit(plan, { kind: 'move', id, to }, at);
      expect(moved.ok, `${each.title}: ${id} to ${to}`).toBe(from === to || fits(id, after, each));
      if (moved.ok) plan = moved.plan;
      else refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(published.length);
});
