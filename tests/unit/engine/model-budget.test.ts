import { expect, test } from 'vitest';
import * as z from 'zod';
import budget from '../../../budget.json';
import { defaultLimits } from '../../../src/values/limits.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { estimatedUsage } from '../../../src/model/endpoint/endpoint-model.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import { usual } from './usual.ts';
import { calls, results, stepOf, World } from './world.ts';

const count = 20;
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
  run: async ({ item }) => toolSuccess(`Item ${item}. ${seen}`, { output: null }),
};

const description = (n: number) => `Look at item ${n} and say in one sentence what it shows`;
const numbers = Array.from({ length: count }, (_, at) => at + 1);
const thought = numbers.map((n) => ({ id: `s${n}`, description: description(n), dependencies: [] }));
const complete = thought.map((step, at) => ({ ...step, tool: 'observe', parameters: { item: String(at + 1) } }));

/** Economy is given complete steps, which it carries out without a thought; the others think about each of theirs. */
test.each([
  ['economy', complete],
  ['balanced', thought],
  ['careful', thought],
] as const)(
  'R3.10 %s: a scripted plan of 20 steps keeps to the calls and prompt tokens of budget.json',
  async (thoroughness, plan) => {
    const script = usual(plan, {
      thought: (request) =>
        results(request).length === 0
          ? calls(['observe', { item: String(stepOf(request)) }])
          : calls(['finish_step', { response: `Item ${stepOf(request)} is as it was.` }]),
    });
    const limits = { ...defaultLimits, max_plan_steps: count, max_parallel_steps: 1 };
    const world = new World(script, { thoroughness, limits }, [observeTool]);
    world.submit('Look at twenty items and say what stands out');
    await world.untilPhase('completed', 'failed', 'paused', 'blocked');
    expect(world.statuses()).toEqual(numbers.map(() => 'completed'));

    const { calls: most, prompt_tokens: longest } = budget.plan_of_20_steps[thoroughness];
    const tokens = world.model.requests
      .map(
        ({ messages, tools, format }) =>
          estimatedUsage({ messages }, { messages, tools, format }, { text: '', calls: [] }).input,
      )
      .reduce((sum, each) => sum + each, 0);
    expect(world.model.requests.length).toBeLessThanOrEqual(most);
    expect(tokens).toBeLessThanOrEqual(longest);
  },
  60_000,
);
