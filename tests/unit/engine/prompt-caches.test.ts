import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { cacheRules, type PromptPiece } from '../../../bench/server/cache-rules.mjs';
import { loadApi } from '../../../src/model/endpoint/load-api.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import type { ApiName } from '../../../src/records/profile.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { toolError, toolSuccess } from '../../../src/task/tool-result.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { usual } from './usual.ts';
import { calls, results, stepOf, World } from './world.ts';

type Part = Record<string, unknown>;

/** 120 tokens or so of what a tool may bring. */
const seen = 'At the weir the pump is as it was and reads 480 of 1000. '.repeat(9).trim();
const input = z.object({ item: z.string() });
const observeTool: Tool<typeof input> = {
  name: 'observe',
  description: 'Look at an item and say what is seen.',
  input,
  place: 'local',
  reads: () => true,
  access: () => unrestrictedAccess,
  run: async ({ item }) =>
    item === 'lost'
      ? toolError('not_found', 'It is not there.')
      : toolSuccess(`Item ${item}. ${seen}`, { output: null }),
};

const source = 'here';
const settingsFor = (count: number, parallel = 1) => ({
  limits: { ...defaultLimits, max_plan_steps: count, max_parallel_steps: parallel, max_steps: 20 * count },
});

/** The requests of a plan with these steps, whose thoughts the script answers. */
async function requestsOf(
  plan: readonly unknown[],
  thought: (request: ModelRequest) => ModelReply,
  settings: ConstructorParameters<typeof World>[1],
): Promise<ModelRequest[]> {
  const world = new World(usual(plan, { thought }), settings, [observeTool]);
  world.submit(`Look at ${plan.length} items and say what stands out`);
  await world.untilPhase('completed', 'failed', 'paused', 'blocked', 'waiting');
  expect(world.run.phase).toBe('completed');
  return world.model.requests;
}

/** The same where each step makes one call and is ended by another reply. */
function lookedAt(count: number, thoroughness: 'balanced' | 'careful'): Promise<ModelRequest[]> {
  const plan = Array.from({ length: count }, (_, at) => `Look at item ${at + 1} and say in one sentence what it shows`);
  const thought = (request: ModelRequest) =>
    results(request).length === 0
      ? calls(['observe', { item: String(stepOf(request)) }])
      : calls(['finish_step', { response: `Item ${stepOf(request)} is as it was and reads 480 of 1000.` }]);
  return requestsOf(plan, thought, { ...settingsFor(count), thoroughness });
}

/**
 * A request over an API as its vendor arranges it: tools, system text, messages; a breakpoint does not count as text.
 */
async function promptOf(api: ApiName, request: ModelRequest): Promise<(PromptPiece & { text: string })[]> {
  const written = await loadApi(api);
  const to = { model: 'm', source, effort: 'normal', refused: new Set<never>() } as const;
  const sent = written.body(request, to) as Record<string, Part[]>;
  /** Four characters are a token. */
  const piece = (text: string, mark = false) => ({ text, tokens: text.match(/[^]{1,4}/g) ?? [], mark });
  const words = ({ cache_control: mark, ...part }: Part) =>
    piece(typeof part.text === 'string' ? part.text : JSON.stringify(part), mark !== undefined);
  const tools = piece(JSON.stringify(sent.tools ?? []));
  const { messages = [], system = [], input: items = [] } = sent;
  if (api === 'chat') return [tools, ...messages.map(words)];
  if (api === 'responses') return [tools, piece(JSON.stringify(sent.instructions)), ...items.map(words)];
  return [tools, ...[...system, ...messages.flatMap(({ content }) => content as Part[])].map(words)];
}

/** A thought that may still call tools: once too many calls have failed, the last one of a step may only end it. */
const isOpen = ({ purpose, tools }: ModelRequest) =>
  purpose === 'thought' && tools.some(({ name }) => name === observeTool.name);

const apis = ['chat', 'responses', 'messages'] as const;
const textsOf = async (api: ApiName, request: ModelRequest) => (await promptOf(api, request)).map(({ text }) => text);

