import { expect, test } from 'vitest';
import type { AdoptedPlanOrigin } from '../../../src/engine/adopt-plan.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { withPhase, newRun, type Run } from '../../../src/task/run.ts';
import { defaultSettings } from '../../../src/records/settings.ts';
import type { Template } from '../../../src/plan/template.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { saveTemplate } from '../../../src/engine/save-template.ts';
import { TemplateStart } from '../../../src/ui/templates/template-start.svelte.ts';

const at = '2026-01-01T10:00:00.000Z';
const done = { ...newStep('step_1', 'Pack for {{city}}'), status: 'completed' as const, result: 'packed' };
const template: Template = {
  id: 't',
  name: 'Packing',
  description: '',
  plan: { ...emptyPlan('p', 'Go to {{city}}', at), status: 'paused', steps: [done] },
  created_at: at,
};

function world(run: Run | null = null) {
  let ids = 0;
  const saved: Template[] = [];
  const taken: Run[] = [];
  const origins: AdoptedPlanOrigin[] = [];
  const dependencies = {
    stores: {
      settings: { get: async () => defaultSettings },
      templates: {
        save: async (each: Template) => void saved.push(each),
        list: () => ({ subscribe: (next: (all: Template[]) => void) => (queueMicrotask(() => next(saved)), () => {}) }),
      },
    },
    clock: { now: () => at, languages: () => ['en'], newId: (prefix: string) => `${prefix}_${++ids}` },
  } as unknown as AppDependencies;
  const session = {
    id: 's',
    run,
    tell: async (event: { run: Run; from: AdoptedPlanOrigin }) =>
      taken.push(event.run) > 0 && origins.push(event.from) > 0,
  };
  return { dependencies, session, saved, taken, origins };
}

test('R2.9 a template starts only when all is filled in; then its plan arrives paused, as if never begun', async () => {
  const { dependencies, session, taken, origins } = world();
  const start = new TemplateStart(template, session, dependencies);
  expect(start.names).toEqual(['city']);
  start.values = { city: '  ' };
  expect(await start.start()).toBe(false);
  expect([start.tried, start.missing, taken]).toEqual([true, ['city'], []]);
  start.values = { city: ' Lindau ' };
  expect(start.plan.goal).toBe('Go to Lindau');
  expect(await Promise.all([start.start(), start.start()])).toEqual([true, undefined]);
  expect(taken[0]).toMatchObject({ phase: 'paused', pause: { code: 'imported' }, budget_grants: 1 });
  expect(taken[0]?.plan).toMatchObject({
    id: 'plan_1',
    goal: 'Go to Lindau',
    steps: [{ description: 'Pack for Lindau', status: 'pending', result: null }],
  });
  expect(origins).toEqual(['template']);
});

test('R2.7 a plan at work is not pulled away from under its steps', async () => {
  const working = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'g', at), 'executing', at);
  const { dependencies, session, taken } = world(working);
  const start = new TemplateStart(template, session, dependencies);
  start.values = { city: 'Lindau' };
  expect(start.isBlocked).toBe(true);
  expect(await start.start()).toBe(false);
  expect([start.refused, taken]).toEqual([true, []]);
});

test('R2.9 a plan is kept as a template under a name, without its progress', async () => {
  const { dependencies, saved } = world();
  await saveTemplate(template.plan, '  Packing again ', dependencies);
  expect(saved[0]).toMatchObject({
    id: 'template_1',
    name: 'Packing again',
    description: 'Go to {{city}}',
    created_at: at,
  });
  expect(saved[0]?.plan.steps[0]).toEqual(newStep('step_1', 'Pack for {{city}}'));
  await saveTemplate(template.plan, 'Packing again', dependencies);
  expect(saved[1]?.name).toBe('Packing again 2');
});

test('R2.7 the files that a template would write anew are named before it starts', async () => {
  const step = { ...newStep('step_1', 'Write it'), tool: 'files', parameters: { action: 'write', name: 'Guests.md' } };
  const heads = [{ name: 'guests.md' }, { name: 'other.md' }];
  const list = () => ({
    subscribe: (next: (all: typeof heads) => void) => (queueMicrotask(() => next(heads)), () => {}),
  });
  const dependencies = { stores: { files: { list } } } as unknown as AppDependencies;
  const session = { id: 's1', run: null } as unknown as ConstructorParameters<typeof TemplateStart>[1];
  const start = new TemplateStart({ ...template, plan: { ...template.plan, steps: [step] } }, session, dependencies);
  expect(await start.overwritten()).toEqual(['guests.md']);
});

test('R2.9 a blank may be called as what every object has', async () => {
  const { dependencies, session, taken } = world();
  const plan = { ...template.plan, goal: '{{constructor}} {{__proto__}}', steps: [newStep('a', '{{toString}}')] };
  const start = new TemplateStart({ ...template, plan }, session, dependencies);
  expect([await start.start(), start.missing]).toEqual([false, ['constructor', '__proto__', 'toString']]);
  for (const name of start.names) start.values = { ...start.values, [name]: 'x' };
  expect(await start.start()).toBe(true);
  expect([taken[0]?.plan.goal, taken[0]?.plan.steps[0]?.description]).toEqual(['x x', 'x']);
});

test('R13.3 what a person types into a template from outside is theirs, and its own words are not', async () => {
  const { dependencies, session, taken, origins } = world();
  const start = new TemplateStart({ ...template, foreign: true }, session, dependencies);
  start.values = { city: ' Lindau ' };
  expect(await start.start()).toBe(true);
  expect([origins, taken[0]?.own_words]).toEqual([['import'], ['Lindau']]);
});

test('R13.3 a template that is saved of a plan from outside says so', async () => {
  const { dependencies, saved } = world();
  await saveTemplate(template.plan, 'Mine', dependencies);
  await saveTemplate(template.plan, 'Found', dependencies, { foreign: true });
  expect(saved.map(({ foreign }) => foreign)).toEqual([undefined, true]);
});
