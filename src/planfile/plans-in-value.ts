import { type PlanShape, recognise } from './plan-shape.ts';
import type { Draft } from './own-names.ts';

/** A plan within parsed data: its fields, and how they are spelt. */
export interface ValuedPlan {
  raw: Draft;
  shape: PlanShape;
}

/** The plans that a parsed file holds: itself, each of its lists by name, or each item of a list of plans. */
export function plansInValue(value: unknown): ValuedPlan[] {
  if (Array.isArray(value) && value.length > 1) {
    const all = value.map((item, at) => planOf(item, `[${at}]`));
    if (all.every((plan) => plan !== null && plan.shape.name !== 'list' && 'goal' in plan.raw))
      return all as ValuedPlan[];
  }
  const own = planOf(value, '');
  if (own) return [own];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]): ValuedPlan[] => {
    const plan = Array.isArray(inner) && inner.length === 0 ? null : planOf(inner, name);
    if (!plan || (plan.shape.list === '' && !namesList(name))) return [];
    return [{ ...plan, raw: 'goal' in plan.raw || plan.shape.list === '' ? plan.raw : { goal: name, ...plan.raw } }];
  });
}

function planOf(value: unknown, within: string): ValuedPlan | null {
  const shape = recognise(value);
  if (!shape) return null;
  if (shape.name === 'taskfile')
    return { raw: { steps: taskfileSteps(value as Draft) }, shape: { ...shape, list: 'tasks', within } };
  const raw = shape.list === '' ? { steps: value } : { ...(value as Draft), steps: (value as Draft)[shape.list] };
  if (shape.list !== '' && shape.list !== 'steps') Reflect.deleteProperty(raw, shape.list);
  if (raw.steps === undefined) Reflect.deleteProperty(raw, 'steps');
  return { raw, shape: { ...shape, within } };
}

const namesList = (name: string) => /plan|step|task|todo|步骤|任务|计划|待办/i.test(name);

/** The tasks of a Taskfile under their names, each with what it runs. */
function taskfileSteps({ tasks }: Draft): Draft[] {
  return Object.entries(tasks as Draft).map(([name, task]) => {
    const { desc, summary, cmds, cmd, deps, ...rest } = isObject(task) ? task : { cmds: task };
    const lines = (Array.isArray(cmds) ? cmds : [cmds ?? cmd]).filter((line) => line !== undefined && line !== null);
    const words = [
      typeof desc === 'string' ? desc : typeof summary === 'string' ? summary : name,
      ...lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
    ];
    return { ...rest, id: name, description: words.join('\n'), status: 'pending', dependencies: deps ?? [] };
  });
}

function isObject(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
