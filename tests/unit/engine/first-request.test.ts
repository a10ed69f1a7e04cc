import { expect, test } from 'vitest';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { ProtocolName } from '../../../src/task/protocol-name.ts';
import { prose, World } from './world.ts';

const json = (object: unknown): ModelReply => prose(JSON.stringify(object));

test('R4.7 an endpoint that refuses tools is not offered them again while the finding is still being stored', async () => {
  const stored: { protocol: ProtocolName; coming: ProtocolName } = { protocol: 'tools', coming: 'tools' };
  const world = new World((request) => {
    if (request.tools.length > 0)
      return { code: 'no_tools', detail: 'tools are not supported', status: 400, retry_after_ms: null };
    stored.protocol = stored.coming;
    return json({ status: 'answer', response: 'Here it is.' });
  });
  Object.defineProperty(world, 'protocol', {
    get: () => stored.protocol,
    set: (to: ProtocolName) => (stored.coming = to),
  });
  world.submit('What is a cairn?');
  await world.untilPhase('answered');
  expect(stored.protocol).toBe('json');
  expect(world.model.requests.map(({ tools }) => tools.length > 0)).toEqual([true, false]);
});

test('R9.7 files of the session are named to the model with the goal, and those that no tool can read as such', async () => {
  const world = new World(() => prose('It holds five rows.'));
  await world.journal.transact(({ stores }) =>
    stores.files.put({
      ...{ id: 'f1', session_id: 's1', name: 'sales.csv', mime: 'text/csv', size: 1200, content: 'year,sales' },
      ...{ kind: 'file', source: null, created_at: '2026-01-01T10:00:00.000Z', deleted_at: null },
    }),
  );
  await world.journal.transact(({ stores }) =>
    stores.files.put({
      ...{ id: 'f2', session_id: 's1', name: 'letter.doc', mime: 'application/octet-stream', size: 1, content: '' },
      ...{ kind: 'file', source: null, created_at: '2026-01-01T10:00:00.000Z', deleted_at: null },
    }),
  );
  world.submit('What is in the file?');
  await world.untilPhase('answered');
  expect(world.model.requests.at(0)?.messages.at(-1)?.text).toMatch(
    /What is in the file\?\n\nFiles in this session, which tools can read: “sales\.csv” \(1\.2 KB\)\n\nFiles .* no tool can read, unless .*: “letter\.doc” \(1 byte\)$/,
  );
});

test('R9.7 of many files, those in the goal and those that the person added come first, and the rest is counted', async () => {
  const world = new World(() => prose('They differ.'));
  const store = (name: string, more: object) =>
    world.journal.transact(({ stores }) =>
      stores.files.put({
        ...{ id: name, session_id: 's1', name, mime: 'text/csv', size: 9, content: 'a' },
        ...{ kind: 'file', source: null, created_at: '2026-01-01T09:00:00.000Z', deleted_at: null, ...more },
      }),
    );
  await store('Budget.csv', { added: true });
  await store('locked.xlsx', { added: true, mime: '' });
  for (let nth = 1; nth <= 60; nth += 1) await store(`Part ${nth}.csv`, {});
  world.submit('What does part 1.csv say of the budget?');
  await world.untilPhase('answered');
  const text = world.model.requests.at(0)?.messages.at(-1)?.text ?? '';
  expect(text).toMatch(
    /tools can read: “Part 1\.csv” \(9 bytes\), “Budget\.csv” \(9 bytes\), “Part 24\.csv” .*“Part 60\.csv” \(9 bytes\), … and 22 more files\n/,
  );
  expect(text).toMatch(/no tool can read, unless .*: “locked\.xlsx” \(9 bytes\)$/);
});

test('R3.3 the goal, which is recorded before its task begins, stands once in the first request; earlier ones stay', async () => {
  const world = new World(() => prose('Gladly.'));
  for (const [nth, goal] of ['Say hello', 'Say it again', 'Say it again'].entries()) {
    void world.runner.note({ type: 'message', kind: 'goal', text: goal });
    world.submit(goal);
    await world.until((run) => run.id === `t${nth + 1}` && run.phase === 'answered');
  }
  const spoken = world.model.requests.map(({ messages }) => messages.slice(1).map(({ text }) => text));
  const asked = (goal: string): unknown => expect.stringMatching(new RegExp(`^Now: .*\\n\\n${goal}$`));
  expect(spoken).toEqual([
    [asked('Say hello')],
    ['Say hello', 'Gladly.', asked('Say it again')],
    ['Say hello', 'Gladly.', 'Say it again', 'Gladly.', asked('Say it again')],
  ]);
});

test('R9.7 files are named in the order of their numbers, with the size of their text', async () => {
  const world = new World(() => prose('Twelve chapters.'));
  const store = (name: string, more: object = {}) =>
    world.journal.transact(({ stores }) =>
      stores.files.put({
        ...{ id: name, session_id: 's1', name, mime: 'text/markdown', size: 82_100, content: 'a' },
        ...{ kind: 'file', source: null, created_at: '2026-01-01T09:00:00.000Z', deleted_at: null, ...more },
      }),
    );
  for (const n of [10, 2, 1]) await store(`chapter-${n}.md`);
  await store('book.docx', { mime: '' });
  await store('book.docx.md', { id: 'book.docx_text', size: 308_258, kind: 'artifact' });
  world.submit('How many chapters are there?');
  await world.untilPhase('answered');
  expect(world.model.requests.at(0)?.messages.at(-1)?.text).toContain(
    '“book.docx” (308.3 KB of text), “chapter-1.md” (82.1 KB), “chapter-2.md” (82.1 KB), “chapter-10.md” (82.1 KB)',
  );
});
