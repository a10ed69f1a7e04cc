import { expect, test } from 'vitest';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import type { Todo } from '../../../src/records/todo.ts';
import { commandAnswerText, escapeMarkdown } from '../../../src/ui/conversation/command-answer-text.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const now = new Date('2026-02-02T08:00:00Z');
const todo: Todo = {
  id: 't',
  title: 'Buy *bread*',
  notes: '',
  due: '2026-02-03',
  priority: 'normal',
  tags: [],
  done: false,
  position: 1,
  session_id: null,
  created_at: '',
  updated_at: '',
  deleted_at: null,
};

test('R10.1 a command answers in the language of the page, with dates written out', async () => {
  const words = new Translator();
  await words.loadAll();
  const answer = { kind: 'todo_added', todo: { ...todo, title: 'Buy bread' }, again: null } as const;
  expect(commandAnswerText(answer, words, now, 'UTC')).toBe('Added the to-do “Buy bread”, due Tue 3 Feb.');
  await words.setLanguage('zh');
  expect(commandAnswerText(answer, words, now, 'UTC')).toContain('2月3日');
});

test('R10.1 what was understood of a to-do is said, and how to repeat one', async () => {
  const words = new Translator();
  await words.loadAll();
  const marked: Todo = { ...todo, title: 'Book dentist', priority: 'high', tags: ['health', 'me'] };
  expect(commandAnswerText({ kind: 'todo_added', todo: marked, again: null }, words, now, 'UTC')).toBe(
    'Added the to-do “Book dentist”, due Tue 3 Feb, high priority, \\#health \\#me.',
  );
  const again = 'every Tuesday bins';
  expect(commandAnswerText({ kind: 'todo_added', todo: { ...todo, title: again }, again }, words, now, 'UTC')).toBe(
    'Added the to-do “every Tuesday bins”, due Tue 3 Feb. ' +
      'A to-do does not repeat. To be reminded each time, put it in your calendar: /schedule every Tuesday bins',
  );
  const undated: Todo = { ...todo, title: 'Rest', due: null };
  expect(commandAnswerText({ kind: 'todo_added', todo: undated, again: null }, words, now, 'UTC')).toBe(
    'Added the to-do “Rest”.',
  );
});

test('R10.1 a list of to-dos shows what was typed, not what Markdown makes of it, and no boxes to tick', async () => {
  const words = new Translator();
  await words.loadAll();
  expect(commandAnswerText({ kind: 'todos', todos: [todo] }, words, now, 'UTC')).toBe(
    '**Open to-dos**\n\n- Buy \\*bread\\* · Tue 3 Feb',
  );
});

test('R10.1 a span on one day names the day once, and entries that overlap are one line', async () => {
  const words = new Translator();
  await words.loadAll();
  const at = (hour: number) => new Date(2026, 1, 3, hour).toISOString();
  const entry = (title: string, start: string, end: string): CalendarEntry => ({
    ...{ id: title, title, start, end, all_day: !start.includes('T'), zone: 'UTC', place: '', notes: '' },
    ...{ reminder: null, repeat: null, except: [], replaces: null, uid: null },
    ...{ session_id: null, created_at: '', updated_at: '', deleted_at: null },
  });
  const sentence = (code: 'entry_added' | 'view_empty_day', params: Record<string, string>) =>
    commandAnswerText({ kind: 'sentence', code, params }, words, now, 'UTC');
  expect(sentence('entry_added', { title: 'Tea', start: at(15), end: at(16) })).toBe(
    'Added “Tea” to your calendar, Tue 3 Feb 15:00 to 16:00.',
  );
  expect(sentence('entry_added', { title: 'Tea', start: '2026-02-03', end: '2026-02-03' })).toBe(
    'Added “Tea” to your calendar, Tue 3 Feb.',
  );
  const reminded = { title: 'Tea', start: at(15), end: at(16) };
  expect(
    commandAnswerText({ kind: 'sentence', code: 'entry_added', params: reminded, reminder: 60 }, words, now, 'UTC'),
  ).toBe('Added “Tea” to your calendar, Tue 3 Feb 15:00 to 16:00. Reminder: 1 hour before.');
  expect(sentence('view_empty_day', { from: '2026-02-03' })).toBe('Nothing is planned on Tue 3 Feb.');
  const entries = [entry('Tea', at(15), at(16)), entry('Fair', '2026-02-03', '2026-02-04')];
  const conflicts = [{ titles: ['Tea', 'Tea', 'Call'], start: at(15), end: at(16) }];
  const day = { kind: 'agenda', span: 'day', from: '2026-02-03', until: '2026-02-03' } as const;
  const agenda = { ...day, entries, conflicts, plans: [] };
  expect(
    commandAnswerText({ ...agenda, todos: [todo] }, words, now, 'UTC')
      .split('\n')
      .filter(Boolean),
  ).toEqual([
    '**Tue 3 Feb**',
    '- Tue 3 Feb 15:00 to 16:00: Tea',
    '- Tue 3 Feb to Wed 4 Feb: Fair',
    '- To do: Buy \\*bread\\* · Tue 3 Feb',
    '“Tea” (2 times) and “Call” overlap, Tue 3 Feb 15:00 to 16:00.',
  ]);
});

test('R10.1 the plans that start on a day are listed with it, and to-dos that are overdue are named as that', async () => {
  const words = new Translator();
  await words.loadAll();
  const start = new Date(2026, 1, 2, 9).toISOString();
  const plan = { id: 'due', title: 'Check *prices*', start, end: start, repeat: 'FREQ=DAILY' } as CalendarEntry;
  const day = { kind: 'agenda', span: 'today', from: '2026-02-02', until: '2026-02-02' } as const;
  const late: Todo = { ...todo, title: 'Pay', due: '2026-02-01' };
  const today: Todo = { ...todo, title: 'Post', due: '2026-02-02' };
  const answer = { ...day, entries: [], conflicts: [], plans: [plan], todos: [late, today] };
  expect(commandAnswerText(answer, words, now, 'UTC').split('\n').filter(Boolean)).toEqual([
    '**Today**',
    '- Scheduled plan, Mon 2 Feb 09:00: Check \\*prices\\* (every day)',
    '- To do: Pay · Overdue: Sun 1 Feb',
    '- To do: Post · Mon 2 Feb',
  ]);
  expect(commandAnswerText({ kind: 'todos', todos: [late] }, words, now, 'UTC')).toMatch(/ · Overdue: Sun 1 Feb$/);
});

test('R13.2 text with signs of Markdown is shown unchanged', () => {
  expect(escapeMarkdown('# [a](b) <i> 1. x')).toBe('\\# \\[a\\](b) \\<i\\> 1. x');
  expect(escapeMarkdown('- one\n2) two')).toBe('\\- one\n\\2) two');
});
