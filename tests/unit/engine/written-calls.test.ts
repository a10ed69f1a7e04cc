import { expect, test } from 'vitest';
import { nativeOrWrittenCalls } from '../../../src/model/endpoint/calls-in-text.ts';
import { quotationChecker } from '../../../src/model/endpoint/quotations.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import type { ProtocolName } from '../../../src/task/protocol-name.ts';
import { usual } from './usual.ts';
import { prose, textOf, World } from './world.ts';

/** The reply as an endpoint gives it whose server parses no calls. */
function served(request: ModelRequest, text: string, finish: ModelReply['finish'] = 'stop'): ModelReply {
  const read = nativeOrWrittenCalls(text, [], {
    firstCallNumber: 1,
    offered: request.tools.length > 0 ? request.tools : (request.described ?? []),
    isStep: request.purpose === 'thought',
    isForeign: quotationChecker(request.messages),
  });
  return { ...prose(text), ...read, finish: read.calls.length > 0 ? 'calls' : finish };
}

const written = (name: string, given: object) =>
  `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`;
const hasResult = (request: ModelRequest) => /Added|already/.test(textOf(request).split('Step 1/')[1] ?? '');
const isOver = (request: ModelRequest) => /^Remaining: 0$/m.test(textOf(request));

/** A model that writes this call as text in the first step, and then ends it in these words. */
function writer(call: string, end = 'The to-do is on the list.') {
  return usual(['Add “Buy milk” to the to-do list'], {
    intake: (request) => served(request, written('create_plan', { plan: ['Add “Buy milk” to the to-do list'] })),
    thought: (request) => served(request, hasResult(request) ? end : call),
    replan: (request) =>
      served(request, isOver(request) ? written('finish_task', { response: 'All done.' }) : written('keep_plan', {})),
  });
}

const input = { action: 'add', title: 'Buy milk' };
const calls = [
  written('todo', input),
  '```python\ntodo(action="add", title="Buy milk")\n```',
  'todo(action="add", title="Buy milk")',
  `{'name': 'todo', 'arguments': {'action': 'add', 'title': 'Buy milk',},}`,
  `I'll use the todo tool to add this:\n\n\`\`\`json\n${JSON.stringify({ name: 'todo', arguments: input })}\n\`\`\`\n\nThe task has been added to your list.`,
];
const cases = (['json', 'markers'] as ProtocolName[]).flatMap((protocol) =>
  calls.map((call) => [protocol, call] as const),
);

test.each(cases)('R4.7 in the protocol %s a call written as text is made: %s', async (protocol, call) => {
  const world = new World(writer(call));
  world.protocol = protocol;
  world.stays = true;
  world.submit('Note what to buy');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Buy milk']);
  expect(world.statuses()).toEqual(['completed']);
});

test('R4.6 a step that ends in words after its call has worked is no reason for another protocol', async () => {
  const steps = [
    'Add “Buy milk” to the to-do list',
    'Add “Call Anna” to the to-do list',
    'Add “Pay” to the to-do list',
  ];
  const world = new World(
    usual(steps, {
      thought: (request) =>
        request.messages.some(({ role }) => role === 'tool') ? prose('It is on the list.') : undefined,
    }),
  );
  world.submit('Note what to buy');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
  expect(world.protocol).toBe('tools');
});

test('R4.7 a model whose JSON stays unreadable is asked for markers within the same step', async () => {
  const world = new World(
    usual(['Add “Buy milk” to the to-do list'], {
      intake: () => prose('{"status":"planned","plan":["Add “Buy milk” to the to-do list"]}'),
      thought: (request) => {
        if (request.format) return prose('{"status":"continue"');
        return hasResult(request)
          ? prose('[Done] It is on the list.')
          : prose('[Act] todo {"action":"add","title":"Buy milk"}');
      },
      replan: (request) => prose(request.format ? '{"status":"done","response":"All done."}' : '[Finish] All done.'),
    }),
  );
  world.protocol = 'json';
  world.submit('Note what to buy');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Buy milk']);
  expect(world.statuses()).toEqual(['completed']);
  expect(world.protocol).toBe('markers');
});

test.each(['{"summary": {"added": ["Buy milk"], "count": 3}}', '{"final": {"files": ["date.md"], "todos": 1}}'])(
  'R4.6 a closing answer that is only JSON is asked for again, then put together from the results: %s',
  async (text) => {
    const world = new World(usual(['Add milk'], { replan: (request) => (isOver(request) ? prose(text) : undefined) }));
    world.stays = true;
    world.submit('Note what to buy');
    await world.untilPhase('completed');
    expect(world.lines('default').map(({ code }) => code)).toContain('closing_composed');
    const closing = world.lines('message').at(-1);
    expect(closing).toMatchObject({ kind: 'closing' });
    expect(closing?.text).not.toContain('{');
  },
);

test('R4.6 a closing answer of JSON is taken where it gives words, or where the goal asks for JSON', async () => {
  const closingOf = async (goal: string, text: string) => {
    const world = new World(usual(['Add milk'], { replan: (request) => (isOver(request) ? prose(text) : undefined) }));
    world.stays = true;
    world.submit(goal);
    await world.untilPhase('completed');
    return world.lines('message').at(-1)?.text;
  };
  expect(await closingOf('Note what to buy', '{"final_answer": "Milk is on the list."}')).toBe('Milk is on the list.');
  expect(await closingOf('Answer as JSON', '{"milk": {"n": 1}}')).toBe('{"milk": {"n": 1}}');
});
