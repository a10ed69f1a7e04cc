import { referencedStepIds } from '../plan/references.ts';
import type { ModelExamSettings } from '../records/exam-report.ts';
import type { Step } from '../plan/step.ts';
import { toolSuccess } from '../task/tool-result.ts';
import type { ModelExamTask, ModelExamTaskState } from './exam-task.ts';
import { noteTool, readOnlyTool } from './tools.ts';

const goods = ['apples', 'pears', 'plums', 'grapes', 'lemons', 'cherries', 'figs'];
const longest = goods.length + 1;

const goodsForPlan = ({ max_plan_steps: most }: Pick<ModelExamSettings, 'max_plan_steps'>) =>
  goods.slice(0, Math.min(longest, most) - 1);

/**
 * True if each of the goods named in the goal is looked up by a step of its own without dependencies, the last step
 * depends on all these lookups, and the parameters of some step refer to each of them.
 */
function isSound({ goal, steps }: ModelExamTaskState['run']['plan']): boolean {
  const goodsInGoal = goods.filter((each) => goal.includes(each));
  const lookups = goodsInGoal.map((each) =>
    steps.find((step) => step.dependencies.length === 0 && mentions(step, each)),
  );
  const last = steps.at(-1);
  if (!last || lookups.some((step) => step === undefined || step === last)) return false;
  const ids = lookups.flatMap((step) => step?.id ?? []);
  const before = basisOf(last, steps);
  const referred = new Set(steps.flatMap((step) => referencedStepIds(step.parameters)));
  return new Set(ids).size === goodsInGoal.length && ids.every((id) => before.has(id) && referred.has(id));
}

function mentions({ description, parameters }: Step, what: string): boolean {
  return `${description} ${JSON.stringify(parameters ?? {})}`.toLowerCase().includes(what);
}

/** Returns the ids of all direct and indirect dependencies of a step. */
function basisOf(step: Step, steps: readonly Step[]): Set<string> {
  const prerequisiteIds = new Set<string>();
  const visit = ({ dependencies }: Step): void => {
    for (const id of dependencies) {
      if (prerequisiteIds.has(id)) continue;
      prerequisiteIds.add(id);
      const next = steps.find((each) => each.id === id);
      if (next) visit(next);
    }
  };
  visit(step);
  return prerequisiteIds;
}

export const makePlanExamTask: ModelExamTask = {
  name: 'plan',
  mends: ['protocol', 'short'],
  goal: (settings) =>
    `Make a plan. Look up the price of ${goodsForPlan(settings).join(', ')} with the tool price: one step for each, all of ` +
    'which may run at the same time. Then one last step, which depends on all of them, notes the prices with the tool ' +
    'note; its parameters refer to the results of the other steps.',
  steps: [],
  tools: [readOnlyTool('price', 'Tells the price of a kilo of something.', 'of', () => toolSuccess('2.40')), noteTool],
  verdict: ({ run }) => (run.plan.steps.length === 0 ? null : isSound(run.plan)),
};

/** Returns the outcome of the first check of the plan; null if there was none. */
function firstCheck({ entries }: ModelExamTaskState): string | null {
  const check = entries.flatMap(({ body }) => (body.type === 'replanned' ? [body.outcome] : []));
  return check[0] ?? null;
}

const isOpenStep = (run: ModelExamTaskState['run'], description: string) =>
  run.plan.steps.some((step) => step.description === description && step.status !== 'skipped');

const monday = 'Note with the tool note: visit the museum on Monday';

/** Tests whether the model changes the plan when a result makes a step impossible. */
export const changePlanExamTask: ModelExamTask = {
  name: 'change',
  mends: ['protocol'],
  goal: () => 'Visit the museum next week, on a day on which it is open, and note the visit',
  steps: [
    {
      description: 'Look up on which days the museum is open',
      result: 'The museum is closed on Mondays, without exception. It is open from Tuesday to Sunday.',
    },
    { description: monday, tool: 'note', parameters: { text: 'Visit the museum on Monday' } },
  ],
  tools: [noteTool],
  verdict: (examState) => {
    const check = firstCheck(examState);
    return check === null ? null : check === 'replanned' ? !isOpenStep(examState.run, monday) : check !== 'unchanged';
  },
};

const beans = 'Note with the tool note: buy beans';
const rice = 'Note with the tool note: buy rice';

export const keepPlanExamTask: ModelExamTask = {
  name: 'keep',
  mends: ['protocol', 'balanced'],
  goal: () => 'Look up what is missing in the kitchen, then note beans and rice for the shopping',
  steps: [
    { description: 'Look up what is missing in the kitchen', result: 'Beans and rice are missing, nothing else.' },
    { description: beans, tool: 'note', parameters: { text: 'buy beans' } },
    { description: rice, tool: 'note', parameters: { text: 'buy rice' } },
  ],
  tools: [noteTool],
  verdict: (examState) => {
    const check = firstCheck(examState);
    const isSame =
      isOpenStep(examState.run, beans) && isOpenStep(examState.run, rice) && examState.run.plan.steps.length === 3;
    if (check !== null) return check === 'unchanged' || (check === 'replanned' && isSame);
    return examState.calls.length > 0 ? isSame : null;
  },
};

export const finishTaskExamTask: ModelExamTask = {
  name: 'end_task',
  mends: ['protocol', 'economy'],
  goal: () => 'Note milk for the shopping',
  steps: [
    { description: 'Note with the tool note: milk', tool: 'note', parameters: { text: 'milk' }, result: 'Noted: milk' },
  ],
  tools: [noteTool],
  verdict: (examState) => {
    const check = firstCheck(examState);
    return check === null ? null : check === 'done';
  },
};
