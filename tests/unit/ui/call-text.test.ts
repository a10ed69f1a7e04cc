import { describe, expect, test } from 'vitest';
import type { CallAccess } from '../../../src/task/approval.ts';
import {
  describeCallFromInput,
  builtInCallNames,
  callDescriptionWithRowDetails,
} from '../../../src/task/call-details.ts';
import { parseJsonWithExactIntegers } from '../../../src/values/exact-json.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { loadCallDescription } from '../../../src/tools/described-call.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import {
  requestedAccessText,
  valuesSetByCall,
  callText,
  callFields,
  recordedCallText,
} from '../../../src/ui/kit/call-text.ts';
import { toolDisplayName } from '../../../src/ui/kit/shown-text.ts';
import { writtenAndDeletedText } from '../../../src/ui/plan/step-outcome-text.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import type { ToolResult } from '../../../src/task/tool-result.ts';
import { serverCallCounts } from '../../../src/task/writes.ts';
import { historyEntryText } from '../../../src/ui/history/history-entry-text.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';

const en = new Translator();
const zh = new Translator();
await zh.setLanguage('zh');
await Promise.all([en.loadAll(), zh.loadAll()]);

const present = { now: '2026-11-27T10:00:00Z', zone: 'Europe/Berlin' };
const tools = toolbox(allTools(toolPorts()));
const ids = {
  todo: 'todo_a818170cfb7b3080',
  entry: 'entry_5c1d7aa0b3c4d5e6',
  note: 'note_91f0e3d2c1b0a998',
  file: 'file_77aa55ee33cc1199',
};
const rows = [
  { id: ids.todo, title: 'Buy bread, cheese and fruit', due: '2026-11-27', deleted_at: null },
  { id: ids.entry, title: 'Dentist', start: '2026-11-28T08:30:00.000Z', deleted_at: null },
  { id: ids.note, title: 'Likes tea', deleted_at: null },
  { id: ids.file, name: 'prices.csv', created_at: '2026-11-27', deleted_at: null },
];
const store = (first: string) => {
  const own = rows.filter(({ id }) => id === first);
  return { get: async (id: string) => own.find((row) => row.id === id), all: async () => own };
};
const stores = {
  todos: store(ids.todo),
  entries: store(ids.entry),
  notes: store(ids.note),
  files: store(ids.file),
} as never;

/** Inputs of each action, as a model may give them: by id, and by the name that the person knows. */
const inputs: Record<string, unknown[]> = {
  'fetch.get': [{ url: 'https://bakery.example/menu' }],
  'fetch.post': [{ url: 'https://bakery.example/order', method: 'POST', body: '{"bread":2}' }],
  'fetch.put': [{ url: 'https://bakery.example/order', method: 'PUT', body: 'two' }],
  'fetch.patch': [{ url: 'https://bakery.example/order', method: 'PATCH', body: 'two' }],
  'fetch.delete': [{ url: 'https://bakery.example/order', method: 'DELETE' }],
  'search.for': [{ query: 'rye bread' }],
  'look.at': [{ file: 'receipt.png' }, { file: ids.file, page: 2 }],
  'read_artifact.read': [{ file: ids.file, from: 4000 }, { file: 'menu.md' }],
  'todo.add': [{ action: 'add', title: 'Buy milk', due: '2026-11-28T15:00', tags: ['shop'] }],
  'todo.list': [{ action: 'list' }],
  'todo.update': [{ action: 'update', id: ids.todo, title: 'Buy rolls', priority: 'high' }],
  'todo.complete': [
    { action: 'complete', id: ids.todo },
    { action: 'complete', title: 'Buy milk' },
  ],
  'todo.reopen': [{ action: 'reopen', id: ids.todo }],
  'todo.delete': [
    { action: 'delete', id: ids.todo },
    { action: 'delete', title: 'buy bread, cheese and fruit' },
  ],
  'todo.move': [{ action: 'move', id: ids.todo, place: 1 }],
  'schedule.add': [{ action: 'add', title: 'Lunch', start: '2026-11-27T12:00', place: 'Café' }],
  'schedule.list': [{ action: 'list', start: '2026-11-27' }],
  'schedule.update': [{ action: 'update', id: ids.entry, start: '2026-11-29T09:00' }],
  'schedule.delete': [
    { action: 'delete', id: ids.entry },
    { action: 'delete', title: 'Dentist', occurrence: '2026-12-05' },
  ],
  'schedule.find_conflicts': [{ action: 'find_conflicts' }],
  'schedule.find_free': [{ action: 'find_free', minutes: 30 }],
  'files.write': [{ action: 'write', name: 'hours.md', content: 'Mon to Fri: 9-17' }],
  'files.append': [{ action: 'append', name: 'hours.md', content: 'Sat: 9-12' }],
  'files.read': [
    { action: 'read', name: 'prices.csv' },
    { action: 'read', name: ids.file },
  ],
  'files.list': [{ action: 'list' }],
  'files.delete': [
    { action: 'delete', name: 'prices.csv' },
    { action: 'delete', name: ids.file },
  ],
  'compute.run': [{ code: '1 + 1' }, { code: '[1]', save_as: 'sum.csv' }],
  'chart.draw': [
    { type: 'bar', title: 'Prices', rows: [] },
    { type: 'bar', rows: [] },
  ],
  'memory.remember': [{ action: 'remember', text: 'Likes tea\nGreen tea' }],
  'memory.recall': [
    { action: 'recall', query: 'tea' },
    { action: 'recall', id: ids.note },
  ],
  'memory.list': [{ action: 'list' }],
  'memory.update': [{ action: 'update', id: ids.note, text: 'Likes coffee' }],
  'memory.forget': [
    { action: 'forget', id: ids.note },
    { action: 'forget', title: 'Likes tea' },
  ],
};
const cases = Object.entries(inputs).flatMap(([what, list]) => list.map((input) => [what, input] as const));
const toolOf = (what: string) => what.split('.', 1).join();

