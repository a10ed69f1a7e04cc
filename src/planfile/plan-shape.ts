import { isRecord } from '../domain/text/json.ts';
import { listNames, stepFieldNames } from './mending/field-names.ts';

/** The shapes of files that are read (R2.5); the ui says which one it saw. */
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

/** How a shape spells a plan. */
export interface PlanShape {
  name: PlanShapeName;
  /** Where the steps stand; empty when the file itself is the list. */
  list: string;
  /** What the file is called in it, as `tasks.json` calls its lists; empty for the file itself. */
  within: string;
  /** Whether the names of other tools count. */
  foreign: boolean;
  /** Fields that say nothing a plan does not know already. */
  ignored: readonly string[];
  /** Whether its plans and its steps have ids and statuses, so that a missing one is worth a word. */
  complete: boolean;
}

const own: PlanShape = {
  name: 'plan',
  list: 'steps',
  within: '',
  foreign: false,
  ignored: ['$schema', 'version', 'current_step_index'],
  complete: true,
};
const bare: PlanShape = { ...own, foreign: true, ignored: [], complete: false };
const unversioned: PlanShape = { ...own, name: 'unversioned', foreign: true };
const todos: PlanShape = { ...bare, name: 'todos', list: 'todos', ignored: ['activeForm'] };

/** Which shape a parsed file has, or null when it is no plan at all. */
export function recognise(value: unknown): PlanShape | null {
  if (Array.isArray(value))
    return value.some((item) => isRecord(item) && ('activeForm' in item || 'content' in item))
      ? { ...todos, list: '' }
      : { ...bare, name: 'list', list: '', ignored: ['activeForm'] };
  if (!isRecord(value)) return null;
  if ('todos' in value && !('steps' in value)) return todos;
  const steps = (Array.isArray(value.steps) ? value.steps : []).filter(isRecord);
  const [list] = listNames.filter((name) => Array.isArray(value[name]));
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
  if (list !== undefined && holdsSteps(value[list] as unknown[])) return { ...bare, name: 'tasks', list };
  return null;
}

/** The shape that a Markdown list is read as. */
export const markdownShape: PlanShape = { ...bare, name: 'markdown', list: 'steps' };
/** The shape that the rows of a spreadsheet are read as. */
export const sheetShape: PlanShape = { ...markdownShape, name: 'sheet' };

/** Whether a list holds steps, or may do so: lists of other things are no plans. */
function holdsSteps(list: readonly unknown[]): boolean {
  return list.every(
    (item) => typeof item === 'string' || (isRecord(item) && stepFieldNames.description?.some((name) => name in item)),
  );
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
