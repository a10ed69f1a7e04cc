import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonProtocol } from '../../../src/protocols/json-protocol.ts';
import { jsonObjects } from '../../../src/protocols/json-objects.ts';
import { markersProtocol } from '../../../src/protocols/markers-protocol.ts';
import { toolsProtocol } from '../../../src/protocols/tools-protocol.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { figure } from '../../fixtures/figure.ts';
import { proposedStep } from '../../fixtures/steps.ts';
import { called, type ContractName, open, read, said } from './replies.ts';

interface Case {
  contract: ContractName;
  object: Record<string, unknown>;
  /** What the reply means, in a form that does not come from the code under test. */
  means: Record<string, unknown>;
}

const valid: Case[] = [
  {
    contract: 'thought',
    object: {
      status: 'continue',
      current_step: "Add Anna's milk",
      next_action: {
        tool: 'todo',
        input: { action: 'list', status: 'done', tags: ['a', 'b'], urgent: true, due: null },
      },
      question: null,
      response: null,
    },
    means: {
      kind: 'act',
      actions: [
        {
          call: 'call_1',
          tool: 'todo',
          input: { action: 'list', status: 'done', tags: ['a', 'b'], urgent: true, due: null },
        },
      ],
      note: '',
      finish: null,
    },
  },
  {
    contract: 'thought',
    object: { status: 'ask_user', current_step: '1', next_action: null, question: '要哪种牛奶？', response: null },
    means: { kind: 'ask', question: '要哪种牛奶？' },
  },
  {
    contract: 'thought',
    object: {
      status: 'done',
      current_step: '2',
      next_action: null,
      question: null,
      response: 'Read it: 42 rows, 3 {odd} ones',
      plan_still_fits: false,
    },
    means: { kind: 'done', response: 'Read it: 42 rows, 3 {odd} ones', fits: false },
  },
  {
    contract: 'thought',
    object: { status: 'blocked', current_step: '2', next_action: null, question: null, response: 'The page is gone.' },
    means: { kind: 'blocked', reason: 'The page is gone.' },
  },
  {
    contract: 'replan',
    object: { status: 'unchanged', plan: null, question: null, response: null },
    means: { kind: 'unchanged' },
  },
  {
    contract: 'replan',
    object: { status: 'replanned', plan: ['One', { description: 'Two' }], question: null, response: null },
    means: { kind: 'replanned', steps: [proposedStep('One'), proposedStep('Two')] },
  },
  {
    contract: 'replan',
    object: { status: 'done', plan: null, question: null, response: '**All** done, see [x](https://a.example/b)' },
    means: { kind: 'done', response: '**All** done, see [x](https://a.example/b)' },
  },
  {
    contract: 'plan',
    object: { status: 'planned', plan: ['Fetch the figures', { description: 'Draw', dependencies: [], tool: null }] },
    means: { kind: 'plan', steps: [proposedStep('Fetch the figures'), proposedStep('Draw')] },
  },
  {
    contract: 'evaluation',
    object: { success: true, decision: 'continue', reason: 'The file is there.' },
    means: { kind: 'judged', evaluation: { success: true, decision: 'continue', reason: 'The file is there.' } },
  },
  {
    contract: 'intake',
    object: { status: 'answer', response: 'Paris.', plan: null },
    means: { kind: 'answer', text: 'Paris.' },
  },
];

/** JSON in another dress: each string, key, number and punctuation mark as the dress has it. */
function dressed(
  value: unknown,
  dress: { text?: (text: string) => string; word?: (word: unknown) => string; marks?: string; tail?: string },
): string {
  const { text = (plain) => JSON.stringify(plain), word = String, marks = '{}[]:,', tail = '' } = dress;
  const [openBrace, closeBrace, openList, closeList, colon, comma] = Array.from(marks);
  const inner = (part: unknown) => dressed(part, dress);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value))
    return `${openList}${value.map(inner).join(`${comma} `)}${value.length > 0 ? tail : ''}${closeList}`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, field]) => `${text(key)}${colon} ${inner(field)}`);
    return `${openBrace}${fields.join(`${comma} `)}${tail}${closeBrace}`;
  }
  return word(value);
}
const quoted = (left: string, right: string) => (text: string) =>
  left +
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(right, right === "'" ? "\\'" : right) +
  right;
const python = (word: unknown) =>
  word === true ? 'True' : word === false ? 'False' : word === null ? 'None' : JSON.stringify(word);