/**
 * What stands in no sentence for people: an id, a key of a message, a place that was not filled in, an action's name.
 */
const unworded = /_[\da-z]{8,}|\bcall\.|\{\w|find_|undefined|null|\bid\b/;

test('R9.12 every action of every tool is among those tried here', () => {
  expect(Object.keys(inputs).sort()).toEqual(builtInCallNames().sort());
  for (const { name, schema } of tools.offered()) {
    const { properties } = schema as { properties: Record<string, { enum?: string[] }> };
    const actions = properties.action?.enum ?? properties.method?.enum?.map((each) => each.toLowerCase()) ?? [];
    const own = builtInCallNames().flatMap((what) => (toolOf(what) === name ? [what] : []));
    expect(own.length, name).toBe(Math.max(1, actions.length));
    for (const action of actions) expect(own).toContain(`${name}.${action}`);
  }
});

describe.each([
  ['en', en],
  ['zh', zh],
] as const)('R9.12 in %s', (_, words) => {
  test.each(cases)('a call of %s is put in words, whoever tells of it: %j', async (what, input) => {
    const tool = toolOf(what);
    const about = await loadCallDescription(tool, input, stores);
    const texts = [
      callText(about, words, present),
      recordedCallText(tool, input, words),
      historyEntryText({ type: 'tool_call', call: 'c', tool, input }, words).text,
      requestedAccessText(tool, { origin: null, private_address: false, subject: '', rule: 'free', about }, words),
    ];
    for (const text of texts) {
      expect(text).not.toMatch(unworded);
      expect(text.trim()).not.toBe('');
      expect(text).not.toContain(what.slice(what.indexOf('.')));
    }
    for (const { name, value } of valuesSetByCall(about, words, present))
      expect(`${name} ${value}`).not.toMatch(unworded);
  });

  test('no two actions of a tool are told alike, named or not', () => {
    for (const input of [{}, { title: 'A', name: 'A', query: 'A', url: 'https://a.example' }]) {
      const told = builtInCallNames()
        .filter((what) => !/^fetch\.p/.test(what))
        .map((what) => {
          const action = what.slice(what.indexOf('.') + 1);
          return recordedCallText(toolOf(what), { ...input, action, method: action }, words);
        });
      expect(new Set(told).size).toBe(told.length);
    }
  });

  test('older records, which hold no words of their own, are told without an id and never empty', () => {
    const old = (subject: string, rule: CallAccess['rule'] = 'always_ask'): CallAccess => ({
      ...{ origin: null, private_address: false, subject, rule },
    });
    for (const [tool, subject] of [
      ['files', ''],
      ['todo', ids.todo],
      ['todo', `“Milk” ${ids.todo}`],
    ] as const) {
      const text = requestedAccessText(tool, old(subject), words);
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(unworded);
    }
    expect(requestedAccessText('todo', old(`“Milk” ${ids.todo}`), words)).toBe('“Milk”');
  });
});

test('R9.12 the person is told what it is, how large and when', async () => {
  const text = async (tool: string, input: unknown, words: Translator) =>
    callText(await loadCallDescription(tool, input, stores), words, present);
  expect(await text('files', inputs['files.write']?.[0], en)).toBe('Write the file hours.md (less than 1 KB)');
  expect(await text('files', inputs['files.write']?.[0], zh)).toBe('写入文件 hours.md（不到 1 KB）');
  expect(await text('todo', inputs['todo.delete']?.[0], en)).toBe(
    'Delete the to-do “Buy bread, cheese and fruit”, due today',
  );
  expect(await text('todo', inputs['todo.delete']?.[0], zh)).toBe('删除待办“Buy bread, cheese and fruit”，今天到期');
  expect(await text('schedule', inputs['schedule.delete']?.[0], en)).toBe(
    'Delete the calendar entry “Dentist”, tomorrow 09:30',
  );
  expect(await text('todo', inputs['todo.add']?.[0], en)).toBe('Add the to-do “Buy milk”, due tomorrow 15:00');
  const { about } = describeCallFromInput('todo', inputs['todo.update']?.[0]);
  expect(valuesSetByCall(about, en, present)).toEqual([
    { name: 'New title', value: 'Buy rolls' },
    { name: 'Priority', value: 'high' },
  ]);
});

test.each([
  [{ action: 'delete' }, 'Delete all times of “Standup” (every weekday)', '删除日程“Standup”的所有时间（每个工作日）'],
  [{ action: 'delete', occurrence: 'all' }, 'Delete all times of “Standup” (every weekday)', ''],
  [{ action: 'delete', occurrence: '2026-12-01T09:00' }, 'Delete only one time of “Standup”, Tue 1 Dec 09:00', ''],
  [{ action: 'update', place: 'Hall' }, 'Change all times of “Standup” (every weekday)', ''],
  [{ action: 'update', occurrence: '2026-12-01', place: 'Hall' }, 'Change only one time of “Standup”, Tue 1 Dec', ''],
])('R9.12 of a repeating entry, %j says if it is about all times or one', async (input, text, chinese) => {
  const entry = { id: ids.entry, title: 'Standup', start: '2026-11-24T08:00:00.000Z', deleted_at: null };
  const series = { ...entry, repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', replaces: null };
  const held = { ...(stores as object), entries: { get: async () => series, all: async () => [series] } } as never;
  const about = await loadCallDescription('schedule', { id: ids.entry, ...input }, held);
  expect(callText(about, en, present)).toBe(text);
  if (chinese) expect(callText(about, zh, present)).toBe(chinese);
  expect(valuesSetByCall(about, en, present).map(({ name }) => name)).toEqual('place' in input ? ['Place'] : []);
});

test('R9.12 a recorded call names the one time that it left out, and an old record of all times says so', () => {
  const row = { title: 'Standup', start: '2026-12-22T10:00', repeat: null };
  const one = { ...row, replaces: { entry: ids.entry, start: '2026-12-22T10:00' } };
  const input = { action: 'delete', id: ids.entry, title: 'Standup' };
  expect(recordedCallText('schedule', { ...input, occurrence: '2026-12-22' }, en, { output: one })).toBe(
    'Delete only one time of “Standup”, Tue 22 Dec 2026 10:00',
  );
  expect(recordedCallText('schedule', input, en, { output: { ...row, repeat: 'FREQ=DAILY' } })).toBe(
    'Delete all times of “Standup” (every day)',
  );
});

test('R9.12 the count after a task tells one time from all times', () => {
  const counts = [
    { store: 'entries', change: 'put', n: 1 },
    { store: 'entries', change: 'deleted', n: 1, times: 'one' },
    { store: 'entries', change: 'deleted', n: 2, times: 'all' },
  ] as const;
  expect(writtenAndDeletedText(counts, en)).toBe(
    'Written: 1 calendar entry · Deleted: 1 time of a repeating calendar entry, all times of 2 repeating calendar entries',
  );
  expect(writtenAndDeletedText(counts, zh)).toBe(
    '已写入：1 条日程 · 已删除：重复日程中的 1 次、2 条重复日程的所有时间',
  );
});

test('R9.12 a to-do that would be deleted is told from another one of the same title', () => {
  const { about, row } = describeCallFromInput('todo', { action: 'delete', id: ids.todo });
  expect(row).toMatchObject({ store: 'todos', id: ids.todo });
  const whole = callDescriptionWithRowDetails(about, {
    title: 'Buy candles',
    due: '2026-11-28',
    priority: 'high',
    tags: ['party'],
  });
  expect(callText(whole, en, present)).toBe('Delete the to-do “Buy candles”, due tomorrow');
  expect(valuesSetByCall(whole, en, present)).toEqual([
    { name: 'Priority', value: 'high' },
    { name: 'Tags', value: 'party' },
  ]);
});

test('R9.12 signs that are not seen are shown in what is asked', () => {
  const { about } = describeCallFromInput('files', { action: 'delete', name: 'report\u202Egpj.exe' });
  expect(callText(about, en)).not.toContain('\u202E');
});

test('R9.12 the input of a call is lines of a name and a value, in the words of the page', () => {
  const input = { action: 'add', title: 'Buy bread', due: '2026-11-28', tags: ['a', 'b'], notes: '', rows: [{ n: 1 }] };
  const lines = (words: Translator) => callFields(input, words).map(({ name, value }) => `${name}: ${value}`);
  expect(lines(en)).toEqual([
    ...['Action: add', 'Title: Buy bread', 'Due: Sat 28 Nov 2026', 'Tags: a, b', 'Rows: [{"n":1}]'],
  ]);
  expect(lines(zh)[1]).toBe('标题: Buy bread');
  expect(callFields('x', en)).toEqual([{ name: '', value: 'x', isCode: false }]);
});

test('R13.3 a program, a content and a body keep their tabs and lines; other signs that nobody sees are written out', () => {
  const text = 'function f() {\r\n\treturn 1\u0007\u202e\r}';
  const shown = 'function f() {\n\treturn 1\\u0007\\u202e\\u000d}';
  for (const field of ['code', 'content', 'body'])
    expect(callFields({ [field]: text }, en)).toMatchObject([{ value: shown, isCode: true }]);
  expect(callFields({ title: 'a\tb' }, en)).toMatchObject([{ value: 'a\\u0009b', isCode: false }]);
});

test('R9.12 every field of a tool of Cairn’s own has a name in both languages', () => {
  for (const { name, schema } of tools.offered())
    for (const field of Object.keys((schema as { properties: object }).properties))
      for (const words of [en, zh]) {
        const [shown] = callFields({ [field]: 'x' }, words);
        expect(shown?.name, `${name}.${field}`).not.toBe(field);
      }
});

test('R14.1 a large number in a call is shown with all its digits, and without the mark that keeps them', () => {
  const input = parseJsonWithExactIntegers(
    '{"action":"add","title":"x","place":12345678901234567890,"rows":[{"n":98765432109876543210}]}',
  );
  const shown = callFields(input, en).map(({ value }) => value);
  expect(shown).toEqual(['add', 'x', '12345678901234567890', '[{"n":98765432109876543210}]']);
  expect(valuesSetByCall(describeCallFromInput('schedule', input).about, en)[0]?.value).toBe('12345678901234567890');
  expect(recordedCallText('other', { a: input }, en)).toContain('"place":12345678901234567890');
});

describe('a tool of a server whose names are Chinese', () => {
  const servers = [
    {
      id: 'm1',
      name: '进销存',
      url: 'https://x.test/',
      enabled: false,
      tool_names: { mcp_71d9c4_check_stock: '查询库存', mcp_71d9c4_ed8719: '查余额' },
    },
  ];
  const named = Object.assign(new Translator(), { servers: () => servers });

  test('R8.6 is called by the names of server and tool in plan and call, also while it has no result or is away', async () => {
    await named.setLanguage('zh');
    await named.loadAll();
    expect(toolDisplayName('mcp_71d9c4_check_stock', named)).toBe('进销存：查询库存');
    expect(recordedCallText('mcp_71d9c4_ed8719', {}, named)).toBe('使用 进销存 的“查余额”：{}');
    const recorded = { server_tool: { tool: '旧名', server: '仓库' } };
    expect(recordedCallText('mcp_71d9c4_ed8719', {}, named, recorded)).toBe('使用 仓库 的“旧名”：{}');
  });

  test('R8.6 is called a tool of a server once the server is removed, never by a code', () => {
    expect(toolDisplayName('mcp_71d9c4_ed8719', zh)).toBe('服务器的工具');
    expect(toolDisplayName('mcp_71d9c4_ed8719', en)).toBe('a server’s tool');
    expect(recordedCallText('mcp_71d9c4_ed8719', {}, zh)).toBe('使用一个工具：{}');
  });
});

test('R8.6 the end of a task says only that calls of a server may have changed something, not those that read or may have read', () => {
  const result = (server_tool: ToolResult['server_tool'], ok = true) => ({
    body: { type: 'tool_result', result: { ok, server_tool } } as unknown as JournalEntry['body'],
  });
  const stock = { tool: '查余额', server: '进销存' };
  const counts = serverCallCounts([
    result({ ...stock, reads: false }),
    result({ ...stock, reads: false }),
    result({ ...stock, reads: false }, false),
    result({ ...stock, reads: true }),
    result(stock),
    result(undefined),
  ]);
  expect(writtenAndDeletedText(counts, zh)).toBe('进销存 的 2 次调用（可能有改动）');
  expect(writtenAndDeletedText(counts, en)).toBe('2 calls of 进销存 that may have changed something');
  const file = { store: 'files', change: 'put', n: 1 } as const;
  expect(writtenAndDeletedText([file, ...counts.slice(0, 1)], zh)).toBe(
    '已写入：1 个文件 · 进销存 的 2 次调用（可能有改动）',
  );
});
