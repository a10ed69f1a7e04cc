import { describe, expect, test } from 'vitest';
import { figure } from '../../fixtures/figure.ts';
import { contentHash } from '../../../src/values/content-hash.ts';
import type { Note } from '../../../src/records/note.ts';
import { memoryTool } from '../../../src/tools/memory.ts';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { shownStepResult } from '../../../src/task/shown-tool-text.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { LocalSession } from './local-session.ts';

const begin = () => new LocalSession([memoryTool]);
const notesOf = (session: LocalSession) => [...session.storage.tables.notes.values()];
const idOf = (result: { output?: unknown }) => (result.output as Note).id;

async function withNotes(...notes: { title?: string; text: string; tags?: string[] }[]) {
  const session = begin();
  const ids: string[] = [];
  for (const note of notes) {
    ids.push(idOf(await session.call('memory', { action: 'remember', ...note })));
    session.clock.advance(1000);
  }
  return { session, ids };
}
const found = async (session: LocalSession, query: string) =>
  ((await session.call('memory', { action: 'recall', query })).output as Note[]).map(({ title }) => title);

describe('remembering', () => {
  test('R9.9 a note keeps title, text and tags, and says what it wrote', async () => {
    const session = begin();
    const result = await session.call('memory', {
      action: 'remember',
      title: 'Seats',
      text: ' Prefers the **window**. ',
      tags: ['#travel', 'travel', ''],
    });
    const [note] = notesOf(session);
    expect(result).toMatchObject({ ok: true, text: `Remembered “Seats” (id ${note!.id}).`, output: note });
    expect(note).toMatchObject({
      title: 'Seats',
      text: 'Prefers the **window**.',
      tags: ['travel'],
      foreign: false,
      session_id: 'session_1',
    });
    expect(result.written).toEqual([{ store: 'notes', id: note!.id, change: 'put', hash: contentHash(note!) }]);
  });

  test('R9.9 a note without a title is named by its first line', async () => {
    const { session } = await withNotes(
      { text: '\n## Wi-Fi of the cabin\nask the neighbour' },
      { text: 'x'.repeat(300) },
    );
    const [first, second] = notesOf(session);
    expect(first?.title).toBe('Wi-Fi of the cabin');
    expect(second?.title).toBe(`${'x'.repeat(79)}…`);
  });

  test('R9.9 the same note twice is one note', async () => {
    const { session } = await withNotes({ text: 'The cabin has no heating.' });
    const again = await session.call('memory', { action: 'remember', text: 'The cabin has no heating.' });
    expect(again).toMatchObject({ ok: true, written: [] });
    expect(notesOf(session)).toHaveLength(1);
  });
});