describe('R4.9 what a vendor’s cache may read', () => {
  /** A thought of a step: its calls, of which some fail, and what is said beside them. */
  const round = fc.record({
    items: fc.array(fc.constantFrom('one', 'two', 'lost'), { minLength: 1, maxLength: 2 }),
    text: fc.constantFrom('', 'I look at it.'),
    reasons: fc.boolean(),
  });

  test.each(apis)(
    'over %s each prompt of a step begins with the one before, and all begin with one head',
    async (api) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(round, { maxLength: 3 }), { minLength: 2, maxLength: 3 }), async (steps) => {
          const made = new Map<number, number>();
          const thought = (request: ModelRequest): ModelReply => {
            const step = stepOf(request);
            const nth = made.get(step) ?? 0;
            made.set(step, nth + 1);
            const next = steps[step - 1]?.[nth];
            const item = { type: 'reasoning', id: `rs_${step}_${nth}`, summary: [], encrypted_content: 'gAAAA' };
            const reply = next
              ? calls(
                  ...next.items.map((each, at): [string, unknown] => ['observe', { item: each, nth: `${nth}.${at}` }]),
                )
              : calls(['finish_step', { response: `Step ${step} is done.` }]);
            if (!next) return reply;
            const reasoning = { from: source, parts: [item, 'text' as const, ...reply.calls.map((_, at) => at)] };
            return { ...reply, text: next.text, ...(next.reasons && { reasoning }) };
          };
          const plan = steps.map((_, at) => `Look at item ${at + 1}`);
          const requests = await requestsOf(plan, thought, settingsFor(steps.length));
          const thoughts = requests.filter(isOpen);
          const heads = new Set<string>();
          for (const [at, request] of thoughts.entries()) {
            const prompt = await textsOf(api, request);
            heads.add(JSON.stringify(prompt.slice(0, 2)));
            const before = thoughts[at - 1];
            if (!before || stepOf(before) !== stepOf(request)) continue;
            const earlier = await textsOf(api, before);
            expect(prompt.slice(0, earlier.length)).toEqual(earlier);
            expect(prompt.length).toBeGreaterThan(earlier.length);
          }
          expect(heads.size).toBe(1);
        }),
        { numRuns: 25 },
      );
    },
  );

  test.each(apis)('over %s steps side by side have one head, too', async (api) => {
    const plan = ['a', 'b', 'c'].map((id) => ({ id, description: `Look at ${id}`, dependencies: [] }));
    const thought = (request: ModelRequest) =>
      results(request).length === 0
        ? calls(['observe', { item: 'one' }])
        : calls(['finish_step', { response: 'Seen.' }]);
    const requests = await requestsOf(plan, thought, settingsFor(3, 3));
    const thoughts = requests.filter(({ purpose }) => purpose === 'thought');
    const heads = await Promise.all(thoughts.map(async (request) => (await textsOf(api, request)).slice(0, 2)));
    expect(heads).toHaveLength(6);
    expect(new Set(heads.map((head) => JSON.stringify(head))).size).toBe(1);
  });

  test('over Messages there are at most four breakpoints, and the text of a prompt is that of its blocks', async () => {
    for (const request of await lookedAt(20, 'careful')) {
      const prompt = await promptOf('messages', request);
      expect(prompt.filter(({ mark }) => mark).length).toBeLessThanOrEqual(4);
      const brief = request.messages.find(({ role }) => role === 'user')?.text ?? '';
      expect(prompt.map(({ text }) => text).join('')).toContain(brief);
    }
  });
});

/**
 * The share that is asked for is four fifths. Anthropic caches nothing below 1,024 tokens, and the checks of a plan of
 * 20 steps are hardly longer.
 */
describe.each([
  ['OpenAI', 'responses', { 'balanced 20': 0.88, 'balanced 100': 0.9, 'careful 20': 0.8, 'careful 100': 0.9 }],
  ['DeepSeek', 'chat', { 'balanced 20': 0.88, 'balanced 100': 0.9, 'careful 20': 0.88, 'careful 100': 0.9 }],
  ['Anthropic', 'messages', { 'balanced 20': 0.85, 'balanced 100': 0.88, 'careful 20': 0.74, 'careful 100': 0.88 }],
] as const)('R4.9 by the published rules of %s', (vendor, api, least) => {
  test.each(Object.entries(least))('the cache serves most of %s steps, each thought about', async (run, share) => {
    const [thoroughness, count] = run.split(' ') as ['balanced' | 'careful', string];
    const { make, read: readPrice, write } = cacheRules[vendor];
    const cache = make();
    const sum = { input: 0, read: 0, cost: 0 };
    for (const request of await lookedAt(Number(count), thoroughness)) {
      const { input: all, read, written } = cache.take(await promptOf(api, request));
      sum.input += all;
      sum.read += read;
      sum.cost += all - read - written + readPrice * read + write * written;
    }
    expect(sum.read / sum.input).toBeGreaterThanOrEqual(share);
    expect(sum.cost / sum.input).toBeLessThanOrEqual(0.45);
  });
});
