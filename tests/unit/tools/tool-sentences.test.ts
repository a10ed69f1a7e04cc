import { expect, test } from 'vitest';
import { shownStepResult, shownToolText } from '../../../src/task/shown-tool-text.ts';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { FakeSandbox } from '../../fakes/fake-sandbox.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';
import { LocalSession } from './local-session.ts';
import { RemoteSession } from './remote-session.ts';
import { smallJpeg } from '../../fixtures/images/small-jpeg.ts';

type Call = [tool: string, input: object];

const entry = { action: 'add', title: '牙医', start: '2026-01-20T09:00', end: '2026-01-20T10:00' };
const daily = { ...entry, title: '晨会', start: '2026-01-15T08:00', end: '2026-01-15T08:30', repeat: 'daily' };

/** Calls that work, in the order in which they are made. Ids are those that the session gives. */
const local: Call[] = [
  ['todo', { action: 'list' }],
  ['todo', { action: 'add', title: '面包', due: '2026-01-20', priority: 'high', tags: ['店'] }],
  ['todo', { action: 'add', title: '牛奶' }],
  ['todo', { action: 'list' }],
  ['todo', { action: 'complete', title: '面包' }],
  ['todo', { action: 'complete', title: '面包' }],
  ['todo', { action: 'reopen', title: '面包' }],
  ['todo', { action: 'reopen', title: '面包' }],
  ['todo', { action: 'move', title: '牛奶', place: 1 }],
  ['todo', { action: 'update', title: '面包', notes: '全麦' }],
  ['todo', { action: 'delete', title: '牛奶' }],
  ['schedule', { action: 'list' }],
  ['schedule', { action: 'find_free', days: 1 }],
  ['schedule', { action: 'find_conflicts' }],
  ['schedule', entry],
  ['schedule', { ...entry, title: '理发' }],
  ['schedule', { action: 'find_conflicts' }],
  ['schedule', { action: 'find_conflicts', start: '2026-01-20T09:00', end: '2026-01-20T10:00' }],
  ['schedule', daily],
  ['schedule', { action: 'list' }],
  ['schedule', { action: 'update', title: '晨会', occurrence: '2026-01-16', start: '2026-01-16T08:10' }],
  ['schedule', { action: 'delete', title: '晨会', occurrence: '2026-01-17' }],
  ['schedule', { action: 'update', title: '理发', place: '街角' }],
  ['schedule', { action: 'delete', title: '理发' }],
  ['schedule', { action: 'find_free', days: 1, minutes: 2000 }],
  ['files', { action: 'list' }],
  ['files', { action: 'write', name: '清单.md', content: '面包\n牛奶' }],
  ['files', { action: 'write', name: '清单.md', content: '面包' }],
  ['files', { action: 'append', name: '清单.md', content: '茶' }],
  ['files', { action: 'list' }],
  ['files', { action: 'read', name: '清单.md' }],
  ['files', { action: 'read', name: '清单.md', line: 1, lines: 1 }],
  ['read_artifact', { file: '清单.md' }],
  ['read_artifact', { file: '清单.md', from: 1, length: 2 }],
  ['files', { action: 'write', name: '清单.md', content: '茶'.repeat(4000) }],
  ['files', { action: 'append', name: '清单.md', content: '茶'.repeat(100) }],
  ['files', { action: 'read', name: '清单.md' }],
  ['read_artifact', { file: '清单.md', length: 3000 }],
  ['read_artifact', { file: '清单.md', from: 1, length: 3000 }],
  ['read_artifact', { file: '清单.md', from: 1 }],
  ['chart', { rows: [{ 年: '2024', 数: 1 }], type: 'bar', x: '年', y: '数', title: '图' }],
  ['files', { action: 'delete', name: '清单.md' }],
  ['memory', { action: 'list' }],
  ['memory', { action: 'recall', query: '茶' }],
  ['memory', { action: 'remember', title: '口味', text: '喜欢茶' }],
  ['memory', { action: 'remember', title: '口味', text: '喜欢茶' }],
  ['memory', { action: 'recall', query: '口味' }],
  ['memory', { action: 'list' }],
  ['memory', { action: 'update', title: '口味', text: '喜欢绿茶' }],
  ['memory', { action: 'forget', title: '口味' }],
];
const remote: Call[] = [
  ['fetch', { url: 'https://example.org/' }],
  ['fetch', { url: 'https://example.org/bytes' }],
  ['fetch', { url: 'https://example.org/empty', method: 'POST', body: '茶' }],
  ['fetch', { url: 'https://example.org/', method: 'PUT', body: '茶' }],
  ['fetch', { url: 'https://example.org/bytes', method: 'PATCH', body: '茶' }],
  ['fetch', { url: 'https://example.org/list' }],
  ['compute', { code: '1' }],
  ['look', { file: '图.jpg' }],
];