/** Damage after which the reply still says all that it said: it must be read for what it is. */
const harmless: Record<string, (object: Record<string, unknown>) => string> = {
  'as it is': (object) => JSON.stringify(object),
  indented: (object) => JSON.stringify(object, null, 2),
  'in a fence': (object) => `\`\`\`json\n${JSON.stringify(object, null, 2)}\n\`\`\``,
  'in a fence without a name': (object) => `\`\`\`\n${JSON.stringify(object)}\n\`\`\``,
  'in a fence amid prose': (object) =>
    `Sure, here it is:\n\`\`\`JSON\n${JSON.stringify(object)}\n\`\`\`\nHope this helps!`,
  'amid prose': (object) => `I have thought about it. ${JSON.stringify(object)} That is my decision.`,
  'amid prose with braces': (object) => `In {curly} words: ${JSON.stringify(object)} (see {x}).`,
  'in double braces': (object) => `{${JSON.stringify(object)}}`,
  'after a think block': (object) => `<think>Maybe {"status":"done"}? No.</think>\n${JSON.stringify(object)}`,
  'after a thinking block': (object) => `<THINKING>\nfirst { then\n</THINKING>${JSON.stringify(object)}`,
  'after a closing think tag alone': (object) =>
    `so {"status":"done","response":"x"} it is\n</think>\n${JSON.stringify(object)}`,
  'after an unbalanced thought': (object) => `open { and { more\n</think>${JSON.stringify(object)}`,
  'before a think block that never closes': (object) =>
    `${JSON.stringify(object)}\n<think>Was that right? {"status":"bl`,
  'with trailing commas': (object) => dressed(object, { tail: ',' }),
  'with spaced trailing commas': (object) => dressed(object, { tail: ' ,\n' }),
  'in single quotes': (object) => dressed(object, { text: quoted("'", "'") }),
  'in typographic quotes': (object) => dressed(object, { text: quoted('“', '”') }),
  'in full-width punctuation': (object) => dressed(object, { marks: '｛｝［］：，' }),
  'in full-width punctuation and quotes': (object) =>
    dressed(object, { marks: '｛｝［］：，', text: quoted('＂', '＂') }),
  'with Python words': (object) => dressed(object, { word: python }),
  'as a Python dict': (object) => dressed(object, { word: python, text: quoted("'", "'"), tail: ',' }),
  'with a line comment': (object) => JSON.stringify(object, null, 2).replace('{\n', '{ // the "decision" {\n'),
  'with a block comment': (object) => JSON.stringify(object).replace('{', '{ /* it\'s } "odd */ '),
  'with a byte order mark': (object) => `\uFEFF${JSON.stringify(object)}`,
  'with NUL around it': (object) => `\0${JSON.stringify(object)}\0`,
  'with Windows line ends': (object) => JSON.stringify(object, null, 2).replaceAll('\n', '\r\n'),
  'said twice': (object) => `${JSON.stringify(object)}\n${JSON.stringify(object)}`,
  'said twice in two layouts': (object) => `${JSON.stringify(object)}\nAgain:\n${JSON.stringify(object, null, 4)}`,
  'with further keys': (object) => JSON.stringify({ thought: 'I see {it}', ...object, confidence: 0.9 }),
  'with a status in another case': (object) =>
    JSON.stringify(
      'status' in object
        ? { ...object, status: ` ${String(object['status']).toUpperCase().replace('_', ' ')} ` }
        : object,
    ),
};

/** Damage after which nobody can say what was meant: only a violation is right. */
const fatal: Record<string, (object: Record<string, unknown>) => string> = {
  'followed by a different one': (object) =>
    `${JSON.stringify(object)} ${JSON.stringify({ ...object, status: 'blocked', decision: 'stop', response: 'no' })}`,
  'within a think block that never closes': (object) => `<think>${JSON.stringify(object)}`,
  'with the last brace missing': (object) => JSON.stringify(object).slice(0, -1),
  'with a string that never ends': (object) => `${JSON.stringify(object).slice(0, -1)}, "more": "…}`,
  'with a comment that never ends': (object) => JSON.stringify(object).replace('{', '{ /* '),
  'nested a thousand deep': (object) => `${'{"a":'.repeat(1000)}${JSON.stringify(object)}${'}'.repeat(1000)}`,
  'nested a hundred thousand deep': (object) => `${'['.repeat(0)}${'{"a":'.repeat(100_000)}${JSON.stringify(object)}`,
  'with a status that is none': (object) => JSON.stringify({ ...object, status: 'maybe', decision: 'maybe' }),
  'with a status of another type': (object) => JSON.stringify({ ...object, status: 7, decision: ['continue'] }),
  'as a list of words': (object) => `{"status" ${JSON.stringify(Object.keys(object))} "decision"}{`,
};

function plain(decision: unknown): unknown {
  return JSON.parse(JSON.stringify(decision));
}

describe('R4.4 a damaged JSON reply is read for what it says', () => {
  const table = Object.entries(harmless).flatMap(([damage, write]) =>
    valid.map((each, at) => [damage, `${each.contract} ${at + 1}`, each, write(each.object)] as const),
  );
  test.each(table)('%s (%s)', (_, _name, { contract, means }, text) => {
    expect(plain(figure(() => read(jsonProtocol, contract, said(text))))).toEqual(means);
  });
});

describe('R4.4, R4.6 a JSON reply that is damaged beyond reading is a named violation', () => {
  const table = Object.entries(fatal).flatMap(([damage, write]) =>
    valid.map((each, at) => [damage, `${each.contract} ${at + 1}`, each, write(each.object)] as const),
  );
  test.each(table)('%s (%s)', (_, _name, { contract }, text) => {
    const decision = figure(() => read(jsonProtocol, contract, said(text)));
    expect(decision.kind).toBe('invalid');
    expect(decision.kind === 'invalid' && decision.violation.length).toBeGreaterThan(10);
  });
});

