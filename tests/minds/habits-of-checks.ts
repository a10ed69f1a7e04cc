import type { SaidStep } from '../trials/said.ts';
import type { Habit } from './mind.ts';
import { argued, at, inProse, proseAt, renamed } from './rewrite.ts';
import { planSeen, type Scene, textOf } from './scene.ts';

/** Returns the steps that have not ended, according to the request. */
function remaining(scene: Scene): SaidStep[] {
  const text = textOf(scene.request);
  return planSeen(scene).filter(({ id = '', description }) => !hasEnded(text, id, description));
}

function hasEnded(text: string, id: string, description: string): boolean {
  return text
    .split('\n')
    .some(
      (line) =>
        / (?:completed|failed|skipped)(?:: |：)/.test(line) &&
        (line.startsWith(`- ${id} `) || line.includes(`(${description}`)),
    );
}

function callOf({ tool, parameters }: Partial<SaidStep>): Partial<SaidStep> {
  return { ...(tool !== undefined && { tool }), ...(parameters !== undefined && { parameters }) };
}

const again =
  (write: (steps: SaidStep[], scene: Scene) => SaidStep[], places = ['keep']): NonNullable<Habit['means']> =>
  (said, scene) =>
    places.includes(said.kind) ? { kind: 'update', steps: write(planSeen(scene), scene) } : said;

/** What models do at a check of the plan instead of keeping it. */
export const habitsOfChecks: Habit[] = [
  {
    name: 'answers a check in prose',
    writes: proseAt('check', { en: 'The plan is fine.', zh: '计划没有问题，请继续。' }),
  },
  {
    name: '检查时用文字回答',
    language: 'zh',
    writes: proseAt('check', { en: 'Fine.', zh: '剩余步骤仍然合适，继续执行下一步。' }),
  },
  {
    name: 'announces the next step at a check',
    writes: proseAt('check', { en: 'Next, I will go on with the next step.', zh: '接下来我将继续下一步。' }),
  },
  { name: 'says nothing at a check', dear: true, writes: at('check', (reply) => inProse(reply, '')) },
  { name: 'lists the whole plan again at each check', means: again((steps) => steps) },
  {
    name: 'lists the whole plan again without ids',
    means: again((steps) => steps.map(({ description, ...step }) => ({ description, ...callOf(step) }))),
  },
  {
    name: 'lists the whole plan again in other words',
    rewords: true,
    means: again((steps) =>
      steps.map((step) => ({
        ...step,
        id: `${step.id ?? ''}_new`,
        dependencies: [],
        description: `Please: ${step.description}`,
      })),
    ),
  },
  {
    name: 'lists the whole plan with a status for each step',
    writes: at('check', (reply, scene) => ({
      ...reply,
      calls: [
        {
          id: 'todos',
          name: 'update_plan',
          arguments: JSON.stringify({
            plan: planSeen(scene).map(({ id = '', description, tool, parameters }) => ({
              id,
              description,
              tool,
              parameters,
              status: hasEnded(textOf(scene.request), id, description) ? 'completed' : 'pending',
            })),
          }),
        },
      ],
    })),
  },
  { name: 'lists what remains again at each check', means: again((_, scene) => remaining(scene)) },
  {
    name: 'words what remains anew at each check',
    dear: true,
    rewords: true,
    means: again((_, scene) =>
      remaining(scene).map((step) => ({ ...step, description: `${step.description} (round ${scene.before + 1})` })),
    ),
  },
  {
    name: 'lists what is done again, as strings',
    means: again((steps) => steps.map(({ description }) => ({ description }))),
  },
  {
    name: 'closes at a check, and keeps the plan when asked',
    dear: true,
    writes: at('check', (reply, { before }) =>
      before % 2 === 0
        ? { ...reply, calls: [{ id: 'early', name: 'finish_task', arguments: '{"response":"All done."}' }] }
        : reply,
    ),
  },
  {
    name: 'updates the plan under steps',
    writes: at('check', (reply, scene) => ({
      ...reply,
      calls: [{ id: 'u', name: 'update_plan', arguments: JSON.stringify({ steps: remaining(scene) }) }],
    })),
  },
  {
    name: 'updates the plan as a string',
    writes: at('check', (reply, scene) => ({
      ...reply,
      calls: [
        {
          id: 'u',
          name: 'update_plan',
          arguments: JSON.stringify({
            plan: remaining(scene)
              .map(({ description }, n) => `${n + 1}. ${description}`)
              .join('\n'),
          }),
        },
      ],
    })),
  },
  {
    name: 'updates the plan with an empty list',
    dear: true,
    writes: at('check', (reply) => ({ ...reply, calls: [{ id: 'u', name: 'update_plan', arguments: '{"plan":[]}' }] })),
  },
  {
    name: 'gives reasons to keep_plan',
    writes: at(
      'check',
      argued('keep_plan', () => ({ reason: 'It still fits.', plan_still_fits: true })),
    ),
  },
  { name: 'calls continue', writes: at('check', renamed({ keep_plan: 'continue' })) },
  {
    name: 'calls finish_step at a check',
    writes: at('check', (reply) => ({
      ...reply,
      calls: [{ id: 'f', name: 'finish_step', arguments: '{"response":"The step is done."}' }],
    })),
  },
  {
    name: 'does the next write at a check',
    dear: true,
    writes: at('check', (reply, { errand }) => ({
      ...reply,
      calls: [{ id: 'w', name: 'todo', arguments: JSON.stringify({ action: 'add', title: errand.bread }) }],
    })),
  },
  {
    name: 'keeps the plan and updates it in one reply',
    dear: true,
    writes: at('check', (reply, scene) => ({
      ...reply,
      calls: [...reply.calls, { id: 'u', name: 'update_plan', arguments: JSON.stringify({ plan: remaining(scene) }) }],
    })),
  },
];