/** English words, apart from names and addresses that the calls have themselves. */
const english = (text: string) =>
  text
    .replace(/清单\.md|\S*\.svg|（(?:POST|PUT|PATCH|DELETE)）|https?:\/\/\S+|[\w.-]+\.org\S*|图\.jpg/g, '')
    .match(/[A-Za-z]{2,}/g);

async function expectChinese(call: Call, result: { ok: boolean; text: string }): Promise<void> {
  const line = `${JSON.stringify(call)}: ${result.text}`;
  expect(result.ok, line).toBe(true);
  const told = shownToolText(result.text, 'zh', createMessageFormatter('zh'));
  expect(english(told), `${line}\n→ ${told}`).toBeNull();
  const inOneLine = shownToolText(result.text.replace(/\s+/g, ' ').slice(0, 299), 'zh', createMessageFormatter('zh'));
  expect(english(inOneLine), `${line}\n→ ${inOneLine}`).toBeNull();
  const again = shownToolText(
    `Already done in step 2, not done a second time: ${result.text}`,
    'zh',
    createMessageFormatter('zh'),
  );
  expect(english(again), again).toBeNull();
}

test('R4.10, R14.6 what a local tool says of its work is in the words of a Chinese page', async () => {
  const session = new LocalSession(allTools(toolPorts()));
  for (const [tool, input] of local) {
    const title = 'title' in input && 'action' in input && input.action !== 'add' ? input.title : null;
    const { entries, todos, notes } = session.storage.tables;
    const row = [...entries.values(), ...todos.values(), ...notes.values()].find((each) => each.title === title);
    const given = row ? { ...input, id: row.id } : input;
    await expectChinese([tool, given], await session.call(tool, given));
  }
});

test('R4.10, R14.6 what a remote tool says of its work is in the words of a Chinese page', async () => {
  const network = new FakeNetwork()
    .page('https://example.org/', { type: 'text/plain', body: '绿茶很好。' })
    .page('https://example.org/list', {
      ...{ type: 'application/json', body: '["茶"]', status: 203, retryAfter: 'Wed, 14 Jan 2026 09:00:30 GMT' },
      further: { link: '<?page=2>; rel="next", </p/1>; rel="prev"' },
    })
    .page('https://example.org/bytes', { type: 'application/zip', body: new Uint8Array([1, 2]) })
    .page('https://example.org/empty', { body: '' });
  const sandbox = new FakeSandbox();
  sandbox.outcome = { kind: 'value', json: '["茶"]', logs: [] };
  const session = new RemoteSession(allTools({ ...toolPorts(network), sandbox }));
  await session.keep({ id: 'f', name: '图.jpg', mime: 'image/jpeg', content: smallJpeg() });
  for (const call of remote) {
    const { result } = await session.call(...call);
    await expectChinese(call, result);
  }
  for (const text of [
    'zh.wikipedia.org found nothing for “茶”. Try fewer or other words.',
    'zh.wikipedia.org found 1 page for “茶”:\n1. 茶\n   https://zh.wikipedia.org/wiki/1',
  ])
    await expectChinese(['search', { query: '茶' }], { ok: true, text });
});

