import { isRecord } from '../../values/json.ts';
import { type PlanShape, detectPlanShape } from './plan-shape.ts';
import type { ImportedTaskWording } from '../imported-task-wording.ts';
import { tasksFromAppExport } from './tasks-from-app-export.ts';
import type { PlanDraft } from './own-names.ts';
import { simplified } from '../../values/simplified-chinese.ts';

/**
 * A possible plan found in parsed data, not yet validated: its raw fields, and the file format (`shape`) that says
 * under which names they are found.
 */
export interface ParsedPlan {
  raw: PlanDraft;
  shape: PlanShape;
}

/** The plans of a parsed file, and, by name, the values that belong to none of them. */
export interface PlansInValue {
  plans: ParsedPlan[];
  beside: PlanDraft;
  /** The names of cards that are archived, and so in no plan. */
  archived?: readonly string[];
}

/** Returns the plans of a parsed file: the value itself, each of its named lists, or each item of a list of plans. */
export function plansInValue(value: unknown, wording?: ImportedTaskWording): PlansInValue {
  const exported = tasksFromAppExport(value, wording);
  if (exported) {
    const plans = exported.plans.flatMap((plan) => planOf(plan, '') ?? []);
    return { plans, beside: {}, archived: exported.archived };
  }
  if (Array.isArray(value) && value.length > 1) {
    const all = value.map((item, at) => planOf(item, `[${at}]`));
    if (all.every((plan) => plan !== null && plan.shape.name !== 'list' && 'goal' in plan.raw))
      return { plans: all as ParsedPlan[], beside: {} };
  }
  const own = planOf(value, '');
  if (own) return { plans: [own], beside: {} };
  const plans: ParsedPlan[] = [];
  const beside: PlanDraft = {};
  for (const [name, inner] of isRecord(value) ? Object.entries(value) : []) {
    const plan = Array.isArray(inner) && inner.length === 0 ? null : planOf(inner, name);
    if (!plan || (plan.shape.list === '' && !namesList(name))) beside[name] = inner;
    else
      plans.push('goal' in plan.raw || plan.shape.list === '' ? plan : { ...plan, raw: { goal: name, ...plan.raw } });
  }
  return { plans, beside };
}

function planOf(value: unknown, within: string): ParsedPlan | null {
  const shape = detectPlanShape(value);
  if (!shape) return null;
  if (shape.name === 'taskfile') {
    const { tasks, ...rest } = value as PlanDraft;
    return { raw: { ...rest, steps: taskfileSteps(tasks as PlanDraft) }, shape: { ...shape, within } };
  }
  const raw =
    shape.list === '' ? { steps: value } : { ...(value as PlanDraft), steps: (value as PlanDraft)[shape.list] };
  if (shape.list !== '' && shape.list !== 'steps') Reflect.deleteProperty(raw, shape.list);
  if (raw.steps === undefined) Reflect.deleteProperty(raw, 'steps');
  return { raw, shape: { ...shape, within } };
}

const namesList = (name: string) => /plan|step|task|todo|步骤|任务|计划|待办/i.test(simplified(name));

/** Returns the tasks of a Taskfile by name, each with the commands that it runs. */
function taskfileSteps(tasks: PlanDraft): PlanDraft[] {
  return Object.entries(tasks).map(([name, task]) => {
    const { desc, summary, cmds, cmd, deps, status, ...rest } = isRecord(task) ? task : { cmds: task };
    const lines = [desc ?? (summary === undefined ? name : null), summary, ...asArray(cmds), ...asArray(cmd)]
      .filter((line) => line !== undefined && line !== null)
      .map((line) => (typeof line === 'string' ? line.trim() : JSON.stringify(line)));
    const checks = status === undefined ? {} : { 'status (of Task)': status };
    return { ...rest, ...checks, id: name, description: lines.join('\n'), status: 'pending', dependencies: deps ?? [] };
  });
}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);
