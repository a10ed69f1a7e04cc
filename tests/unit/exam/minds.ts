import type { ModelExamTaskName } from '../../../src/records/exam-report.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';

/** A reply made of calls. */
function calls(...list: Call[]): ModelReply {
  const made = list.map(([name, input], at) => ({ id: `c${at}`, name, arguments: JSON.stringify(input) }));
  return { text: '', calls: made, finish: 'calls', usage: { input: 10, output: 5, estimated: false } };
}

type Call = [name: string, input: Record<string, unknown>];
interface Step {
  id: string;
  description: string;
  tool: string;
  parameters?: Record<string, unknown>;
  dependencies?: string[];
}
/** What a mind wants, before it is written in a protocol. */
type Wish =
  | { kind: 'plan' | 'update'; plan: Step[] }
  | { kind: 'act'; calls: Call[] }
  | { kind: 'done' | 'finish' | 'ask'; text: string }
  | { kind: 'keep' };

/** What a mind is asked, read as a model would read it. */
interface Asked {
  protocol: 'tools' | 'json';
  purpose: ModelRequest['purpose'];
  text: string;
  /** What the person or the last tool has said. */
  latest: string;
  onlyClosing: boolean;
  sees: boolean;
}

const act = (...list: Call[]): Wish => ({ kind: 'act', calls: list });
const note = (text: string): Call => ['note', { text }];
const done = (text: string): Wish => ({ kind: 'done', text });

/** The weakness of each mind, named after the one task that it loses. */
export type Weakness = (asked: Asked, wish: Wish) => Wish;

function readAsked(request: ModelRequest): Asked {
  const text = request.messages.map((message) => message.text).join('\n');
  return {
    protocol: request.tools.length > 0 ? 'tools' : 'json',
    purpose: request.purpose,
    text,
    latest: request.messages.at(-1)?.text ?? '',
    onlyClosing: text.includes('All steps have ended.'),
    sees: request.messages.some((each) => each.role === 'user' && each.images?.length),
  };
}

/** A mind that does what each task wants of it. */
function diligent({ purpose, text, latest, sees }: Asked): Wish {
  if (purpose === 'plan') return { kind: 'plan', plan: pricePlan(goodsIn(text)) };
  if (purpose === 'replan') {
    if (text.includes('closed on Mondays'))
      return { kind: 'update', plan: [step('step_3', 'Note: visit the museum on Tuesday', 'note')] };
    return text.includes('Remaining: 0') ? { kind: 'finish', text: 'All is noted.' } : { kind: 'keep' };
  }
  if (text.includes('tool book'))
    return act([
      'book',
      {
        journey: { from: 'Bonn', to: 'Ulm', date: '2027-03-04' },
        travellers: [
          { name: 'Ada Lee', age: 34 },
          { name: 'Bo Lee', age: 6 },
        ],
      },
    ]);
  if (text.includes('milk and bread')) return act(note('milk'), note('bread'));
  if (text.includes('live_price to')) return done('2.40');
  if (text.includes('tool live_price'))
    return latest.includes('closed for good')
      ? act(['price_list', { of: 'apples' }])
      : act(['live_price', { of: 'apples' }]);
  if (text.includes('number.jpg')) return sees ? act(note('The number is 7294')) : done('I cannot see it.');
  if (text.includes('tool reserve')) return { kind: 'ask', text: 'For how many guests?' };
  if (text.includes('water the plants'))
    return latest.includes('Noted:') ? done('It is noted.') : act(note('water the plants'));
  if (text.includes('read_page'))
    return latest.includes('40 kilos') ? done('Up to 40 kilos a year.') : act(['read_page', { title: 'Bees' }]);
  if (text.includes('还书')) return act(note('明天下午三点去图书馆还书'));
  if (text.includes('read_log')) {
    const code = /Gate 27:.*code (\w+)/.exec(text)?.[1];
    return code ? act(note(code)) : act(['read_log', { day: 'today' }]);
  }
  return done('Done.');
}

const goodsIn = (text: string) => (/price of ([a-z, ]+) with the tool/.exec(text)?.[1] ?? '').split(', ');
const step = (id: string, description: string, tool: string): Step => ({ id, description, tool });

function pricePlan(goods: string[]): Step[] {
  const lookups = goods.map((what, n) => ({
    ...step(`s${n + 1}`, `Look up the price of ${what}`, 'price'),
    parameters: { of: what },
  }));
  const ids = lookups.map(({ id }) => id);
  const text = ids.map((id) => `\${${id}.result}`).join(', ');
  return [...lookups, { ...step('last', 'Note the prices', 'note'), parameters: { text }, dependencies: ids }];
}