test('R8.6 the result of a step is what was done in it, also where its last call was a repetition', () => {
  const text = 'Already done in this step, not done a second time: Added to-do “PP2” (id todo_3479b0a5c87b26d9).';
  expect(shownStepResult(text, 'en', createMessageFormatter('en'))).toBe('Added to-do “PP2”.');
  expect(shownStepResult(text, 'zh', createMessageFormatter('zh'))).toBe('添加待办“PP2”');
});

test('R14.6 on an English page a sentence stays, without ids, lists and pages are one clean line, and a text of anybody else stays everywhere', () => {
  const en = (text: string) => shownToolText(text, 'en', createMessageFormatter('en'));
  const zh = (text: string) => shownToolText(text, 'zh', createMessageFormatter('zh'));
  expect(en('Added to-do “Bread” (id todo_3479b0a5c87b26d9).')).toBe('Added to-do “Bread”.');
  expect(en('2 to-dos:\n[ ] todo_3479b0a5c87b26d9 “Bread”, due Fri 2026-12-04, #demo\n[ ] “Milk”')).toBe(
    'Look at the to-do list: 2 found, “Bread”, “Milk”',
  );
  expect(en('Title: Prices\nAddress: http://shop.test/\nKept as: shop.md\n\nRye 3.20')).toBe(
    'Read shop.test/: Rye 3.20',
  );
  const part =
    'Address: http://shop.test/\nKept as: shop.md\nNote: It does not say its encoding, or not the right one, and was read as GB18030.\n\nRye\n\n[Shown: the first 3 of 30 characters. To read on: read_artifact with file "shop.md" and from 3, or with search.]';
  expect(zh(part)).toBe('读取 shop.test/：Rye…');
  const gaps = `Rye${' '.repeat(400_000)}x`;
  expect(zh(gaps)).toBe(gaps);
  const starts = '[Shown: the first 3 of 30 characters.'.repeat(20_000);
  expect(zh(`${gaps} \n[Shown: the first 3 of 30 characters. Read on.] ${starts}`)).toBe(`${gaps}… ${starts}`);
  expect(en('“a.md”, whole:\nRye')).toBe('Read the file a.md: Rye');
  const table = '| Place | Night |\n| --- | --- |\n| Lake view | 42 |\n| Forest | 31 |';
  expect(en(`Title: Prices\nAddress: http://shop.test/\nKept as: shop.md\n\n${table}`)).toBe(
    'Read shop.test/: Place · Night; Lake view · 42; Forest · 31',
  );
  expect(zh(`“a.md”, whole:\n${table}`)).toBe('读取文件 a.md：Place · Night; Lake view · 42; Forest · 31');
  expect(en('Result: 42')).toBe('Result: 42');
  expect(zh('Added to-do “Bread” (id todo_3479b0a5c87b26d9).')).toBe('添加待办“Bread”');
  expect(en('3 to-dos: bread, milk and tea')).toBe('3 to-dos: bread, milk and tea');
  for (const text of ['I added two to-dos.', 'Result of the vote: 3 to 2.', '我已经添加了待办“面包”。', 'Free for all'])
    expect(zh(text)).toBe(text);
});

test('R3.6 what a result asks of the model is not shown to the person', () => {
  const shown = (text: string) => shownToolText(text, 'en', createMessageFormatter('en'));
  expect(
    shown(
      'Replaced the content of “a.md” (now 9 bytes, 1 line; 900 bytes before). It is much shorter than before: if parts are left out, write them, too. The version before is in the person’s bin.',
    ),
  ).not.toContain('write them');
  expect(shown('Added to “a.md” (now 900 bytes, 3 lines). Put between: a line break.')).not.toContain('Put between');
});
