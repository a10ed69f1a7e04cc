import { describe, expect, test } from 'vitest';
import { allTools } from '../../../src/tools/all-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { nativeOrWrittenCalls } from '../../../src/model/endpoint/calls-in-text.ts';
import { quotationChecker } from '../../../src/model/endpoint/quotations.ts';
import { callableTools } from '../../../src/protocols/tools-protocol.ts';
import type { ReplyKind } from '../../../src/protocols/protocol.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';

const box = toolbox(allTools(toolPorts()));

/** The calls that are read from a reply at this place, as the tools they mean. */
function read(text: string, contract: ReplyKind = 'thought', said = '') {
  const offered = callableTools(contract, { tools: box.offered(), open: true, onlyClosing: false });
  const isForeign = quotationChecker(said ? [{ role: 'user', text: said }] : []);
  const found = nativeOrWrittenCalls(text, [], {
    firstCallNumber: 1,
    offered,
    isStep: contract === 'thought',
    isForeign,
  });
  return found.calls.map(({ name, arguments: given }) =>
    box.asMeant(name, JSON.parse(given) as Record<string, unknown>),
  );
}
const call = { name: 'todo', arguments: { action: 'add', title: 'Buy milk' } };
const json = JSON.stringify(call);
const input = '{"action":"add","title":"Buy milk"}';
const milk = [{ tool: 'todo', input: { action: 'add', title: 'Buy milk' } }];

describe('R4.3 a step makes the call that a model writes', () => {
  test.each([
    [
      'a fence amid words',
      `I'll use the todo tool to add this:\n\n\`\`\`json\n${json}\n\`\`\`\n\nThe task has been added to your list.`,
    ],
    [
      'a fence after a sentence',
      `To do this, I call the tool:\n\n\`\`\`json\n{\n  "name": "todo",\n  "arguments": {\n    "action": "add",\n    "title": "Buy milk"\n  }\n}\n\`\`\``,
    ],
    ['a fence after Chinese words', `我来调用工具添加：\n\n\`\`\`json\n${json}\n\`\`\``],
    ['an object after a sentence', `I'll add this now:\n${json}`],
    ['Python amid words', 'Adding it now:\n```python\ntodo(action="add", title="Buy milk")\n```\nDone.'],
    ['Python in a fence on one line', '```python todo(action="add", title="Buy milk")```'],
    ['an action and its input', `Thought: I should add a to-do.\nAction: todo\nAction Input: ${input}`],
    [
      'an action and a made-up result',
      `Thought: I should.\nAction: todo\nAction Input: ${input}\nObservation: Added.\nFinal Answer: Done.`,
    ],
    ['tags of the tool', '<todo>\n<action>add</action>\n<title>Buy milk</title>\n</todo>'],
    ['the tool as the only key', `{"todo":${input}}`],
    ['the input beside the tool', '{"tool":"todo","action":"add","title":"Buy milk"}'],
    ['action and action_input', `\`\`\`json\n{"action":"todo","action_input":${input}}\n\`\`\``],
    ['a verb in the name', 'add_todo {"title":"Buy milk"}'],
    ['a name with a dot', 'todo.add {"title":"Buy milk"}'],
    ['a name with a verb in a call', '{"name":"create_todo","arguments":{"title":"Buy milk"}}'],
    ['a trailing comma', '{"name":"todo","arguments":{"action":"add","title":"Buy milk",},}'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(milk);
  });

  test('several fences that each hold a call are several calls', () => {
    const fence = (title: string) =>
      `\`\`\`json\n{"name":"todo","arguments":{"action":"add","title":"${title}"}}\n\`\`\``;
    expect(read(`First:\n${fence('a')}\nThen:\n${fence('b')}`).map((each) => each.input.title)).toEqual(['a', 'b']);
  });

  test('a Chinese name that says tool and action is read', () => {
    expect(read('添加待办 {"标题":"买牛奶"}')).toEqual([{ tool: 'todo', input: { action: 'add', 标题: '买牛奶' } }]);
  });

  test.each([
    ['<finish_step>\n<response>Added the to-do.</response>\n</finish_step>', 'Added the to-do.'],
    ['<finish_step>{"response": "Saved."}</finish_step>', 'Saved.'],
  ])('%s ends the step', (text, response) => {
    expect(read(text)).toEqual([{ tool: 'finish_step', input: { response } }]);
  });
});

describe('R4.3 a call is not made where it is only shown', () => {
  const fence = `\`\`\`json\n${json}\n\`\`\``;
  test.each([
    ['in an answer', `I'll use the todo tool:\n\n${fence}`, 'intake', ''],
    ['in a check', `I'll use the todo tool:\n\n${fence}`, 'replan', ''],
    ['as an example', `A call looks like this:\n\n${fence}`, 'thought', ''],
    ['as what one could write', `You could write:\n\n${fence}`, 'thought', ''],
    ['as what a page says', `The page says to run this:\n\n${fence}`, 'thought', ''],
    ['as what was refused', `I did not run this:\n\n${fence}`, 'thought', ''],
    ['as a quotation of the request', `This is it:\n\n${fence}`, 'thought', `read ${json}`],
    ['beside other code', `Adding:\n\n${fence}\n\n\`\`\`\nother\n\`\`\``, 'thought', ''],
    ['under a word that deletes', 'delete_todo {"title":"Buy milk"}', 'thought', ''],
    ['under a word that forgets', '{"name":"forget_memory","arguments":{"title":"x"}}', 'thought', ''],
    ['under a word that overwrites', '{"name":"write_file","arguments":{"name":"a.md","content":"x"}}', 'thought', ''],
  ] as const)('%s', (_, text, contract, said) => {
    expect(read(text, contract, said)).toEqual([]);
  });
});

test('R6.1 a name with a verb never contradicts the action of its input, unless that only reads', () => {
  expect(box.check('add_todo', { action: 'list' })).toMatchObject({ ok: true, tool: 'todo' });
  expect(box.check('add_todo', { action: 'delete', title: 'Buy milk' })).toMatchObject({ ok: false });
  expect(box.check('add_todo', { title: 'Buy milk' })).toMatchObject({ ok: true, tool: 'todo' });
  expect(box.nameOf('list_todos')).toBe('todo');
  expect(box.nameOf('delete_todo')).toBeNull();
  expect(box.nameOf('write_file')).toBeNull();
});

test('R6.1 Chinese fields, actions and values of the own tools are read', () => {
  expect(box.check('todo', { 操作: '创建', 标题: '买牛奶', 优先级: '重要' })).toMatchObject({ ok: true });
  expect(box.check('todo', { action: '创建', 内容: '买牛奶' })).toMatchObject({ ok: true });
  expect(box.check('todo', { 操作: '删除', 标题: '买牛奶' })).toMatchObject({ ok: false });
});