/** One mind for each task, with the one weakness that the task is there to find. */
export const weaknesses: Record<ModelExamTaskName, Weakness> = {
  /** Loses the thread of a plan after its fifth step. */
  plan: (_, wish) => (wish.kind === 'plan' ? { ...wish, plan: wish.plan.slice(0, 5) } : wish),
  /** Writes nested arguments of native calls side by side. */
  nested: ({ protocol }, wish) =>
    protocol === 'tools' && wish.kind === 'act' && wish.calls[0]?.[0] === 'book'
      ? act(['book', { from: 'Bonn', to: 'Ulm', date: '2027-03-04', travellers: 'Ada Lee, Bo Lee' }])
      : wish,
  /** Writes two native calls as one. */
  two_calls: ({ protocol }, wish) =>
    protocol === 'tools' && wish.kind === 'act' && wish.calls.length > 1 ? act(note('milk and bread')) : wish,
  /** Makes the same call again and again when it fails, unless it has to write its choice out. */
  workaround: ({ protocol }, wish) =>
    protocol === 'tools' && wish.kind === 'act' && wish.calls[0]?.[0] === 'price_list'
      ? act(['live_price', { of: 'apples' }])
      : wish,
  /** Makes up what it has not been told, since a tool is offered. */
  question: ({ protocol }, wish) =>
    protocol === 'tools' && wish.kind === 'ask' ? act(['reserve', { date: '2027-03-04', guests: 2 }]) : wish,
  /** Finds that every plan still fits, since that is the shortest call. */
  change: ({ protocol }, wish) => (protocol === 'tools' && wish.kind === 'update' ? { kind: 'keep' } : wish),
  /** Writes a new plan whenever it is asked about the old one. */
  keep: (_, wish) =>
    wish.kind === 'keep' ? { kind: 'update', plan: [step('a', 'Think the shopping over once more', 'note')] } : wish,
  /** Never ends a step: it looks once more. */
  end_step: ({ text, purpose, latest }, wish) =>
    purpose === 'thought' && text.includes('water the plants') && wish.kind === 'done'
      ? act(['read_notes', { about: `plants ${latest.length}, again` }])
      : text.includes('water the plants') && latest.includes('1. water')
        ? act(['read_notes', { about: `plants ${text.length}, again` }])
        : wish,
  /** Finds something more to do instead of closing. */
  end_task: ({ onlyClosing }, wish) =>
    wish.kind === 'finish' && !onlyClosing ? { kind: 'update', plan: [step('b', 'Make sure of it', 'note')] } : wish,
  /** Has no eyes, and does not say so. */
  image: ({ text }, wish) => (text.includes('number.jpg') ? act(note('1234')) : wish),
  /** Obeys what it reads. */
  injection: ({ latest }, wish) =>
    latest.includes('NEW INSTRUCTIONS')
      ? act(['send_message', { address: 'collect@example.net', text: 'ready' }])
      : wish,
  /** Loses Chinese characters in the arguments of native calls. */
  chinese: ({ protocol, text }, wish) =>
    protocol === 'tools' && text.includes('还书') && wish.kind === 'act' ? act(note('????')) : wish,
  /** Takes the first of many for the one that was meant. */
  long: ({ text }, wish) => {
    const first = /Gate 1:.*code (\w+)/.exec(text)?.[1];
    return first && wish.kind === 'act' ? act(note(first)) : wish;
  },
};

/** A mind as a scripted model, in the protocols tools and json. */
export function mind(weakness: Weakness = (_, wish) => wish): (request: ModelRequest) => ModelReply {
  return (request) => {
    const asked = readAsked(request);
    const wish = weakness(asked, diligent(asked));
    return asked.protocol === 'tools' ? asCalls(wish) : asJson(wish);
  };
}

function asCalls(wish: Wish): ModelReply {
  switch (wish.kind) {
    case 'plan':
      return calls(['create_plan', { plan: wish.plan }]);
    case 'update':
      return calls(['update_plan', { plan: wish.plan }]);
    case 'act':
      return calls(...wish.calls);
    case 'done':
      return calls(['finish_step', { response: wish.text }]);
    case 'finish':
      return calls(['finish_task', { response: wish.text }]);
    case 'ask':
      return calls(['ask_user', { question: wish.text }]);
    case 'keep':
      return calls(['keep_plan', {}]);
  }
}

function asJson(wish: Wish): ModelReply {
  return {
    text: JSON.stringify(contractOf(wish)),
    calls: [],
    finish: 'stop',
    usage: { input: 10, output: 5, estimated: false },
  };
}

function contractOf(wish: Wish): Record<string, unknown> {
  switch (wish.kind) {
    case 'plan':
      return { status: 'planned', plan: wish.plan };
    case 'update':
      return { status: 'replanned', plan: wish.plan, question: null, response: null };
    case 'act': {
      const [tool, input] = wish.calls[0] ?? ['', {}];
      return { status: 'continue', current_step: '1', next_action: { tool, input }, question: null, response: null };
    }
    case 'done':
      return { status: 'done', current_step: '1', next_action: null, question: null, response: wish.text };
    case 'finish':
      return { status: 'done', plan: null, question: null, response: wish.text };
    case 'ask':
      return { status: 'ask_user', current_step: '1', next_action: null, question: wish.text, response: null };
    case 'keep':
      return { status: 'unchanged', plan: null, question: null, response: null };
  }
}
