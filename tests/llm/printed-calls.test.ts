import { expect, test } from 'vitest';
import { figure } from '../fixtures/figure.ts';
import { printedCalls } from '../../src/llm/endpoint/printed-calls.ts';

const milk = { title: 'Milk {"}</tool_call>' };
const json = JSON.stringify(milk);
const read = (text: string) => {
  const found = printedCalls(text, ['todo', 'fetch']);
  return found && [found.before, ...found.calls.map((call) => call.function)];
};
const todo = { name: 'todo', arguments: milk };

test.each([
  ['a tag', `Well.\n<tool_call>{"name":"todo","arguments":${json}}</tool_call>`, ['Well.', todo]],
  ['a mark', `<|python_tag|>{"name":"todo","parameters":${json}}<|eom_id|>`, ['', todo]],
  ['a function tag', `<function=todo>${json}</function>`, ['', todo]],
  [
    'a list',
    `[TOOL_CALLS] [{"name":"todo","arguments":${json}}, {"name":"todo","arguments":${json}}]`,
    ['', todo, todo],
  ],
  ['a fence around nothing but the call', `\`\`\`json\n{"name":"todo","arguments":${json}}\n\`\`\``, ['', todo]],
  [
    'the shape of a native call',
    `{"type":"function","function":{"name":"todo","arguments":"{}"}}`,
    ['', { name: 'todo', arguments: '{}' }],
  ],
  [
    'a name in another case',
    `<tool_call>{"name":"Todo","arguments":"{}"}</tool_call>`,
    ['', { name: 'Todo', arguments: '{}' }],
  ],
  [
    'the prefix of a namespace',
    `<function=functions.todo>${json}</function>`,
    ['', { name: 'functions.todo', arguments: milk }],
  ],
])('R11.3 T10 a call printed with %s is a call', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  'Just words about <tool_call> and such.',
  '{"status":"done","response":"ok"}',
  '{"name":"todo"}',
  `{"name":"shell","arguments":${json}}`,
  `<tool_call>{"name":"todo","arguments":${json}</tool_call>`,
  `<tool_call>{"name":"todo","arguments":${json}}</tool_call> is how it looks.`,
  `Like this:\n\`\`\`\n<tool_call>{"name":"todo","arguments":${json}}</tool_call>\n\`\`\``,
  `Like this:\n\`\`\`\n<tool_call>{"name":"todo","arguments":${json}}</tool_call>`,
  `Like this:\n\`\`\`json\n{"name":"todo","arguments":${json}}\n\`\`\``,
  '[]',
  '',
])('R11.3 T10 what only looks like a call stays text: %j', (text) => {
  expect(read(text)).toBeNull();
});

test('R11.3 T10 a long text that looks like a call all along is read as text', () => {
  expect(figure(() => read(`<tool_call>{"a":"${'"{\\'.repeat(200_000)}`))).toBeNull();
});
