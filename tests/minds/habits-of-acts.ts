import type { Habit } from './mind.ts';
import { argued, at, inProse, printed, renamed } from './rewrite.ts';

const announced = { en: 'I will call the to-do tool now to do this.', zh: '我来调用工具完成这一步。' };

/** Habits of models that know what to do, but write their calls in a way of their own. */
export const habitsOfActs: Habit[] = [
  {
    name: 'announces each call, and makes it when asked',
    dear: true,
    writes: at('act', (reply, { askedBack, language }) => (askedBack ? reply : inProse(reply, announced[language]))),
  },
  {
    name: '先说“我来……”，被问到才调用',
    dear: true,
    language: 'zh',
    writes: at('act', (reply, { askedBack, language }) => (askedBack ? reply : inProse(reply, announced[language]))),
  },
  {
    name: 'announces in a thinking block and calls nothing at first',
    dear: true,
    writes: at('act', (reply, { askedBack }) =>
      askedBack ? reply : inProse(reply, '<think>I should call the todo tool.</think>\n\nLet me do that.'),
    ),
  },
  {
    name: 'wraps input in parameters',
    writes: at(
      'act',
      argued('todo', (parameters) => ({ parameters })),
    ),
  },
  {
    name: 'wraps input in input',
    writes: at(
      'act',
      argued('todo', (input) => ({ input })),
    ),
  },
  {
    name: 'encodes the input of tools twice',
    writes: at(
      'act',
      argued('todo', (input) => JSON.stringify(JSON.stringify(input))),
    ),
  },
  {
    name: 'writes actions in capitals',
    writes: at(
      'act',
      argued('todo', (input) => ({ ...input, action: String(input.action).toUpperCase() })),
    ),
  },
  {
    name: 'writes Python for JSON',
    writes: at(
      'act',
      argued('todo', (input) => `${JSON.stringify(input).slice(0, -1).replaceAll('"', "'")}, 'due': None}`),
    ),
  },
  {
    name: 'writes functions.todo',
    writes: renamed({
      todo: 'functions.todo',
      create_plan: 'functions.create_plan',
      finish_step: 'functions.finish_step',
    }),
  },
  {
    name: 'writes default_api.todo',
    writes: renamed({ todo: 'default_api.todo', finish_step: 'default_api.finish_step' }),
  },
  {
    name: 'writes names in capitals',
    writes: renamed({
      todo: 'Todo',
      finish_step: 'FinishStep',
      keep_plan: 'KeepPlan',
      finish_task: 'FinishTask',
      create_plan: 'CreatePlan',
    }),
  },
  {
    name: 'calls add_todo once, then the tool there is',
    writes: at('act', (reply, scene) => (scene.before === 0 ? renamed({ todo: 'add_todo' })(reply, scene) : reply)),
  },
  {
    name: 'prints calls in tool_call tags',
    writes: printed((name, input) => `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`),
  },
  {
    name: 'prints calls as fenced JSON',
    writes: (reply, scene) =>
      reply.calls.length === 1
        ? printed((name, input) => `\`\`\`json\n${JSON.stringify({ name, arguments: input })}\n\`\`\``)(reply, scene)
        : reply,
  },
  {
    name: 'prints calls as function tags',
    writes: printed((name, input) => `<function=${name}>${JSON.stringify(input)}</function>`),
  },
  {
    name: 'makes each call twice in one reply',
    writes: at('act', (reply) => ({
      ...reply,
      calls: reply.calls.flatMap((call) => [call, { ...call, id: `${call.id}b` }]),
    })),
  },
  {
    name: 'ends the step in the same reply as its call',
    writes: at('act', (reply) => ({
      ...reply,
      calls: [...reply.calls, { id: 'end', name: 'finish_step', arguments: '{"response":"Done."}' }],
    })),
  },
  {
    name: 'talks before each call',
    writes: (reply) => (reply.calls.length > 0 ? { ...reply, text: 'Sure! Let me take care of that for you.' } : reply),
  },
  {
    name: 'looks at the list once more before it ends a step',
    dear: true,
    means: (said, { before }) =>
      said.kind === 'done' && before % 2 === 0
        ? { kind: 'act', acts: [{ tool: 'todo', input: { action: 'list' } }] }
        : said,
  },
];

/** Habits in how models ask questions. */
export const habitsOfQuestions: Habit[] = [
  { name: 'asks in prose', writes: at('question', (reply, { errand }) => inProse(reply, errand.question)) },
  {
    name: '用文字提问',
    language: 'zh',
    writes: at('question', (reply, { errand }) => inProse(reply, `在继续之前，我需要确认一下：${errand.question}`)),
  },
  {
    name: 'asks under message',
    writes: at(
      'question',
      argued('ask_user', ({ question }) => ({ message: question })),
    ),
  },
  {
    name: 'asks a list of questions',
    writes: at(
      'question',
      argued('ask_user', ({ question }) => ({ questions: [question] })),
    ),
  },
  {
    name: 'asks with options beside',
    writes: at(
      'question',
      argued('ask_user', ({ question }) => ({ question, options: ['Oat', 'Soy'] })),
    ),
  },
  { name: 'calls ask_followup_question', writes: renamed({ ask_user: 'ask_followup_question' }) },
];
