import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoGoal } from '../../src/domain/record/demo-marks.ts';
import { endpointModel } from '../../src/llm/endpoint/endpoint-model.ts';
import type { ModelMessage, ModelRequest } from '../../src/ports/language-model.ts';
import { readAsk } from '../e2e/support/ask.ts';
import { sample } from '../llm/sample.ts';
import { allHabits } from '../minds/all-habits.ts';
import { errands } from '../minds/errand.ts';
import { type Mind, mind } from '../minds/mind.ts';
import { World } from '../runner/world.ts';

/** A server that others wrote, with the endpoints of OpenAI and of Ollama; it takes `tool_choice` and does not heed it. */
const server = new LLMock({ port: 0, strict: true, chunkSize: 16 });
let present: Mind = () => {
  throw new Error('no mind yet');
};

beforeAll(async () => {
  server.on({ predicate: () => true }, (request: ChatCompletionRequest): FixtureResponse => {
    const { text, calls } = present(asAsked(request));
    const toolCalls = calls.map(({ name, arguments: input }) => ({ name, arguments: input }));
    return calls.length === 0 ? { content: text } : { content: text, toolCalls };
  });
  await server.start();
});
afterAll(() => server.stop());

/** The request as the mind is used to it. */
function asAsked(request: ChatCompletionRequest): ModelRequest {
  return {
    purpose: readAsk(request).purpose,
    messages: request.messages.map((message): ModelMessage => {
      const text = typeof message.content === 'string' ? message.content : '';
      if (message.role === 'tool') return { role: 'tool', call: message.tool_call_id ?? '', text };
      if (message.role !== 'assistant') return { role: message.role === 'system' ? 'system' : 'user', text };
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
        id,
        name,
        arguments: input,
      }));
      return { role: 'assistant', text, calls };
    }),
    tools: (request.tools ?? []).map(({ function: { name, description = '', parameters } }) => ({
      name,
      description,
      schema: parameters as Record<string, unknown>,
    })),
    choice: 'auto',
  };
}

const named = (name: string) => allHabits.find((habit) => habit.name === name)!;

test.each([
  ['never calls a control tool: all but tools is prose', 'puts the plan under steps'],
  ['prints calls in tool_call tags', 'closes in prose'],
  ['answers a check in prose', 'ends a step in prose'],
])(
  'R4.3, R4.7, R11.1 the demo’s goal with a server that ignores tool_choice, and a mind that %s and %s',
  async (...habits) => {
    present = mind(habits.map(named), 'chain');
    server.clearRequests();
    const endpoint = endpointModel({
      profile: sample.profile(`${server.url}/v1`),
      key: 'sk-test-0123456789',
      limits: { first: 10_000, idle: 10_000 },
    });
    const world = new World(async (request) => {
      const outcome = await endpoint.reply(request, { signal: new AbortController().signal });
      return outcome.ok ? outcome.reply : outcome.error;
    });
    const { milk, bread, answer } = errands.en;
    world.submit(demoGoal.en);
    await world.untilPhase('waiting');
    world.runner.send({ type: 'question.answer', text: answer });
    await world.untilPhase('completed', 'failed', 'blocked', 'paused');
    expect(world.run.phase).toBe('completed');
    expect(world.statuses()).toEqual(['completed', 'completed', 'completed', 'completed']);
    expect(world.todos()).toEqual([milk, bread]);
    expect(world.run.plan.replan_count).toBe(0);
    const forced = server
      .getRequests()
      .filter(({ body }) => (body as ChatCompletionRequest | null)?.tool_choice === 'required');
    expect(forced.length, 'calls were asked for by force').toBeGreaterThan(0);
  },
);