describe('recalling', () => {
  const cabin = { title: 'Cabin', text: 'The cabin in Lindau has no heating before May.', tags: ['travel'] };
  const wall = { title: '长城之行', text: '妈妈喜欢早上去慕田峪长城，避开人群。' };
  const bread = { title: 'Bread', text: 'Rye bread from the bakery by the station; not the white one.' };

  test.each([
    ['heating', ['Cabin']],
    ['heat', ['Cabin']],
    ['haeting lindau', ['Cabin']],
    ['TRAVEL', ['Cabin']],
    ['慕田峪', ['长城之行']],
    ['长城', ['长城之行']],
    ['妈', ['长城之行']],
    ['station bakery', ['Bread']],
    ['bread heating', ['Bread', 'Cabin']],
    ['zebra', []],
  ])('R9.9 “%s” finds %j', async (query, titles) => {
    const { session } = await withNotes(cabin, wall, bread);
    expect(await found(session, query)).toEqual(titles);
  });

  const meeting = { title: '회의', text: '회의는 항상 오전에 합니다. 김철수씨에게 먼저 묻기.' };
  const arabic = { title: 'العمل', text: 'الاجتماعات في الصباح. مُحَمَّد لا يعمل يوم الأحد' };
  const hebrew = { title: 'עבודה', text: 'הפגישות תמיד בבוקר' };
  const hindi = { title: 'काम', text: 'बैठकें सुबह होती हैं' };
  const café = { title: 'Café', text: 'The café by the river' };
  test.each([
    ['회의', '회의'],
    ['회의를', '회의'],
    ['의사', null],
    ['사과', null],
    ['철수', '회의'],
    ['اجتماع', 'العمل'],
    ['الاجتماع', 'العمل'],
    ['محمد', 'العمل'],
    ['احد', 'العمل'],
    ['פגישה', 'עבודה'],
    ['פגישות בוקר', 'עבודה'],
    ['पैसा', null],
    ['बैठक', 'काम'],
    ['cafe', 'Café'],
  ])('R9.9 “%s” finds the note “%s” in its language by parts of words', async (query, title) => {
    const { session } = await withNotes(meeting, arabic, hebrew, hindi, café);
    expect(await found(session, query)).toEqual(title === null ? [] : [title]);
  });

  test('R9.9 what is found is shown with its text, and a long note in part', async () => {
    const { session, ids } = await withNotes(cabin, { title: 'Long', text: 'word '.repeat(2000) });
    const one = await session.call('memory', { action: 'recall', query: 'cabin' });
    expect(one.text).toBe(
      `1 note about “cabin”:\n\n${ids[0]!} “Cabin”, 2026-01-14 #travel\nThe cabin in Lindau has no heating before May.`,
    );
    expect((await session.call('memory', { action: 'recall', query: 'word' })).text).toMatch(
      /\[The first 1200 of 9999 characters\]$/,
    );
    expect((await session.call('memory', { action: 'recall', id: ids[1] })).text).toMatch(/of 9999 characters\]$/);
  });

  test('R9.9 nothing found is said', async () => {
    expect((await begin().call('memory', { action: 'recall', query: 'cabin' })).text).toBe(
      'No note is about “cabin”. No notes are kept yet.',
    );
    const { session, ids } = await withNotes(cabin);
    const none = await session.call('memory', { action: 'recall', query: 'zebra' });
    expect(none.text).toBe(
      `No note is about “zebra”. All that is kept: 1 note:\n${ids[0]!} “Cabin”, 2026-01-14 #travel`,
    );
    expect(none.output).toEqual([]);
    expect(shownStepResult(none.text, 'zh', createMessageFormatter('zh'))).toBe('在笔记中查找“zebra”：没有找到');
  });

  test('R13.3 a note that was written by a step which had read a page stays foreign text', async () => {
    const { session, ids } = await withNotes(bread);
    session.tainted = true;
    const { title, text } = cabin;
    const written = await session.call('memory', { action: 'remember', title: 'Draft', text: title });
    session.tainted = false;
    const id = idOf(written);
    await session.call('memory', { action: 'update', id, title, text });
    expect(session.storage.tables.notes.get(id)).toMatchObject({ title: 'Cabin', foreign: true });
    expect(session.storage.tables.notes.get(ids[0]!)).toMatchObject({ foreign: false });
    expect((await session.call('memory', { action: 'recall', query: 'cabin' })).foreign).toBe(true);
    expect((await session.call('memory', { action: 'recall', query: 'bread' })).foreign).toBe(false);
    expect((await session.call('memory', { action: 'list' })).foreign).toBe(true);
  });

  test('R9.9 list shows the latest first', async () => {
    const { session, ids } = await withNotes(cabin, bread);
    expect((await session.call('memory', { action: 'list' })).text).toBe(
      `2 notes, the latest first:\n${ids[1]!} “Bread”, 2026-01-14\n${ids[0]!} “Cabin”, 2026-01-14 #travel`,
    );
    expect((await begin().call('memory', { action: 'list' })).text).toBe('No notes are kept.');
  });

  test('R9.9 a thousand notes are searched in a moment', async () => {
    const session = begin();
    for (let at = 0; at < 1000; at += 1)
      session.storage.tables.notes.set(`n${at}`, {
        id: `n${at}`,
        title: `Note ${at}`,
        text: `${'Something about the harbour and its boats. '.repeat(5)} code${at}`,
        tags: [],
        foreign: false,
        session_id: null,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        deleted_at: null,
      });
    expect((await figure(() => found(session, 'code777')))[0]).toBe('Note 777');
  });
});

describe('changing', () => {
  test('R9.9 update changes what is given and nothing else', async () => {
    const { session, ids } = await withNotes({ title: 'A', text: 'one', tags: ['x'] });
    const result = await session.call('memory', { action: 'update', id: ids[0], text: 'two' });
    expect(result.output).toMatchObject({ title: 'A', text: 'two', tags: ['x'] });
  });

  test('R9.9, R9.12 a forgotten note is found no more; forgetting asks each time and names its object', async () => {
    const { session, ids } = await withNotes({ title: 'A', text: 'one' }, { title: 'B', text: 'one' });
    const result = await session.call('memory', { action: 'forget', title: 'A' });
    expect(result.written).toEqual([
      { store: 'notes', id: ids[0], change: 'deleted', hash: expect.any(String) as string },
    ]);
    expect(await found(session, 'one')).toEqual(['B']);
    const call = toolbox([memoryTool]).check('memory', { action: 'forget', id: 'note_1', title: 'A' });
    expect(call.ok && call.access).toEqual({
      origin: null,
      private_address: false,
      subject: '“A” note_1',
      rule: 'always_ask',
    });
    expect((await session.call('memory', { action: 'forget', id: ids[1], title: 'A' })).text).toContain(
      'Nothing was deleted',
    );
  });

  test.each([
    [{ action: 'remember' }, 'remember needs a “text”'],
    [{ action: 'recall' }, 'recall needs a “query” (a few words) or an “id”'],
    [{ action: 'update', id: 'x' }, 'update needs what to change: title, text or tags'],
    [{ action: 'forget' }, 'forget needs the “id” of the note'],
    [{ action: 'forget', id: 'nope' }, 'There is no note with the id “nope”.'],
  ])('R6.1 %j is answered in plain words', async (input, text) => {
    const { session } = await withNotes({ text: 'x' });
    const result = await session.call('memory', input);
    expect(result).toMatchObject({ ok: false, written: [] });
    expect(result.text).toContain(text);
  });
});
