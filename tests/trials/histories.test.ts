import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../src/task/model-reply.ts';
import { chatCompletionsBody } from '../../src/model/endpoint/request-body.ts';
import { knownRefusedRequestParts } from '../../src/model/endpoint/refusable.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import { strictly, strictProviders } from '../unit/model/strict-servers.ts';
import { withoutPauses } from '../unit/engine/without-pauses.ts';
import { calls, prose, World } from '../unit/engine/world.ts';

// What the engine itself sends, whatever happens in a step: no strict server refuses any of it.

const moves = [
  ...(['thought', 'call', 'parallel', 'failure', 'empty', 'question', 'verdict', 'replan', 'reload', 'model'] as const),
];
type Move = (typeof moves)[number];

/** How long the sequences are of which all are tried: `HISTORIES=4` takes an hour. */
const longest = Number(process.env.HISTORIES ?? 2);

/** The ids and the further data of calls, by the server that they come from. */
const origins: readonly ((n: number) => Omit<ToolCall, 'name' | 'arguments'>)[] = [
  () => ({ id: 'call_1' }),
  (n) => ({ id: `todo:${n}` }),
  (n) => ({ id: `toolu_01:${n}`, extra: { extra_content: { google: { thought_signature: 'sig' } } } }),
  (n) => ({ id: `chatcmpl-tool-5f1c9a${n}`, extra: { index: n } }),
];

interface Played {
  requests: number;
  refused: string[];
  phase: string;
}

/** Carries out a task whose first step goes through these moves, and then to its end. */
async function played(sequence: readonly Move[], until: ReturnType<typeof withoutPauses>): Promise<Played> {
  const left = [...sequence];
  const refused: string[] = [];
  let [origin, ids, requests] = [0, 0, 0];
  const tab = { isGone: false };
  const said = (...list: [string, unknown][]) => {
    const reply = calls(...list);
    return { ...reply, calls: reply.calls.map((call) => ({ ...call, ...origins[origin]!((ids += 1)) })) };
  };
  const add = (): [string, unknown] => ['todo', { action: 'add', title: `Thing ${(ids += 1)}` }];
  const end = () => said(['finish_step', { response: 'It is done.' }]);
  const step = (): ReturnType<typeof calls> | Promise<never> => {
    const move = left.shift();
    switch (move) {
      case undefined:
      case 'verdict':
        if (move) left.unshift('verdict');
        return end();
      case 'thought':
        return prose('I look at the list first, and then I will add it.');
      case 'empty':
        return prose('');
      case 'call':
        return said(add());
      case 'parallel':
        return said(add(), ['fetch', { url: 'https://away.example/' }], add(), ['ask_user', { question: 'Which?' }]);
      case 'failure':
        return said(['fetch', { url: `https://away.example/${(ids += 1)}` }]);
      case 'question':
        return said(['ask_user', { question: 'Which list?' }]);
      case 'replan':
        return said(['finish_step', { response: 'It cannot be done so.', blocked: true }]);
      case 'reload':
        tab.isGone = true;
        return new Promise<never>(() => undefined);
      case 'model':
        origin = (origin + 1) % origins.length;
        world.connection = `p${origin + 1}`;
        return said(add());
    }
  };
  const world: World = new World(
    (request) => {
      requests += 1;
      for (const provider of strictProviders) {
        const reason = strictly(provider, bodyFor(provider, request));
        if (reason !== null) refused.push(`${sequence.join(' ')} | ${request.purpose} | ${provider}: ${reason}`);
      }
      switch (request.purpose) {
        case 'intake':
        case 'plan':
          return said(['create_plan', { plan: ['Add what is missing', 'Sum up'] }]);
        case 'thought':
          return step();
        case 'evaluation': {
          const isBack = left[0] === 'verdict';
          if (isBack) left.shift();
          return said([
            'judge_step',
            {
              success: !isBack,
              decision: isBack ? 'retry' : 'continue',
              reason: isBack ? 'Two are missing.' : 'Fine.',
            },
          ]);
        }
        case 'replan':
          return request.tools.some(({ name }) => name === 'keep_plan')
            ? said(['keep_plan', {}])
            : said(['finish_task', { response: 'All is noted.' }]);
      }
    },
    { allowed_origins: ['https://away.example'] },
  );
  world.submit('Add what is missing');
  const over = ['completed', 'failed', 'cancelled'];
  for (let turn = 0; turn < 40; turn += 1) {
    const run = await until(
      world,
      ({ phase }) => tab.isGone || [...over, 'paused', 'waiting', 'blocked'].includes(phase),
    );
    if (over.includes(run.phase)) break;
    if (tab.isGone) {
      tab.isGone = false;
      world.reload();
      void world.runner.send({ type: 'plan.continue' });
    } else if (run.question) void world.runner.send({ type: 'question.answer', text: 'The first one.' });
    else void world.runner.send({ type: 'plan.continue' });
  }
  const { phase } = world.run;
  await world.runner.close();
  return { requests, refused, phase };
}

function bodyFor(provider: string, { messages }: ModelRequest) {
  return chatCompletionsBody(
    { purpose: 'thought', messages, tools: [], choice: 'auto' },
    { model: 'm', effort: 'normal', refused: new Set(knownRefusedRequestParts({ provider })) },
  );
}

function* sequences(length: number): Generator<Move[]> {
  if (length === 0) yield [];
  else for (const rest of sequences(length - 1)) for (const move of moves) yield [...rest, move];
}

const figures = { histories: 0, requests: 0 };

async function expectTaken(all: Iterable<readonly Move[]>, until: ReturnType<typeof withoutPauses>): Promise<void> {
  const refused: string[] = [];
  const open: string[] = [];
  for (const sequence of all) {
    const seen = await played(sequence, until);
    figures.histories += 1;
    figures.requests += seen.requests;
    refused.push(...seen.refused);
    if (!['completed', 'failed'].includes(seen.phase)) open.push(`${sequence.join(' ')}: ${seen.phase}`);
  }
  console.log(
    `${figures.histories} histories, ${figures.requests} requests to ${strictProviders.length} strict servers`,
  );
  expect(refused.slice(0, 5)).toEqual([]);
  expect(open.slice(0, 5)).toEqual([]);
}

describe('R4.8, R11.3 no strict server refuses what the engine sends', () => {
  const until = withoutPauses();

  test.each(moves)(
    'all sequences that begin with: %s',
    async (first) => {
      for (let length = 0; length < longest; length += 1)
        await expectTaken(
          [...sequences(length)].map((rest) => [first, ...rest]),
          until,
        );
    },
    3_600_000,
  );

  test('all pairs, after one move and between others', async () => {
    const pairs = moves.flatMap((first) => moves.map((second) => [first, second] as const));
    await expectTaken(
      pairs.map((pair, n) => [moves[(n * 3) % moves.length]!, ...pair, ...pair.toReversed(), ...pair]),
      until,
    );
  }, 3_600_000);
});
