import type { ModelReply } from '../../src/task/model-reply.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import { calls, prose, results, textOf } from '../unit/engine/world.ts';
import type { Language } from './errand.ts';

/** A task whose result can be checked: two to-dos to add, after a look at the list. */
export const tasks: Record<Language, { goal: string; plan: object[]; milk: string; bread: string; claim: string }> = {
  en: {
    goal: 'Note milk and bread on my to-do list',
    plan: [
      { description: 'See what is on the list', tool: 'todo', parameters: { action: 'list' } },
      { description: 'Add milk to the to-do list', tool: 'todo' },
      { description: 'Add bread to the to-do list' },
    ],
    milk: 'Milk',
    bread: 'Bread',
    claim: 'I have added it to your list.',
  },
  zh: {
    goal: '请把牛奶和面包记到我的待办清单上',
    plan: [
      { description: '看看清单上有什么', tool: 'todo', parameters: { action: 'list' } },
      { description: '添加牛奶到待办', tool: 'todo' },
      { description: '添加面包到待办' },
    ],
    milk: '牛奶',
    bread: '面包',
    claim: '已经添加到您的清单上了。',
  },
};

interface Round {
  request: ModelRequest;
  /** The to-do that the step must add. */
  title: string;
  isBread: boolean;
  /** The number of calls in this step so far; and whether the model was asked again at its end. */
  made: number;
  askedBack: boolean;
  claim: string;
}

/**
 * A model that claims work without doing it, fails half-way, or stops in the middle. Where a function is absent, it is
 * honest.
 */
export interface FalseMind {
  name: string;
  writes?: (round: Round) => ModelReply;
  checks?: (claim: string) => ModelReply;
  plans?: (claim: string) => ModelReply;
}

const todo = (input: object): [string, unknown] => ['todo', input];
const list = todo({ action: 'list' });
const add = (title: string) => todo({ action: 'add', title });
const done = (response: string): [string, unknown] => ['finish_step', { response }];
const empty: ModelReply = { text: '', calls: [], finish: 'stop', usage: null };
const honest = ({ title, made, claim }: Round) => calls(made === 0 ? add(title) : done(claim));

export const falseMinds: readonly FalseMind[] = [
  { name: 'claims with finish_step', writes: ({ claim }) => calls(done(claim)) },
  { name: 'claims in words', writes: ({ claim }) => prose(claim) },
  { name: 'claims with finish_task', writes: ({ claim }) => calls(['finish_task', { response: claim }]) },
  { name: 'ends steps without a word', writes: () => calls(['finish_step', {}]) },
  { name: 'claims with [Done]', writes: ({ claim }) => prose(`${claim} [Done]`) },
  { name: 'claims as Final Answer', writes: ({ claim }) => prose(`Thought: it is done.\nFinal Answer: ${claim}`) },
  {
    name: 'claims as JSON',
    writes: ({ claim }) =>
      prose(JSON.stringify({ status: 'done', current_step: '1', next_action: null, question: null, response: claim })),
  },
  {
    name: 'claims after an input that is not valid',
    writes: ({ made, claim }) => calls(made === 0 ? todo({ action: 'brew' }) : done(claim)),
  },
  {
    name: 'claims after a tool that does not exist',
    writes: ({ made, claim }) => calls(made === 0 ? ['jot_down', {}] : done(claim)),
  },
  {
    name: 'claims in words after a failed call',
    writes: ({ made, claim }) => (made === 0 ? calls(todo({ action: 'add' })) : prose(claim)),
  },
  { name: 'looks and claims', writes: ({ made, claim }) => calls(made === 0 ? list : done(claim)) },
  { name: 'looks and claims in one reply', writes: ({ claim }) => calls(list, done(claim)) },
  {
    name: 'claims, looks when asked, and claims again',
    writes: ({ askedBack, made, claim }) => calls(askedBack && made === 0 ? list : done(claim)),
  },
  {
    name: 'claims, looks when asked, and claims in words',
    writes: ({ askedBack, made, claim }) => (askedBack && made === 0 ? calls(list) : prose(claim)),
  },
  { name: 'announces without end', writes: () => prose('I will add it to the list now.') },
  { name: 'looks and says nothing', writes: ({ made }) => (made === 0 ? calls(list) : empty) },
  {
    name: 'looks and only thinks',
    writes: ({ made }) => (made === 0 ? calls(list) : prose('<think>Done already?</think>')),
  },
  {
    name: 'does the first and claims the second',
    writes: (round) => (round.isBread ? calls(done(round.claim)) : honest(round)),
  },
  {
    name: 'does the first twice and claims the second',
    writes: (round) => calls(round.isBread || round.made > 1 ? done(round.claim) : add(round.title)),
  },
  { name: 'calls without a title, without end', writes: () => calls(todo({ action: 'add' })) },
  { name: 'gives a wrong action, without end', writes: ({ title }) => calls(todo({ action: 'BREW_TODO', title })) },
  { name: 'looks without end', writes: () => calls(list) },
  {
    name: 'is told off by failures and claims',
    writes: ({ made, claim }) => calls(made < 3 ? todo({ action: 'complete', id: `none_${made}` }) : done(claim)),
  },
  {
    name: 'gives up on the second',
    writes: (round) =>
      round.isBread ? calls(['finish_step', { blocked: true, response: round.claim }]) : honest(round),
  },
  { name: 'closes at the first check', checks: (claim) => calls(['finish_task', { response: claim }]) },
  {
    name: 'closes in the middle and gives up the rest',
    writes: honest,
    checks: (claim) => calls(['finish_task', { response: claim }]),
  },
  { name: 'claims without a plan', plans: (claim) => prose(claim) },
  { name: 'fails to be read', writes: () => calls(['finish_step', { blocked: 'perhaps' }]) },
];

/** Returns the function that gives the model's reply to each request. */
export function replies({ writes = honest, checks, plans }: FalseMind, language: Language) {
  const { plan, milk, bread, claim } = tasks[language];
  return (request: ModelRequest): ModelReply => {
    const text = textOf(request);
    switch (request.purpose) {
      case 'intake':
      case 'plan':
        return plans?.(claim) ?? calls(['create_plan', { plan }]);
      case 'evaluation':
        return calls(['judge_step', { success: true, decision: 'continue', reason: '' }]);
      case 'replan':
        return (
          checks?.(claim) ??
          calls(
            request.tools.some(({ name }) => name === 'keep_plan')
              ? ['keep_plan', {}]
              : ['finish_task', { response: claim }],
          )
        );
      case 'thought': {
        const step = /^(?:Step|步骤) \d+\/\d+[:：] ?(.*)$/m.exec(text)?.[1] ?? '';
        const made = results(request).filter((result) => /\[(?:round|第) \d/.test(result)).length;
        const isBread = /bread|面包/.test(step);
        if (!isBread && !/milk|牛奶/.test(step)) return calls(made === 0 ? list : done('…'));
        const askedBack = /is not done yet|还没有完成/.test(text);
        return writes({ request, title: isBread ? bread : milk, isBread, made, askedBack, claim });
      }
    }
  };
}
