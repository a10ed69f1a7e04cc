import { Plan, planFaults } from '../domain/plan.ts';
import { cleaned } from './cleaned.ts';
import { excerpt } from './excerpt.ts';
import { Mending } from './mending.ts';
import { mendPlan } from './mend-plan.ts';
import type { Draft } from './own-names.ts';
import { placeOf } from './place.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import type { PlanFileReading } from './plan-file-reading.ts';
import { markdownShape, type PlanShape, recognise } from './plan-shape.ts';
import { planText } from './plan-text.ts';
import { readJson } from './read-json.ts';
import type { Repair } from './repair.ts';
import { schemaProblem } from './schema-problem.ts';
import { sizeProblem } from './size-problem.ts';
import { readTaskList } from './task-list.ts';

type PlanFileTurns = Generator<undefined, PlanFileReading>;

/** What a file may leave out: the id of a plan that names none, and the time of the import, ISO. */
interface Context {
  planId: string;
  at: string;
}

/**
 * Reads a plan from the text of a file: `plan.json`, one of the foreign shapes of R2.5, or a Markdown task list. Slips are
 * repaired and each repair is listed; what cannot be read is refused with its place (R2.6). The plan is sound (R2.3), and
 * one that had not ended arrives `paused`, all else as the file has it (R2.7). Reading a long file takes a while: between
 * its turns the reader may do something else.
 */
export function* planFileTurns(text: string, context: Context): PlanFileTurns {
  const source = planText(text);
  if (source.kind === 'refused') return { ok: false, problem: source.problem };
  if (source.kind === 'markdown') {
    const list = readTaskList(source.text);
    if (!list) return refused('not_a_plan');
    const before = [...source.repairs, ...list.repairs];
    return yield* read({ goal: list.goal, steps: list.steps }, markdownShape, before, context);
  }
  const json = readJson(source.text);
  if (!json.ok) return json;
  yield;
  const clean = cleaned(json.value);
  if (!clean.ok) return clean;
  yield;
  const shape = recognise(clean.value);
  if (!shape) return refused('unknown_shape');
  const raw = shape.list === '' ? { '': clean.value } : (clean.value as Draft);
  return yield* read(raw, shape, [...source.repairs, ...json.repairs, ...clean.repairs], context);
}

function* read(file: Draft, shape: PlanShape, before: Repair[], context: Context): PlanFileTurns {
  const mending = new Mending(shape, before);
  const { [shape.list]: steps, ...rest } = file;
  if (shape.name === 'plan' && rest.version !== 1) {
    if (typeof rest.version !== 'string' || Number(rest.version) !== 1)
      return refused('unknown_version', 'version', { value: excerpt(rest.version) });
    mending.note('version', ['version'], rest.version, 1);
  }
  if (steps === undefined) return refused('missing', mending.spell(['steps']));
  if (!Array.isArray(steps)) return refused('not_a_list', mending.spell(['steps']), { value: excerpt(steps) });
  if (steps.length === 0 && shape.name !== 'plan') return refused('no_steps', mending.spell(['steps']));
  const size = sizeProblem(steps, mending);
  if (size) return { ok: false, problem: size };
  const draft = mendPlan({ ...rest, steps }, context, mending);
  yield;
  const parsed = Plan.safeParse(draft);
  if (!parsed.success) return { ok: false, problem: schemaProblem(parsed.error, draft, mending) };
  yield;
  const problem = blankStep(parsed.data, mending) ?? unsound(parsed.data, mending);
  if (problem) return { ok: false, problem };
  return {
    ok: true,
    plan: arrived(inOrder(parsed.data, steps, mending)),
    shape: shape.name,
    repairs: mending.repairs,
  };
}

function refused(code: PlanFileProblem['code'], path = '', params: PlanFileProblem['params'] = {}): PlanFileReading {
  return { ok: false, problem: { code, path, params } };
}

/** Our own files may hold a step without words, as may the plan they came from; from elsewhere it is a fault. */
function blankStep(plan: Plan, mending: Mending): PlanFileProblem | null {
  const at = plan.steps.findIndex((step) => step.description.trim() === '');
  if (at < 0 || mending.shape.name === 'plan') return null;
  return { code: 'blank', path: mending.spell(['steps', at, 'description']), params: {} };
}

function unsound(plan: Plan, mending: Mending): PlanFileProblem | null {
  const fault = planFaults(plan)[0];
  return fault
    ? { code: fault.code, path: mending.spell(placeOf(fault.path)), params: { name: excerpt(fault.name) } }
    : null;
}

/** Shapes that number their steps are put in that order, if every step has a number. */
function inOrder(plan: Plan, raw: readonly unknown[], mending: Mending): Plan {
  const { order } = mending.shape;
  if (order === null) return plan;
  const numbers = raw.map((step) => (step as Draft)[order]);
  if (!numbers.every((number) => typeof number === 'number')) return plan;
  if (numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? number))) return plan;
  mending.note('sorted', ['steps'], order);
  const steps = plan.steps
    .map((step, at) => ({ step, number: numbers[at] ?? 0 }))
    .sort((a, b) => a.number - b.number)
    .map(({ step }) => step);
  return { ...plan, steps };
}

function arrived(plan: Plan): Plan {
  const ended = plan.status === 'completed' || plan.status === 'failed' || plan.status === 'cancelled';
  return ended ? plan : { ...plan, status: 'paused' };
}
