/** The shapes of files that are read (R2.5); the ui says which one it saw. */
export type PlanShapeName =
  'plan' | 'unversioned' | 'task_description' | 'ordered_steps' | 'todos' | 'list' | 'markdown';

type Names = Readonly<Record<string, string>>;

/** How a shape spells a plan. */
export interface PlanShape {
  name: PlanShapeName;
  /** Where the steps stand; empty when the file itself is the list. */
  list: string;
  /** Our name of a field → the shape's. */
  planNames: Names;
  stepNames: Names;
  /** Fields that say nothing a plan does not know already. */
  ignored: readonly string[];
  /** The field whose numbers give the order, or null. */
  order: string | null;
  /** Whether its plans and its steps have ids and statuses, so that a missing one is worth a word. */
  complete: boolean;
}

const own: PlanShape = {
  name: 'plan',
  list: 'steps',
  planNames: {},
  stepNames: {},
  ignored: ['$schema', 'version', 'current_step_index'],
  order: null,
  complete: true,
};
const bare: PlanShape = { ...own, ignored: [], complete: false };

const shapes: Readonly<Record<PlanShapeName, PlanShape>> = {
  plan: own,
  unversioned: { ...own, name: 'unversioned' },
  task_description: {
    ...bare,
    name: 'task_description',
    planNames: { goal: 'task_description' },
    stepNames: { description: 'action' },
    ignored: ['step'],
    order: 'step',
  },
  ordered_steps: {
    ...own,
    name: 'ordered_steps',
    planNames: { created_at: 'createdAt', updated_at: 'updatedAt' },
    stepNames: { started_at: 'startTime', ended_at: 'endTime' },
    ignored: ['order'],
    order: 'order',
  },
  todos: {
    ...bare,
    name: 'todos',
    list: 'todos',
    stepNames: { description: 'content' },
    ignored: ['activeForm'],
  },
  list: { ...bare, name: 'list', list: '' },
  markdown: { ...bare, name: 'markdown' },
};

/** Which shape a parsed file has, or null when it is no plan at all. */
export function recognise(value: unknown): PlanShape | null {
  if (Array.isArray(value)) return shapes.list;
  if (!isObject(value)) return null;
  if ('todos' in value && !('steps' in value)) return shapes.todos;
  const steps = (Array.isArray(value.steps) ? value.steps : []).filter(isObject);
  if ('task_description' in value || steps.some((step) => 'action' in step && !('description' in step)))
    return shapes.task_description;
  if ('version' in value) return shapes.plan;
  if (steps.some((step) => 'order' in step || 'startTime' in step || 'endTime' in step)) return shapes.ordered_steps;
  if ('createdAt' in value && 'steps' in value) return shapes.ordered_steps;
  return 'steps' in value || 'goal' in value ? shapes.unversioned : null;
}

/** The shape that a Markdown list is read as. */
export const markdownShape = shapes.markdown;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