/** Contracts whose replies may be words, which are read by where they stand (R4.3). */
const isWords = (contract: ContractName) => contract === 'intake' || contract === 'thought' || contract === 'replan';

test('R4.4 a reply that is cut at any byte is never taken for a complete one', () => {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let cuts = 0;
  for (const each of valid)
    for (const damage of [
      'as it is',
      'in a fence amid prose',
      'as a Python dict',
      'in full-width punctuation',
      'in typographic quotes',
      'with a line comment',
    ]) {
      const text = harmless[damage]!(each.object);
      const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf('｝')) + 1;
      const whole = encoder.encode(text.slice(0, end)).length;
      const bytes = encoder.encode(text);
      for (let at = 0; at <= bytes.length; at += 1) {
        const cut = decoder.decode(bytes.slice(0, at));
        for (const finish of ['stop', 'length'] as const) {
          const decision = plain(read(jsonProtocol, each.contract, said(cut, finish))) as { kind: string };
          cuts += 1;
          if (at >= whole) expect(decision, cut).toEqual(each.means);
          else if (isWords(each.contract) && !(each.contract === 'intake' ? /[{｛]/ : /[{｛]|```/).test(cut)) continue;
          else expect(decision.kind, cut).toBe('invalid');
        }
      }
    }
  expect(cuts).toBeGreaterThan(5000);
});

test('R4.4 a second reply that is cut off spoils the first, and a different first one is never overlooked', () => {
  const { object, contract } = valid[2]!;
  const text = JSON.stringify(object);
  for (let at = 1; at < text.length; at += 1)
    expect(read(jsonProtocol, contract, said(`${text} ${text.slice(0, at)}`)).kind).toBe('invalid');
});

test('R4.4 what stands within an unreadable object is never taken for the reply', () => {
  const text = '{"status": continue] , "next_action": {"tool":"todo","input":{"status":"done","response":"x"}}}';
  expect(read(jsonProtocol, 'thought', said(text)).kind).toBe('invalid');
});

test.each([
  '{"control":"step_done"}',
  '{"control":"STEP_DONE"}',
  '{"control":"step done"}',
  '{"control":"stepDone"}',
  '{"control":"Step-Done"}',
  "{'control': 'step_done',}",
  '{“control”：“step_done”}',
  '｛"control"："step_done"｝',
  '{control: step_done}',
  '```json\n{"control":"step_done"}\n```',
  'The step is finished. {"control":"step_done"}',
  '<think>done?</think>{"control":"step_done"}',
  'STEP_DONE',
  'step done',
  'stepDone.',
  '"step_done"',
  '`step_done`',
  '**STEP_DONE**',
  '[STEP_DONE]',
  'ＳＴＥＰ＿ＤＯＮＥ',
  '```\nstep_done\n```',
  'I have added the to-do.\nSTEP_DONE',
])('R4.4 the envelope %j ends the step', (text) => {
  expect(read(jsonProtocol, 'thought', said(text))).toEqual({ kind: 'done', response: null, fits: true });
});

test.each([
  '{"control":"replan"}',
  '{"control":"REPLAN"}',
  '{"control":"re-plan"}',
  '{"control":"Re plan"}',
  '```json\n{ "control" : "replan" , }\n```',
  'REPLAN',
  're-plan',
  'Replan!',
])('R4.4 the envelope %j ends the step and says that the plan no longer fits', (text) => {
  expect(read(jsonProtocol, 'thought', said(text))).toEqual({ kind: 'done', response: null, fits: false });
});

test.each([
  ['{"control":"step_do"}', 'stop'],
  ['{"control":"step_done"', 'stop'],
  ['{"control":"step_done"} {"control":"replan"}', 'stop'],
  ['{"control":"step_done","status":"ask_user","current_step":"1","question":"Which?"}', 'stop'],
  ['{"control":"step_done"} {"status":"blocked","response":"no"}', 'stop'],
  ['{"control":null}', 'stop'],
  ['The step is not done, do not replan', 'stop'],
  ['step_done and replan', 'stop'],
  ['{"response":"a\nreplan"}', 'stop'],
  ['replan', 'length'],
] as const)('R4.4 %j is no envelope', (text, finish) => {
  expect(read(jsonProtocol, 'thought', said(text, finish)).kind).toBe(/^[{r]/.test(text) ? 'invalid' : 'done');
});

test('R3.5 a plain answer stays one, whatever braces it holds', () => {
  for (const text of [
    'Paris.',
    'Write `function f() { return 1; }`.',
    'The set {1, 2} and {"a": 1}',
    'Use {{name}} there.',
  ])
    expect(read(jsonProtocol, 'intake', said(text))).toEqual({ kind: 'answer', text });
});

describe('R4.5 a reply in markers is read for what it says', () => {
  const act = { kind: 'act', note: '', finish: null };
  const milk = { call: 'call_1', tool: 'todo', input: { action: 'add', title: 'Milk' } };
  const json = '{"action":"add","title":"Milk"}';
  test.each<[string, unknown]>([
    [`[Act] todo ${json}`, { ...act, actions: [milk] }],
    [`[act] todo ${json}`, { ...act, actions: [milk] }],
    [`[ACT]: \`todo\` ${json}`, { ...act, actions: [milk] }],
    [`【执行】todo ${json}`, { ...act, actions: [milk] }],
    [`［执行］ todo ${json}`, { ...act, actions: [milk] }],
    [`[Act] todo\n\`\`\`json\n${json}\n\`\`\``, { ...act, actions: [milk] }],
    [`[Act] todo {'action': 'add', 'title': 'Milk',}`, { ...act, actions: [milk] }],
    [`[Act] todo ｛“action”：“add”，“title”：“Milk”｝`, { ...act, actions: [milk] }],
    [`<think>[Done]</think>[Act] todo ${json}`, { ...act, actions: [milk] }],
    [`[Act] todo ${json}\n[Done] Added.`, { ...act, actions: [milk], finish: { response: 'Added.', fits: true } }],
    [`[Act] todo ${json}\nNow the next one.`, { ...act, actions: [milk] }],
    [
      `[Act] todo ${json}\n[Act] todo {"action":"list"}`,
      { ...act, actions: [milk, { call: 'call_2', tool: 'todo', input: { action: 'list' } }] },
    ],
    [
      '[Act] files {"action":"write","content":"- [Done] x\\n[Ask] y"}',
      {
        ...act,
        actions: [{ call: 'call_1', tool: 'files', input: { action: 'write', content: '- [Done] x\n[Ask] y' } }],
      },
    ],
    ['[Done]', { kind: 'done', response: null, fits: true }],
    ['[DONE] All read.', { kind: 'done', response: 'All read.', fits: true }],
    ['All read. [Step Done]', { kind: 'done', response: 'All read.', fits: true }],
    ['[step_done]', { kind: 'done', response: null, fits: true }],
    ['［Step Done］', { kind: 'done', response: null, fits: true }],
    ['【完成】已添加', { kind: 'done', response: '已添加', fits: true }],
    ['[步骤完成]', { kind: 'done', response: null, fits: true }],
    ['［步骤 完成］', { kind: 'done', response: null, fits: true }],
    ['[Finish] 42', { kind: 'done', response: '42', fits: true }],
    ['[结束] 四十二', { kind: 'done', response: '四十二', fits: true }],
    ['[Ask] Which milk?', { kind: 'ask', question: 'Which milk?' }],
    ['【提问】：要哪种牛奶？', { kind: 'ask', question: '要哪种牛奶？' }],
    ['I look at it.', { kind: 'round', note: 'I look at it.' }],
    ['Now I look at it.', { kind: 'round', note: 'Now I look at it.' }],
    ['[constructor] is a word', { kind: 'round', note: '[constructor] is a word' }],
    [
      'See [1], [this](https://a.example) and ["done"].',
      { kind: 'round', note: 'See [1], [this](https://a.example) and ["done"].' },
    ],
  ])('%j', (text, means) => {
    expect(plain(figure(() => read(markersProtocol, 'thought', said(text))))).toEqual(means);
  });

  test.each<[string, ModelReply['finish']?]>([
    [''],
    ['<think>[Done]'],
    ['[Act]'],
    ['[Act] todo'],
    ['[Act] {"action":"add"}'],
    ['[Act] todo {"action":"add"'],
    ['[Act] todo {"action":"add","title":"[Done]'],
    ['[Act] todo action=add'],
    [`[Act] todo ${json}\n[Act] todo {"action":`],
    ['[Ask]'],
    ['[Ask] Which mi', 'length'],
    ['[Ask] Which? [Done]'],
    ['[Act] todo', 'length'],
  ])('R4.6 %j is a named violation', (text, finish = 'stop') => {
    expect(read(markersProtocol, 'thought', said(text, finish)).kind).toBe('invalid');
  });

  test('an [Act] that is cut at any byte is never carried out', () => {
    const text = `I add it. [Act] todo ${json}`;
    for (let at = 0; at < text.length; at += 1) {
      const { kind } = read(markersProtocol, 'thought', said(text.slice(0, at)));
      expect(['invalid', 'round'], text.slice(0, at)).toContain(kind);
    }
  });

  test.each<[ContractName, string, unknown]>([
    ['plan', '[Step] One\n[step] Two', { kind: 'plan', steps: [proposedStep('One'), proposedStep('Two')] }],
    ['plan', '[步骤] 一\n【步骤】：二', { kind: 'plan', steps: [proposedStep('一'), proposedStep('二')] }],
    [
      'plan',
      'Here:\n[Step 1] One\n[Step 2]: Two\nThat is all.',
      { kind: 'plan', steps: [proposedStep('One'), proposedStep('Two')] },
    ],
    ['intake', 'Paris is [the] capital.', { kind: 'answer', text: 'Paris is [the] capital.' }],
    ['replan', '[Keep]', { kind: 'unchanged' }],
    ['replan', '【保持】', { kind: 'unchanged' }],
    ['replan', '[Step] Try again', { kind: 'replanned', steps: [proposedStep('Try again')] }],
    ['replan', '[Finish] **All** done', { kind: 'done', response: '**All** done' }],
    ['replan', '[结束] 完成了', { kind: 'done', response: '完成了' }],
    ['replan', '[提问] 哪个？', { kind: 'ask', question: '哪个？' }],
    [
      'evaluation',
      '[Retry] too short',
      { kind: 'judged', evaluation: { success: false, decision: 'retry', reason: 'too short' } },
    ],
    [
      'evaluation',
      '【继续】很好',
      { kind: 'judged', evaluation: { success: true, decision: 'continue', reason: '很好' } },
    ],
  ])('%s: %j', (contract, text, means) => {
    expect(plain(read(markersProtocol, contract, said(text)))).toEqual(means);
  });

  test.each<[ContractName, string, ModelReply['finish']?]>([
    ['plan', 'I would first look.'],
    ['plan', '[Step] One\n[Step] Tw', 'length'],
    ['plan', '[Step]'],
    ['replan', '[Keep] [Finish] done'],
    ['replan', '[Step] One\n[Keep]'],
    ['replan', '[Finish] The closing ans', 'length'],
    ['replan', '[Finish]'],
    ['replan', '[Ask]'],
    ['evaluation', 'Fine.'],
    ['evaluation', '[Retry] or [Stop]'],
  ])('R4.6 %s: %j is a named violation', (contract, text, finish = 'stop') => {
    expect(read(markersProtocol, contract, said(text, finish)).kind).toBe('invalid');
  });
});

describe('R4.3 a reply in calls is read for what it says', () => {
  const milk = { action: 'add', title: 'Milk' };
  const acts = (input: unknown, call = 'c0') => ({
    kind: 'act',
    actions: [{ call, tool: 'todo', input }],
    note: '',
    finish: null,
  });
  test.each<[string, ModelReply, unknown]>([
    ['plain', called([['todo', '{"action":"add","title":"Milk"}']]), acts(milk)],
    ['fenced', called([['todo', '```json\n{"action":"add","title":"Milk"}\n```']]), acts(milk)],
    ['in single quotes', called([['todo', "{'action':'add','title':'Milk'}"]]), acts(milk)],
    ['object-like', called([['todo', '{action: "add", title: "Milk",}']]), acts(milk)],
    ['JSON within a text', called([['todo', JSON.stringify(JSON.stringify(milk))]]), acts(milk)],
    ['empty', called([['todo', '']]), acts({})],
    ['null', called([['todo', 'null']]), acts({})],
    [
      'an unknown tool',
      called([['teleport', '{}']]),
      { ...acts({}), actions: [{ call: 'c0', tool: 'teleport', input: {} }] },
    ],
    ['an empty id', called([['todo', '{}', '']]), acts({}, 'call_1')],
    [
      'ids that are empty, doubled and taken',
      called([
        ['todo', '{"n":0}', ''],
        ['todo', '{"n":1}', 'x'],
        ['todo', '{"n":2}', 'x'],
        ['todo', '{"n":3}', 'call_1'],
      ]),
      {
        ...acts({}),
        actions: ['call_1_', 'call_2', 'call_3', 'call_1'].map((call, n) => ({ call, tool: 'todo', input: { n } })),
      },
    ],
    [
      'a call and the end of the step',
      called([
        ['todo', '{}'],
        ['finish_step', '{"response":"ok","plan_still_fits":false}'],
      ]),
      { ...acts({}), finish: { response: 'ok', fits: false } },
    ],
    [
      'a call and a question',
      called([
        ['todo', '{}'],
        ['ask_user', '{"question":"Which?"}'],
      ]),
      acts({}),
    ],
    ['the end of the step', called([['finish_step', '']]), { kind: 'done', response: null, fits: true }],
    [
      'the same end twice',
      called([
        ['finish_step', '{}'],
        ['finish_step', '{}'],
      ]),
      { kind: 'done', response: null, fits: true },
    ],
    ['a whole call before the cut', called([['todo', '{"action":"add","title":"Milk"}']], 'length'), acts(milk)],
  ])('%s', (_, reply, means) => {
    expect(plain(figure(() => read(toolsProtocol, 'thought', reply)))).toEqual(means);
  });

  test.each<[string, ContractName, ModelReply]>([
    ['prose', 'thought', said('I would add it.')],
    ['cut arguments', 'thought', called([['todo', '{"action":"add","ti']], 'length')],
    ['cut arguments with a wrong finish reason', 'thought', called([['todo', '{"action":"add","ti']])],
    ['arguments cut before they began', 'thought', called([['todo', '']], 'length')],
    ['a list as arguments', 'thought', called([['finish_step', '[1]']])],
    ['[object Object]', 'thought', called([['todo', '[object Object]']])],
    ['two objects as arguments', 'thought', called([['todo', '{"a":1}{"a":2}']])],
    ['arguments nested too deeply', 'thought', called([['todo', `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`]])],
    [
      'an end and a question',
      'thought',
      called([
        ['finish_step', '{}'],
        ['ask_user', '{"question":"Which?"}'],
      ]),
    ],
    [
      'two different ends',
      'thought',
      called([
        ['finish_step', '{"response":"a"}'],
        ['finish_step', '{"blocked":true,"response":"b"}'],
      ]),
    ],
    ['a question without words', 'thought', called([['ask_user', '{"question":"  "}']])],
    ['a control call of another contract', 'thought', called([['create_plan', '{"plan":["One"]}']])],
    ['a name of every object', 'thought', called([['ask_user', '{"constructor":1}']])],
    ['cut plan', 'plan', called([['create_plan', '{"plan":["One","Two']])],
    ['a plan of nothing but blanks', 'plan', called([['create_plan', '{"plan":["  "]}']])],
    ['another tool', 'plan', called([['todo', '{}']])],
    [
      'keep and finish',
      'replan',
      called([
        ['keep_plan', '{}'],
        ['finish_task', '{"response":"x"}'],
      ]),
    ],
    ['an empty new plan', 'replan', called([['update_plan', '{"plan":[]}']])],
    ['a closing without words', 'replan', called([['finish_task', '{"response":" "}']])],
    ['an ordinary call', 'replan', called([['todo', '{}']])],
    [
      'a verdict that is none',
      'evaluation',
      called([['judge_step', '{"success":true,"decision":"maybe","reason":""}']]),
    ],
    ['prose', 'evaluation', said('Good.')],
  ])('R4.6 %s is a named violation of %s', (_, contract, reply) => {
    const decision = figure(() => read(toolsProtocol, contract, reply));
    expect(decision.kind).toBe('invalid');
    expect(decision.kind === 'invalid' && decision.violation.length).toBeGreaterThan(10);
  });

  test('arguments that are cut at any byte are never carried out', () => {
    const text = JSON.stringify({ action: 'add', title: 'Milk {2 l}', tags: ['a'] });
    for (let at = 1; at < text.length; at += 1)
      for (const finish of ['calls', 'length'] as const)
        expect(read(toolsProtocol, 'thought', called([['todo', text.slice(0, at)]], finish)).kind).toBe('invalid');
  });
});

describe('R4.4 a megabyte of anything is read in no time', () => {
  const million = 1_000_000;
  test.each([
    ['braces', '{'.repeat(million)],
    ['pairs of braces', '{}'.repeat(million / 2)],
    ['brackets', '['.repeat(million)],
    ['quotes', '"'.repeat(million)],
    ['single quotes in braces', `{${"'".repeat(million)}`],
    ['backslashes', `{"${'\\'.repeat(million)}`],
    ['think tags', '<think>'.repeat(million / 7)],
    ['closing think tags', '{</think>'.repeat(million / 9)],
    ['open and closed think tags', '<think></think>'.repeat(million / 15)],
    ['comments', `{${'/*'.repeat(million / 2)}`],
    ['spaces in a bracket', `[Step${' '.repeat(million)}`],
    ['brackets with spaces', '[a   '.repeat(million / 5)],
    ['acts', '[Act] todo {'.repeat(million / 12)],
    ['broken objects', '{"status": ]} '.repeat(million / 14)],
    ['one broken object', `{"status": "done", ${'] '.repeat(90_000)}}`],
    ['nested broken objects', `{"status":${'{{'.repeat(30)}${'x'.repeat(150_000)}${'}}'.repeat(30)}}`],
    ['a long text', `{"status":"done","response":"${'x'.repeat(million)}"}`],
    ['noise', Array.from({ length: million }, (_, at) => String.fromCharCode(32 + ((at * 7919) % 95))).join('')],
  ])('%s', (_, text) => {
    for (const protocol of [jsonProtocol, markersProtocol])
      for (const contract of ['thought', 'replan', 'intake'] as const)
        figure(() => read(protocol, contract, said(text)));
    figure(() => read(toolsProtocol, 'thought', called([['todo', text]])));
  });
});

test('R4.11 a thought within a text of a decision is shown to nobody; what a tool is given stays as it is', () => {
  const thinks = (text: string) => `<think>They never check.</think>${text}`;
  const call = (name: string, fields: object) => called([[name, JSON.stringify(fields)]]);
  const decided = (status: string, fields: object) => said(JSON.stringify({ status, ...fields }));
  const act = { tool: 'files', input: { content: thinks('<p>') } };
  for (const reply of [
    call('finish_step', { response: thinks('Saved.') }),
    { ...called([['finish_step', '{}']]), text: thinks('Saved.') },
  ])
    expect(read(toolsProtocol, 'thought', reply)).toMatchObject({ kind: 'done', response: 'Saved.' });
  expect(read(jsonProtocol, 'thought', decided('done', { response: thinks('Saved.') }))).toMatchObject({
    response: 'Saved.',
  });
  expect(read(toolsProtocol, 'thought', call('ask_user', { question: thinks('Which?') }))).toMatchObject({
    question: 'Which?',
  });
  expect(
    read(jsonProtocol, 'thought', decided('ask_user', { current_step: '1', question: thinks('Which?') })),
  ).toMatchObject({
    question: 'Which?',
  });
  expect(read(toolsProtocol, 'thought', call('finish_step', { response: '<think>only this' }))).toMatchObject({
    response: null,
  });
  const replans = [
    read(toolsProtocol, 'replan', call('update_plan', { plan: [{ ...act, description: thinks('Write it') }] })),
    read(jsonProtocol, 'replan', decided('replanned', { plan: [{ ...act, description: thinks('Write it') }] })),
  ];
  for (const replan of replans)
    expect(replan).toMatchObject({ steps: [{ description: 'Write it', tool: 'files', parameters: act.input }] });
  expect(read(toolsProtocol, 'thought', call('files', act.input))).toMatchObject({ actions: [{ input: act.input }] });
  expect(read(jsonProtocol, 'thought', decided('continue', { current_step: '1', next_action: act }))).toMatchObject({
    actions: [{ input: act.input }],
  });
});

const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'it\'s "so"',
    '{"status":"done"}',
    '[Done]',
    'the tags `<think>` and “</think>”',
    '```json',
    'step_done',
    '// no',
    "l'été",
    'a\nb',
    '“q”',
    'true',
  ),
);
const blank = /^\s*$/;
const text = words.filter((each) => !blank.test(each)).map((each) => each.trim());
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const input = fc.dictionary(
  fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
  json,
  { maxKeys: 3, noNullPrototype: true },
);
const tool = fc.constantFrom('todo', 'schedule', 'fetch', 'read_artifact', 'mcp.thing-2');
const contract: fc.Arbitrary<Case> = fc.oneof(
  fc.tuple(tool, input).map(([name, given]): Case => ({
    contract: 'thought',
    object: {
      status: 'continue',
      current_step: '1',
      next_action: { tool: name, input: given },
      question: null,
      response: null,
    },
    means: { kind: 'act', actions: [{ call: 'call_1', tool: name, input: given }], note: '', finish: null },
  })),
  fc.tuple(text, fc.boolean()).map(([response, fits]): Case => ({
    contract: 'thought',
    object: { status: 'done', current_step: null, next_action: null, question: null, response, plan_still_fits: fits },
    means: { kind: 'done', response, fits },
  })),
  text.map((question): Case => ({
    contract: 'thought',
    object: { status: 'ask_user', current_step: '1', next_action: null, question, response: null },
    means: { kind: 'ask', question },
  })),
  fc.array(text, { minLength: 1, maxLength: 4 }).map((plan): Case => ({
    contract: 'replan',
    object: { status: 'replanned', plan, question: null, response: null },
    means: { kind: 'replanned', steps: plan.map((each) => proposedStep(each)) },
  })),
);

test('R4.1 whatever a contract holds comes back from JSON, fenced or not', () => {
  fc.assert(
    fc.property(
      contract,
      fc.constantFrom('as it is', 'indented', 'in a fence amid prose', 'after a think block', 'said twice'),
      (each, damage) => {
        const reply = said(harmless[damage]!(each.object));
        expect(plain(read(jsonProtocol, each.contract, reply))).toEqual(plain(each.means));
      },
    ),
    { numRuns: 500 },
  );
});

test('R4.1 whatever a contract holds comes back from calls and from markers', () => {
  fc.assert(
    fc.property(tool, input, text, fc.boolean(), (name, given, words, fits) => {
      const act = { kind: 'act', actions: [{ call: 'c0', tool: name, input: given }], note: '', finish: null };
      expect(plain(read(toolsProtocol, 'thought', called([[name, JSON.stringify(given)]])))).toEqual(plain(act));
      const finish = JSON.stringify({ response: words, plan_still_fits: fits });
      expect(read(toolsProtocol, 'thought', called([['finish_step', finish]]))).toEqual({
        kind: 'done',
        response: words,
        fits,
      });
      const update = JSON.stringify({ plan: [words] });
      expect(read(toolsProtocol, 'replan', called([['update_plan', update]]))).toEqual({
        kind: 'replanned',
        steps: [proposedStep(words)],
      });
      expect(plain(read(markersProtocol, 'thought', said(`[Act] ${name} ${JSON.stringify(given)}`)))).toEqual(
        plain({ ...act, actions: [{ call: 'call_1', tool: name, input: given }] }),
      );
    }),
    { numRuns: 500 },
  );
});

test('R4.4, R4.6 whatever damage a reply takes, it is read right or named, never thrown at anyone', () => {
  const kinds: Record<string, string[]> = {
    continue: ['act', 'invalid'],
    done: ['done', 'invalid'],
    ask_user: ['ask', 'invalid'],
    replanned: ['replanned', 'invalid'],
  };
  const damage = fc.record({
    dress: fc.constantFrom(...Object.keys(harmless)),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 6 }),
    put: fc.constantFrom('', ',', '"', '}', '{', "'", '\n', ' ', '\0', '：', '”', '/*', '```', '</think>'),
  });
  fc.assert(
    fc.property(contract, damage, ({ object, contract: name }, { dress, at, length, put }) => {
      const text = harmless[dress]!(object);
      const place = Math.floor(at * text.length);
      const broken = text.slice(0, place) + put + text.slice(place + length);
      const status = String(object['status']);
      const decision = read(jsonProtocol, name, said(broken));
      if (broken.includes(`"${status}"`)) expect(kinds[status]).toContain(decision.kind);
      for (const protocol of [markersProtocol, toolsProtocol])
        for (const each of ['intake', 'plan', 'thought', 'replan', 'evaluation'] as const) {
          expect(typeof read(protocol, each, said(broken)).kind).toBe('string');
          expect(typeof read(protocol, each, called([['todo', broken]])).kind).toBe('string');
        }
    }),
    { numRuns: 1000 },
  );
});

