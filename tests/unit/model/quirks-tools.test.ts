import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../src/protocols/parse-arguments.ts';
import { toolsProtocol } from '../../../src/protocols/tools-protocol.ts';
import { calls as answerOf, results, World } from '../engine/world.ts';
import { usual } from '../engine/usual.ts';
import { Endpoint, greeting, readingCases } from './quirk-bench.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const stop = delta({}, 'stop');
const called = delta({}, 'tool_calls');
const call = (...tool_calls: unknown[]) => delta({ tool_calls });
const fn = (name: string | null, given: unknown) => ({ name, arguments: given });
const milk = { title: 'Milk' };
const todo = { name: 'todo', input: milk };
const json = JSON.stringify(milk);

readingCases('R11.3 how tool calls differ', {
  'T1 no index, the call in pieces': {
    body: events(
      call({ id: 'a', type: 'function', function: fn('todo', '{"title"') }),
      call({ function: { arguments: ':"Milk"}' } }),
      called,
    ),
    gives: { calls: [todo] },
  },
  'T1 no index, two whole calls one after another': {
    body: events(
      call({ id: 'a', function: fn('todo', json) }),
      call({ id: 'b', function: fn('todo', '{"title":"Tea"}') }),
      called,
    ),
    gives: { calls: [todo, { name: 'todo', input: { title: 'Tea' } }] },
  },
  'T2 indices that begin at 1, with a gap': {
    body: events(
      call({ index: 1, id: 'a', function: fn('todo', '') }),
      call({ index: 3, id: 'b', function: fn('fetch', '{"url":"x"}') }),
      call({ index: 1, function: { arguments: json } }),
      called,
    ),
    gives: { calls: [todo, { name: 'fetch', input: { url: 'x' } }] },
  },
  'T2 the same index for calls of different ids': {
    body: events(
      call({ index: 0, id: 'a', function: fn('todo', json) }),
      call({ index: 0, id: 'b', function: fn('todo', json) }),
      called,
    ),
    gives: { calls: [todo, todo] },
  },
  'T3 an id that is missing, empty, late or in every delta': {
    body: events(
      call({ index: 0, function: fn('todo', json) }),
      call({ index: 1, id: '', function: fn('todo', '') }),
      call({ index: 1, id: '', function: { arguments: json } }),
      call({ index: 2, function: fn('todo', '{"title"') }),
      call({ index: 2, id: 'late', function: { arguments: ':"Milk"}' } }),
      call({ index: 3, id: 'd', function: fn('todo', '{"title"') }),
      call({ index: 3, id: 'd', function: fn('todo', ':"Milk"}') }),
      called,
    ),
    gives: { calls: [todo, todo, todo, todo] },
  },
  'T4 arguments before the name': {
    body: events(
      call({ index: 0, id: 'a', function: { arguments: '{"title"' } }),
      call({ index: 0, function: fn('todo', ':"Milk"}') }),
      called,
    ),
    gives: { calls: [todo] },
  },
  'T4 a call that never gets a name': {
    body: events(call({ index: 0, id: 'a', function: { arguments: json } }), delta({ content: 'Hello' }), stop),
    gives: { text: 'Hello' },
  },
  'T5 arguments as an object': {
    body: events(call({ index: 0, id: 'a', function: fn('todo', milk) }), called),
    gives: { calls: [todo] },
  },
  'T6 no arguments at all, in four ways': {
    body: events(
      call({ index: 0, id: 'a', function: fn('todo', '') }),
      call({ index: 1, id: 'b', function: fn('todo', null) }),
      call({ index: 2, id: 'c', function: { name: 'todo' } }),
      call({ index: 3, id: 'd', function: fn('todo', '{}') }),
      called,
    ),
    gives: { calls: [0, 1, 2, 3].map(() => ({ name: 'todo', input: {} })) },
  },
  'T7 arguments that were cut off with the reply stay as they are': {
    body: events(call({ index: 0, id: 'a', function: fn('todo', '{"title":"Mi') }), delta({}, 'length')),
    gives: { calls: [{ name: 'todo', input: '{"title":"Mi' }], finish: 'length' },
  },
  'T7 arguments that were lost with the reply are not empty ones': {
    body: events(
      call({ index: 0, id: 'a', function: fn('todo', '') }),
      call({ index: 1, id: 'b', function: fn('todo', '') }),
      delta({}, 'length'),
    ),
    gives: {
      calls: [
        { name: 'todo', input: {} },
        { name: 'todo', input: '' },
      ],
      finish: 'length',
    },
  },
  'T8 no type, or one of its own': {
    body: events(
      call({ index: 0, id: 'a', function: fn('todo', json) }),
      call({ index: 1, id: 'b', type: 'builtin_function', function: fn('$web_search', '{"q":"x"}') }),
      called,
    ),
    gives: { calls: [todo, { name: '$web_search', input: { q: 'x' } }] },
  },
  'T9 several calls in one chunk': {
    body: events(
      call(
        { index: 0, id: 'a', function: fn('todo', json) },
        { index: 1, id: 'b', function: fn('fetch', '{"url":"x"}') },
      ),
      called,
    ),
    gives: { calls: [todo, { name: 'fetch', input: { url: 'x' } }] },
  },
  'T9 several calls in one chunk, without index and id': {
    body: events(call({ function: fn('todo', json) }, { function: fn('todo', json) }), called),
    gives: { calls: [todo, todo] },
  },
  'T10 calls printed as the end of the text': {
    body: events(
      delta({ content: 'I note it.\n<tool' }),
      delta({
        content: `_call>\n{"name": "todo", "arguments": ${json}}\n</tool_call>\n<tool_call>{"name":"todo","arguments":{}}</tool_call>`,
      }),
      stop,
    ),
    gives: { text: 'I note it.', calls: [todo, { name: 'todo', input: {} }] },
  },
  'T10 a printed call that is not closed, but whole': {
    body: events(delta({ content: `<tool_call>\n{"name":"todo","arguments":${json}}` }), stop),
    gives: { calls: [todo] },
  },
  'T10 calls printed as a list': {
    body: events(delta({ content: `[TOOL_CALLS][{"name":"todo","arguments":${json}}]` }), stop),
    gives: { calls: [todo] },
  },
  'T10 a call that is the whole text': {
    body: events(delta({ content: `{"name": "todo", "parameters": ${json}}` }), stop),
    gives: { calls: [todo] },
  },
  'T10 a printed call of a tool that was not offered is text': {
    body: events(delta({ content: '<tool_call>{"name":"shell","arguments":{"run":"rm"}}</tool_call>' }), stop),
    gives: { text: '<tool_call>{"name":"shell","arguments":{"run":"rm"}}</tool_call>' },
  },
  'T10 a printed call that was cut off is text': {
    body: events(delta({ content: '<tool_call>{"name":"todo","arguments":{"title":"Mi' }), delta({}, 'length')),
    gives: { text: '<tool_call>{"name":"todo","arguments":{"title":"Mi', finish: 'length' },
  },
  'T10 a printed call with more after it is an example': {
    body: events(
      delta({ content: `<tool_call>{"name":"todo","arguments":${json}}</tool_call>\nis how it looks.` }),
      stop,
    ),
    gives: { text: `<tool_call>{"name":"todo","arguments":${json}}</tool_call>\nis how it looks.` },
  },
});

