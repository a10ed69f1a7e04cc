import { isRecord } from '../../values/json.ts';
import { stepListFieldNames, stepFieldAliases } from './field-names.ts';

/** The file shapes that can be read; the interface shows which one was recognised. */
export type PlanShapeName =
  | 'plan'
  | 'unversioned'
  | 'task_description'
  | 'ordered_steps'
  | 'todos'
  | 'list'
  | 'tasks'
  | 'taskfile'
  | 'markdown'
  | 'sheet';

/** How a shape names the parts of a plan. */
export interface PlanShape {
  name: PlanShapeName;
  /** The field with the steps; empty if the file itself is the list. */
  list: string;
  /** The plan's name within the file, as `tasks.json` names its lists; empty for the file itself. */
  within: string;
  /** True if other tools' field names are accepted. */
  foreign: boolean;
  /** Fields that are ignored because they add nothing to a plan. */
  ignored: readonly string[];
}

const own: PlanShape = {
  name: 'plan',
  list: 'steps',
  within: '',
  foreign: false,
  ignored: ['version', 'current_step_index'],
};
const bare: PlanShape = { ...own, foreign: true, ignored: [] };
const unversioned: PlanShape = { ...own, name: 'unversioned', foreign: true };
const todos: PlanShape = { ...bare, name: 'todos', list: 'todos', ignored: ['activeForm'] };

/** Returns the shape of a parsed file, or null if it is not a plan. */
export function detectPlanShape(value: unknown): PlanShape | null {
  if (Array.isArray(value))
    return value.some((item) => isRecord(item) && ('activeForm' in item || 'content' in item))
      ? { ...todos, list: '' }
      : { ...bare, name: 'list', list: '', ignored: ['activeForm'] };
  if (!isRecord(value)) return null;
  if ('todos' in value && !('steps' in value)) return todos;
  const steps = (Array.isArray(value.steps) ? value.steps : []).filter(isRecord);
  const list = stepListFieldNames.find(
    (name) => Array.isArray(value[name]) || (!isTaskfile(value) && stepsById(value[name])),
  );
  const isDescribed = 'task_description' in value && (list === undefined || list === 'steps');
  if (isDescribed || steps.some((step) => 'action' in step && !('description' in step)))
    return { ...bare, name: 'task_description', ignored: ['step'] };
  if (isTaskfile(value)) return { ...bare, name: 'taskfile', list: 'tasks', ignored: ['version'] };
  if ('version' in value && ('steps' in value || list === undefined))
    return 'steps' in value || 'goal' in value ? own : isPlanless(value) ? null : own;
  const ordered = steps.some((step) => 'order' in step || 'startTime' in step || 'endTime' in step);
  if (ordered || ('createdAt' in value && 'steps' in value))
    return { ...unversioned, name: 'ordered_steps', ignored: [...own.ignored, 'order'] };
  if ('steps' in value || ('goal' in value && list === undefined)) return unversioned;
  if (list !== undefined && holdsSteps(stepsById(value[list]) ?? (value[list] as unknown[])))
    return { ...bare, name: 'tasks', list };
  return null;
}

/** How a plan draft made from a Markdown list names the parts of a plan. */
export const markdownPlanShape: PlanShape = { ...bare, name: 'markdown', list: 'steps' };
/** How a plan draft made from the rows of a spreadsheet names the parts of a plan. */
export const sheetShape: PlanShape = { ...markdownPlanShape, name: 'sheet' };

/**
 * Returns the steps of an object whose keys are their ids; null for anything else. JavaScript lists keys that are
 * numbers first, by size, and the others as they were written. A step's own id counts more than its key.
 */
export function stepsById(value: unknown): Record<string, unknown>[] | null {
  if (!isRecord(value)) return null;
  const steps = Object.entries(value).map(([id, step]) => {
    if (typeof step === 'string') return { id, description: step };
    return isRecord(step) && hasWords(step) ? { id, ...step } : null;
  });
  return steps.length > 0 && steps.every((step) => step !== null) ? steps : null;
}

/**
 * Returns the code of the repair that turns an object of steps into a list: `by_number` if its keys are indexes, by
 * which the steps are then sorted.
 */
export function keyedStepsRepairCode(value: unknown): 'by_id' | 'by_number' {
  const isIndex = (key: string) => /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < 2 ** 32 - 1;
  return isRecord(value) && Object.keys(value).some(isIndex) ? 'by_number' : 'by_id';
}

const hasWords = (step: object) => stepFieldAliases.description?.some((name) => name in step) === true;

/** True if a list contains steps, or is empty; a list of other things is not a plan. */
function holdsSteps(list: readonly unknown[]): boolean {
  return list.every((item) => typeof item === 'string' || (isRecord(item) && hasWords(item)));
}

function isTaskfile(value: Record<string, unknown>): boolean {
  return (
    isRecord(value.tasks) &&
    Object.values(value.tasks).some(
      (task) =>
        typeof task === 'string' ||
        Array.isArray(task) ||
        (isRecord(task) && ('cmds' in task || 'cmd' in task || 'deps' in task || 'desc' in task)),
    )
  );
}

function isPlanless(value: Record<string, unknown>): boolean {
  return 'name' in value && !('goal' in value);
}