test('R4.4 the cases of this file are at least three hundred', () => {
  expect((Object.keys(harmless).length + Object.keys(fatal).length) * valid.length).toBeGreaterThanOrEqual(300);
  expect(open.open).toBe(true);
});

describe('R4.4 a call that breaks only the form is the call that it is', () => {
  const input = { action: 'add', title: 'Buy milk' };
  const act = { tool: 'todo', input };
  test.each([
    ['without current_step', { status: 'continue', next_action: act }],
    ['with words beside the action', { status: 'continue', next_action: act, response: 'Adding it to the list.' }],
    ['as name and arguments', { name: 'todo', arguments: input }],
    ['as action and action_input', { action: 'todo', action_input: input }],
    ['with the input beside the tool', { status: 'continue', next_action: { tool: 'todo', ...input } }],
    ['with the tool as a word', { status: 'continue', next_action: 'todo', input }],
    ['in a list', [{ status: 'continue', current_step: '1', next_action: act }]],
    ['with an end beside it', { status: 'done', next_action: act, response: 'Added.' }],
  ])('%s', (_, object) => {
    for (const text of [JSON.stringify(object), `\`\`\`json\n${JSON.stringify(object)}\n\`\`\``]) {
      const decision = read(jsonProtocol, 'thought', said(text));
      expect(decision).toMatchObject({ kind: 'act', actions: [act] });
    }
  });

  test('an end beside a call ends the step after the call', () => {
    const text = JSON.stringify({ status: 'done', next_action: act, response: 'Added.' });
    expect(read(jsonProtocol, 'thought', said(text))).toMatchObject({
      finish: { response: 'Added.', fits: true },
    });
  });

  test('a list of one step stays a plan', () => {
    const text = JSON.stringify([{ description: 'Buy milk', status: 'pending' }]);
    expect(read(jsonProtocol, 'replan', said(text))).toMatchObject({ kind: 'replanned' });
  });
});