describe('R11.3 what is made of tool calls', () => {
  const endpoint = new Endpoint();

  test('T3 ids that were missing are made up, once and for all, and go on through the conversation', async () => {
    endpoint.answer = () => ({
      body: events(call({ function: fn('todo', json) }, { function: fn('todo', json) }), called),
    });
    const ids = async (calls: number) => {
      const before = Array.from({ length: calls }, (_, at) => ({ id: `x${at}`, name: 'todo', arguments: '{}' }));
      const outcome = await endpoint.ask(
        sample.request({
          messages: [
            { role: 'user', text: 'a' },
            { role: 'assistant', text: '', calls: before },
          ],
        }),
      );
      return outcome.ok ? outcome.reply.calls.map(({ id }) => id) : [];
    };
    expect(await ids(0)).toEqual(['call00001', 'call00002']);
    expect(await ids(0)).toEqual(['call00001', 'call00002']);
    expect(await ids(2)).toEqual(['call00003', 'call00004']);
  });

  test.each([
    ['fenced', '```json\n{"title":"Milk"}\n```'],
    ['with a word before it', 'Here: {"title":"Milk"}'],
    ['with words after it', '{"title":"Milk"} done'],
    ['with a comma too many', '{"title":"Milk",}'],
    ['in single quotes', "{'title': 'Milk'}"],
    ['as a text of JSON', '"{\\"title\\":\\"Milk\\"}"'],
  ])('T7 arguments %s are mended', (_, written) => {
    expect(parseArguments({ id: 'a', name: 'todo', arguments: written })).toEqual(milk);
  });

  test('T7 the words of Python are understood', () => {
    expect(parseArguments({ id: 'a', name: 'todo', arguments: '{"a": None, "b": True}' })).toEqual({
      a: null,
      b: true,
    });
  });

  test.each(['{"title":"Mi', '{"title":', '', '{'])(
    'T7 what a cut reply left of the arguments is never carried out: %j',
    (written) => {
      const reply = {
        text: '',
        calls: [{ id: 'a', name: 'todo', arguments: written }],
        finish: 'length',
        usage: null,
      } as const;
      const decision = toolsProtocol.readThought({ ...reply, calls: [...reply.calls] }, { turns: [], description: '' });
      expect(decision).toMatchObject({ kind: 'invalid' });
      expect(JSON.stringify(decision)).toContain('cut off at its length limit');
    },
  );

  test('T5, T7 arguments that are no JSON object go back as they were read, so that no endpoint trips over them', async () => {
    const given = ['```json\n{"title":"Milk"}\n```', '{"title":"Mi', '', json];
    const calls = given.map((each, at) => ({ id: `c${at}`, name: 'todo', arguments: each }));
    const [message] = toolsProtocol.encodeMessages([{ role: 'assistant', text: '', calls }]);
    endpoint.answer = () => ({ body: greeting });
    await endpoint.ask(sample.request({ messages: [{ role: 'user', text: 'a' }, message!] }));
    expect(endpoint.sent[0]?.messages[1]?.tool_calls?.map((each) => each.function.arguments)).toEqual([
      json,
      '{"unreadable":"{\\"title\\":\\"Mi"}',
      '{}',
      json,
    ]);
  });

  test('T9 calls of one reply are carried out one after another, in order', async () => {
    const add = (title: string): [string, unknown] => ['todo', { action: 'add', title }];
    const world = new World(
      usual(['Note all'], {
        thought: (request) =>
          results(request).length === 0 ? answerOf(add('one'), add('two'), add('three')) : undefined,
      }),
    );
    world.submit('Note all');
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['one', 'two', 'three']);
  });

  test('T11 an unknown tool and made-up arguments are told to the model, which may mend them', async () => {
    const world = new World(
      usual(['Note it'], {
        thought: (request) => {
          const seen = results(request);
          if (seen.length === 0) return answerOf(['tood', { title: 'Milk' }]);
          if (seen.length === 1) return answerOf(['todo', { action: 'add', colour: 'red' }]);
          return seen.length === 2 ? answerOf(['todo', { action: 'add', title: 'Milk' }]) : undefined;
        },
      }),
    );
    world.submit('Note it');
    await world.untilPhase('completed');
    const codes = world
      .lines('tool_result')
      .map(({ result }) => (result as { failure?: { code: string } }).failure?.code);
    expect(codes).toEqual(['unknown_tool', 'invalid_input', undefined]);
    expect(world.todos()).toEqual(['Milk']);
  });

  test('T11 who goes on calling what does not exist must ask or finish, and no tool runs (R5.4)', async () => {
    const world = new World(usual(['Note it'], { thought: () => answerOf(['no_such_tool', { n: Math.random() }]) }));
    world.submit('Note it');
    await world.untilPhase('completed', 'failed');
    expect(world.statuses()).toEqual(['failed']);
    expect(world.lines('tool_result').map(({ result }) => (result as { ok: boolean }).ok)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
