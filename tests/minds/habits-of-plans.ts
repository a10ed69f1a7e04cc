import type { SaidStep } from '../trials/said.ts';
import type { Habit } from './mind.ts';
import { argued, at, callsOf, inProse, numbered, renamed, stepsIn } from './rewrite.ts';

/** Rewrites the plan, unless another habit has already rewritten it. */
const plan = (write: (steps: SaidStep[]) => unknown): NonNullable<Habit['writes']> =>
  at(
    'plan',
    argued('create_plan', (input) => {
      const steps = stepsIn(input);
      return steps.length > 0 ? write(steps) : input;
    }),
  );
const planInProse = (write: (steps: SaidStep[]) => string) =>
  at('plan', (reply) => {
    const steps = stepsIn(callsOf(reply)[0]?.input ?? {});
    return steps.length > 0 ? inProse(reply, write(steps)) : reply;
  });

/** Habits of models that do not write plans in the requested form. */
export const habitsOfPlans: Habit[] = [
  { name: 'writes the plan as one numbered string', writes: plan((steps) => ({ plan: numbered(steps) })) },
  { name: 'writes the list of steps as a JSON string', writes: plan((steps) => ({ plan: JSON.stringify(steps) })) },
  { name: 'encodes all arguments twice', writes: plan((plan) => JSON.stringify(JSON.stringify({ plan }))) },
  { name: 'puts the plan under steps', writes: plan((steps) => ({ steps })) },
  {
    name: 'writes todos with content, status and activeForm',
    writes: plan((steps) => ({
      todos: steps.map(({ description, tool, parameters }) => ({
        content: description,
        status: 'pending',
        activeForm: description,
        tool,
        parameters,
      })),
    })),
  },
  {
    name: 'puts the plan under plan.steps with a goal beside it',
    writes: plan((steps) => ({ plan: { goal: 'Note both', steps } })),
  },
  {
    name: 'calls a step a task',
    writes: plan((steps) => ({ plan: steps.map(({ description, ...rest }) => ({ task: description, ...rest })) })),
  },
  {
    name: 'gives steps titles',
    writes: plan((steps) => ({ plan: steps.map(({ description, ...rest }) => ({ title: description, ...rest })) })),
  },
  {
    name: 'numbers steps with step and action',
    writes: plan((steps) => ({ plan: steps.map(({ description }, n) => ({ step: n + 1, action: description })) })),
  },
  {
    name: 'names steps with name and instructions',
    writes: plan((steps) => ({
      plan: steps.map(({ id, description }) => ({ name: id, instructions: description, dependencies: [] })),
    })),
  },
  {
    name: 'writes the plan as an object of numbers',
    writes: plan((steps) => ({
      plan: Object.fromEntries(steps.map(({ description }, n) => [`${n + 1}`, description])),
    })),
  },
  {
    name: 'writes strings for steps',
    writes: plan((steps) => ({ plan: steps.map(({ description }) => description) })),
  },
  {
    name: 'calls parameters args',
    writes: plan((steps) => ({ plan: steps.map(({ parameters, ...rest }) => ({ ...rest, args: parameters })) })),
  },
  {
    name: 'writes parameters as a JSON string',
    writes: plan((steps) => ({
      plan: steps.map((step) => ({ ...step, parameters: step.parameters && JSON.stringify(step.parameters) })),
    })),
  },
  {
    name: 'names the tool none where there is none, and parameters {}',
    writes: plan((steps) => ({ plan: steps.map((step) => ({ tool: 'none', parameters: {}, ...step })) })),
  },
  {
    name: 'writes dependencies as one string, depends_on',
    writes: plan((steps) => ({
      plan: steps.map(({ dependencies = [], ...rest }) => ({ ...rest, depends_on: dependencies.join(', ') })),
    })),
  },
  {
    name: 'names dependencies by number without giving ids',
    writes: plan((steps) => ({
      plan: steps.map(({ dependencies = [], ...step }) => ({
        ...step,
        id: undefined,
        dependencies: dependencies.map((need) => 1 + steps.findIndex(({ id }) => id === need)),
      })),
    })),
  },
  {
    name: 'writes the plan as fenced JSON in its answer',
    writes: planInProse((plan) => `Here is the plan:\n\`\`\`json\n${JSON.stringify({ plan }, null, 2)}\n\`\`\``),
  },
  {
    name: 'answers with the plan as bare JSON',
    writes: planInProse((plan) => JSON.stringify({ status: 'planned', plan })),
  },
  {
    name: 'answers with a numbered list',
    writes: planInProse((steps) => `I will do this in ${steps.length} steps:\n\n${numbered(steps)}\n\nShall I begin?`),
  },
  {
    name: 'answers with a numbered list in bold with headings',
    writes: planInProse(
      (steps) => `## Plan\n\n${steps.map(({ description }, n) => `${n + 1}. **${description}**`).join('\n')}`,
    ),
  },
  {
    name: 'answers with a checklist',
    writes: planInProse((steps) => `# To do\n${numbered(steps, () => '- [ ] ')}`),
  },
  {
    name: '用“第一步”列出计划',
    language: 'zh',
    writes: planInProse(
      (steps) => `好的，计划如下：\n${numbered(steps, (n) => `第${'一二三四五六七八九'[n - 1] ?? n}步：`)}`,
    ),
  },
  {
    name: '用顿号编号列出计划',
    language: 'zh',
    writes: planInProse((steps) => `我会这样做：\n\n${numbered(steps, (n) => `${n}、`)}\n\n现在开始吗？`),
  },
  {
    name: '步骤用“步骤”“内容”作键',
    language: 'zh',
    writes: plan((steps) => ({ 计划: steps.map(({ description }, n) => ({ 步骤: n + 1, 内容: description })) })),
  },
  { name: 'writes createPlan', writes: renamed({ create_plan: 'createPlan' }) },
  { name: 'calls make_plan', writes: renamed({ create_plan: 'make_plan' }) },
  {
    name: 'calls the first tool in the same reply as the plan',
    writes: at('plan', (reply) => ({
      ...reply,
      calls: [...reply.calls, { id: 'first', name: 'todo', arguments: '{"action":"list"}' }],
    })),
  },
  {
    name: 'acts at once without a plan',
    means: (said) =>
      said.kind === 'plan' ? { kind: 'act', acts: [{ tool: 'todo', input: { action: 'list' } }] } : said,
  },
];
