// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import { toolError, toolSuccess, type ToolResult } from '../../../src/task/tool-result.ts';
import type { Source } from '../../../src/task/sources.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { CitedAnswer, type CitedRecords } from '../../../src/ui/sources/cited-answer.svelte.ts';
import { StoredSourceView } from '../../../src/ui/sources/stored-source-view.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

test.each([
  ['Rye is 3.20 [1].', 2, '1 more page read, not cited'],
  ['Rye is [1-5].', 2, '2 pages read, not cited'],
  ['Rye is 3.20.', 2, '2 pages read, not cited'],
  ['Rye is 3.20.', 1, '1 page read, not cited'],
  ['Rye is 3.20 [http://shop.example/p1].', 2, '1 more page read, not cited'],
  ['Rye: [Shop](http://shop.example/p2/#rye), 3.20 [1].', 3, '1 more page read, not cited'],
  ['裸麦见 http://shop.example/p1。', 2, '1 more page read, not cited'],
  ['Rye is at http://shop.example/p10 and http://shop.example/p1.html.', 2, '2 pages read, not cited'],
])('R9.3 under “%s” with %i pages read stands “%s”', async (text, pages, sentence) => {
  const words = new Translator();
  await words.loadAll();
  const answer = new CitedAnswer({} as Stores, 's', { text, seq: 9 });
  answer.sources = Array.from(
    { length: pages },
    (_, at) => ({ number: at + 1, address: `http://shop.example/p${at + 1}`, steps: ['s1'] }) as unknown as Source,
  );
  expect(answer.othersText(words)).toBe(sentence);
});

const bolt = 'https://bolt.example/';
const acme = 'https://acme.example/';
const contents: Record<string, string> = {
  b1: 'Bolt costs 45 EUR a seat.',
  a1: 'Acme is free.',
  b2: 'Bolt costs 59 EUR a seat.',
};
const files: CitedRecords['files'] = {
  get: async (id) => ({
    ...{ id, session_id: 's', name: `${id}.md`, mime: 'text/markdown', size: 9, content: contents[id] ?? '' },
    ...{ kind: 'artifact', source: null, created_at: `copied ${id}`, deleted_at: null },
  }),
};

/**
 * The journal of four tasks: *before* reads nothing, *first* reads two pages, *second* reads one of them again and
 * fails at another one, *after* reads nothing. Each ends with its answer.
 */
function journalOf(answers: Record<'before' | 'first' | 'second' | 'after', string>): JournalEntry[] {
  const entries: JournalEntry[] = [];
  const add = (task: keyof typeof answers, step: string | null, body: JournalEntryBody) => {
    const seq = entries.length + 1;
    entries.push({ seq, session_id: 's', task_id: task, step_id: step, at: `2026-11-30T02:00:${10 + seq}Z`, body });
  };
  const start = (task: keyof typeof answers, step: string, index: number) =>
    add(task, step, { type: 'plan_step_start', index, total: 2, description: 'Read' });
  const fetched = (task: keyof typeof answers, step: string, url: string, result: ToolResult) =>
    add(task, step, { type: 'tool_result', call: 'c', tool: 'fetch', input: { url }, result, retry_at: '' });
  const page = (address: string, artifact: string) => toolSuccess('', { artifact, source: { address, title: null } });
  const close = (task: keyof typeof answers) =>
    add(task, null, { type: 'message', kind: 'closing', text: answers[task] });
  close('before');
  start('first', 's1', 1);
  fetched('first', 's1', bolt, page(bolt, 'b1'));
  start('first', 's2', 2);
  fetched('first', 's2', acme, page(acme, 'a1'));
  close('first');
  start('second', 's1', 1);
  fetched('second', 's1', 'https://gone.example/', toolError('not_found', ''));
  start('second', 's2', 2);
  fetched('second', 's2', bolt, page(bolt, 'b2'));
  close('second');
  close('after');
  return entries;
}

/** Reads the answer of a task. */
async function answerOf(task: 'before' | 'first' | 'second' | 'after', text: string): Promise<CitedAnswer> {
  const entries = journalOf({ before: '', first: '', second: '', after: '', [task]: text });
  const seq = entries.find(({ task_id, body }) => task_id === task && body.type === 'message')?.seq ?? 0;
  const sessions: CitedRecords['sessions'] = {
    entriesOf: async (_, type, after, limit) =>
      entries.filter((entry) => entry.seq > after && entry.body.type === type).slice(0, limit),
  };
  const answer = new CitedAnswer({ sessions, files }, 's', { text, seq });
  await answer.read();
  return answer;
}

const numbersOf = (sources: readonly Source[]) => sources.map(({ number }) => number);

test.each(['before', 'after'] as const)(
  'R9.3 the answer of a task that read nothing, %s one that did, has no sources',
  async (task) => {
    const answer = await answerOf(task, 'The haiku is in haiku.md.');
    expect(answer.hasSources).toBe(false);
  },
);

test('R9.3 an answer names a source that an earlier task read if it cites it, without a step', async () => {
  const answer = await answerOf('after', 'Acme is free [2].');
  expect(answer.cited).toMatchObject([{ number: 2, address: acme, steps: [] }]);
  expect([answer.others, answer.unread, answer.faults]).toEqual([[], [], []]);
});

test('R9.3 an answer has what its own task read until then, by the steps of its own plan', async () => {
  const first = await answerOf('first', 'Bolt costs 45 EUR [1].');
  expect(first.cited).toMatchObject([{ number: 1, copies: ['b1'], steps: ['s1'], at: '2026-11-30T02:00:13Z' }]);
  expect([numbersOf(first.others), first.unread]).toEqual([[2], []]);
  expect(first.steps).toEqual({ s1: '1', s2: '2' });

  const second = await answerOf('second', 'Bolt costs 59 EUR [1].');
  expect(second.cited).toMatchObject([{ number: 1, copies: ['b2', 'b1'], steps: ['s2'], at: '2026-11-30T02:00:20Z' }]);
  expect(numbersOf(second.others)).toEqual([]);
  expect(second.unread).toMatchObject([{ address: 'https://gone.example/' }]);
});

test('R9.3 a quotation from an older copy is named, and is shown in that copy with the time of the latest one', async () => {
  const answer = await answerOf('second', 'I looked again: Bolt still costs “45 EUR a seat” [1].');
  expect(answer.faults).toEqual([{ code: 'only_in_older_copy', numbers: [1], quote: '45 EUR a seat' }]);
  const viewOf = async (of: CitedAnswer) => {
    const view = new StoredSourceView({ stores: { files } } as never, of.sources[0] as Source, of.citationAt(0, 1));
    await view.read();
    return [view.file?.created_at, view.newer?.created_at];
  };
  expect(await viewOf(answer)).toEqual(['copied b1', 'copied b2']);
  expect(await viewOf(await answerOf('second', 'It costs “59 EUR a seat” [1].'))).toEqual(['copied b2', undefined]);
  expect(await viewOf(await answerOf('first', 'It costs “45 EUR a seat” [1].'))).toEqual(['copied b1', undefined]);
});