/** Habits in how models close a task. */
export const habitsOfClosings: Habit[] = [
  { name: 'closes in prose', writes: at('close', (reply, { errand }) => inProse(reply, errand.closing)) },
  {
    name: '用文字结束任务',
    language: 'zh',
    writes: at('close', (reply, { errand }) => inProse(reply, errand.closing)),
  },
  {
    name: 'closes in prose with a list of what it did',
    writes: at('close', (reply) =>
      inProse(
        reply,
        'Everything is done:\n\n1. Looked at the list\n2. Asked about the milk\n3. Noted both\n\nAnything else?',
      ),
    ),
  },
  { name: 'says nothing at the close', dear: true, writes: at('close', (reply) => inProse(reply, '')) },
  {
    name: 'keeps the plan at the close',
    dear: true,
    writes: at('close', (reply) => ({ ...reply, calls: [{ id: 'k', name: 'keep_plan', arguments: '{}' }] })),
  },
  { name: 'ends a step at the close', writes: at('close', renamed({ finish_task: 'finish_step' })) },
  {
    name: 'puts the closing answer under answer',
    writes: at(
      'close',
      argued('finish_task', ({ response }) => ({ answer: response })),
    ),
  },
  {
    name: 'puts the closing answer under result',
    writes: at(
      'close',
      argued('finish_task', ({ response }) => ({ result: response })),
    ),
  },
  {
    name: 'closes without arguments',
    dear: true,
    writes: at(
      'close',
      argued('finish_task', () => ({})),
    ),
  },
  { name: 'calls attempt_completion', writes: at('close', renamed({ finish_task: 'attempt_completion' })) },
  { name: 'lists the whole plan again at the close', dear: true, means: again((steps) => steps, ['finish']) },
  {
    name: 'lists the writes again at the close, each time anew',
    dear: true,
    rewords: true,
    means: again(
      (steps, { before, errand }) => [
        ...steps.slice(2, 3),
        {
          id: `w${before}`,
          description: `Make sure: ${errand.parts.bread.description}`,
          tool: 'todo',
          parameters: { action: 'add', title: errand.bread },
        },
      ],
      ['finish'],
    ),
  },
  {
    name: 'asks at the close whether there is anything else',
    writes: at('close', (reply, { before }) =>
      before === 0
        ? {
            ...reply,
            calls: [{ id: 'a', name: 'ask_user', arguments: '{"question":"Is there anything else I can do?"}' }],
          }
        : reply,
    ),
  },
  {
    name: 'announces the closing answer first',
    writes: at('close', (reply, { before }) =>
      before === 0 ? inProse(reply, 'I will now summarise the results.') : reply,
    ),
  },
  {
    name: 'writes Final Answer at the close',
    writes: at('close', (reply, { errand }) =>
      inProse(reply, `Thought: all is done.\nFinal Answer: ${errand.closing}`),
    ),
  },
  {
    name: 'prints the JSON contract as text at the close',
    writes: at('close', (reply, { errand }) =>
      inProse(reply, JSON.stringify({ status: 'done', response: errand.closing })),
    ),
  },
];

/** Habits of models that call nothing but tools. */
export const habitsAnywhere: Habit[] = [
  {
    name: 'never calls a control tool: all but tools is prose',
    writes: (reply, { place, errand, language }) => {
      if (place === 'end') return inProse(reply, { en: 'It is done.', zh: '已经完成。' }[language]);
      if (place === 'check') return inProse(reply, { en: 'The plan still fits.', zh: '计划仍然合适。' }[language]);
      if (place === 'close') return inProse(reply, errand.closing);
      return reply;
    },
  },
  {
    name: '除了工具一概用文字',
    language: 'zh',
    writes: (reply, { place, errand }) => {
      if (place === 'end') return inProse(reply, '已经完成。');
      if (place === 'check') return inProse(reply, '计划仍然合适。');
      if (place === 'close') return inProse(reply, errand.closing);
      return reply;
    },
  },
  {
    name: 'writes a thinking block before everything',
    writes: (reply) => ({
      ...reply,
      text: `<think>What now? I could call finish_task or update_plan.</think>${reply.text}`,
    }),
  },
  { name: 'says stop where it calls', writes: (reply) => ({ ...reply, finish: 'stop' }) },
];