test('R6.2 a backslash that begins no escape stands for itself, in whatever text', () => {
  const loosePieces = ['\\d', '\\s+', 'C:\\Users', '\\w', '\\x41', '\\1'];
  const piece = fc.constantFrom(...loosePieces, ' x ', '"', '\n', '\t', "'", '{', '}', '/*', '//', '中', '\\');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const json = pieces.map((each) => (loosePieces.includes(each) ? each : JSON.stringify(each).slice(1, -1)));
      expect(jsonObjects(`{"content": "${json.join('')}"}`).objects).toEqual([{ content: pieces.join('') }]);
    }),
  );
});

test.each([
  [String.raw`{"c":"re.match('\d+\s\.', x)"}`, String.raw`re.match('\d+\s\.', x)`],
  [String.raw`{"c":"C:\Users\dev\x"}`, String.raw`C:\Users\dev\x`],
  [
    String.raw`{"c":"C:\Users\new\bin\table.txt\r\n\d"}`,
    `${String.raw`C:\Users\new\bin\table.txt`}\r\n${String.raw`\d`}`,
  ],
  [String.raw`{"c":"Plan A:\nto \d"}`, 'Plan A:\nto \\d'],
  [String.raw`{"c":"\d+\b\w+\("}`, String.raw`\d+\b\w+\(`],
  [String.raw`{"c":"\(\frac{1}{2}\) \delta \beta"}`, String.raw`\(\frac{1}{2}\) \delta \beta`],
  [String.raw`{"c":"const x = \`a\${b}\`;"}`, 'const x = `a${b}`;'],
  [String.raw`{"c":"\$5 \*b\* \# \(a\) 1\. a\_b"}`, '$5 *b* # (a) 1. a_b'],
  ['{"c":"a \\\nb"}', 'a \nb'],
  [String.raw`{"c":"a\tb\u0041\\n\/"}`, 'a\tbA\\n/'],
  [String.raw`{"c":"it\'s \“x\”, \d",}`, String.raw`it's “x”, \d`],
])('R6.2 %s keeps its backslashes, but those of Markdown', (json, content) => {
  expect(jsonObjects(json)).toEqual({ objects: [{ c: content }], error: null });
});

test('R6.2 keys and names of tools have no backslashes', () => {
  const json = String.raw`{"tool":"read\_arti\-\act","input":{"file\_name" : "a\_b.txt","p\q":"\q"}}`;
  const input = { file_name: 'a_b.txt', pq: String.raw`\q` };
  expect(jsonObjects(json).objects).toEqual([{ tool: 'read_arti-act', input }]);
});
