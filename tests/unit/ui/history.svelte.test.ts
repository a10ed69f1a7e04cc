// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { progressItem } from '../../../src/ui/conversation/progress-item.ts';
import { progressText } from '../../../src/ui/conversation/progress-text.ts';
import { historyEntryText, lineMatches } from '../../../src/ui/history/history-entry-text.ts';
import { historyLines, recordedTasks } from '../../../src/ui/history/history-lines.ts';
import { stepBars } from '../../../src/ui/history/step-bars.ts';
import { SessionHistoryView } from '../../../src/ui/history/history.svelte.ts';

const begin = Date.parse('2026-11-21T12:00:00.000Z');

function entry(seq: number, body: JournalEntryBody, step: string | null = null): JournalEntry {
  return { seq, session_id: 's', task_id: 't', step_id: step, at: new Date(begin + seq * 1000).toISOString(), body };
}
const reply = (usage: { input: number; output: number; estimated: boolean } | null): JournalEntryBody => ({
  type: 'model_reply',
  purpose: 'thought',
  reply: { text: '', calls: [], finish: 'stop', usage },
});
const started = (index: number): JournalEntryBody => ({ type: 'plan_step_start', index, total: 3, description: 'x' });

test('R14.3 steps and calls are timed from their last beginning, also where steps run beside each other', () => {
  const result = { ok: true, text: '', failure: null, written: [], artifact: null, foreign: false };
  const ended: JournalEntryBody = { type: 'plan_step_end', status: 'completed', summary: '' };
  const lines = historyLines([
    entry(1, started(1), 'a'),
    entry(2, started(2), 'b'),
    entry(3, { type: 'tool_call', call: 'c', tool: 'todo', input: {} }, 'b'),
    entry(5, ended, 'a'),
    entry(6, { type: 'tool_result', call: 'c', tool: 'todo', input: {}, result, retry_at: '' }, 'b'),
    entry(9, ended, 'b'),
    entry(10, ended, 'unseen'),
  ]);
  expect(lines.map(({ step, took }) => [step, took])).toEqual([
    ['1', null],
    ['2', null],
    ['2', null],
    ['1', 4000],
    ['2', 3000],
    ['2', 7000],
    [null, null],
  ]);
});

function openHistory(whole: JournalEntry[]) {
  const saved: string[] = [];
  const sessions = {
    journal: (_: string, limit: number) => ({
      subscribe(next: (value: JournalEntry[]) => void) {
        next(whole.slice(-limit));
        return () => undefined;
      },
    }),
    journalFrom: (_: string, from: number) => ({
      subscribe(next: (value: JournalEntry[]) => void) {
        next(whole.filter(({ seq }) => seq >= from));
        return () => undefined;
      },
    }),
    journalBefore: async (_: string, before: number, limit: number) =>
      whole.filter(({ seq }) => seq < before).slice(-limit),
    wholeJournal: async () => whole,
    get: async () => undefined,
    used: () => ({ subscribe: () => () => undefined }),
  };
  const dependencies = {
    stores: { sessions },
    clock: { now: () => '2026-11-21T12:00:00.000Z' },
    saveFile: (name: string, mime: string, content: string) => saved.push(name, mime, content),
  };
  const history = new SessionHistoryView({ dependencies } as unknown as App, 's');
  let seen = -1;
  const stop = $effect.root(() => {
    $effect(() => {
      seen = history.lines?.length ?? 0;
    });
  });
  flushSync();
  expect(seen).toBe(Math.min(300, whole.length));
  return { history, saved, stop };
}

test('R14.3 the timeline keeps to the kind that is asked for', () => {
  const { history, stop } = openHistory([
    entry(1, { type: 'message', kind: 'goal', text: 'x' }),
    entry(2, reply(null)),
    entry(3, { type: 'edit', what: 'move', description: 'x' }),
  ]);
  expect(history.lines?.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  history.filter = 'edits';
  expect(history.lines?.map(({ seq }) => seq)).toEqual([3]);
  history.filter = 'tools';
  expect(history.lines).toEqual([]);
  expect(history.isEmpty).toBe(false);
  stop();
});

test('R12.7, R14.3 of a long record the end is shown first, and earlier lines when asked for', async () => {
  const whole = Array.from({ length: 1500 }, (_, at) =>
    entry(at + 1, reply({ input: 1, output: 1, estimated: false })),
  );
  const { history, stop } = openHistory(whole);
  expect(history.lines).toHaveLength(300);
  expect(history.hasEarlier).toBe(true);
  await history.showEarlier();
  flushSync();
  expect(history.lines).toHaveLength(1300);
  whole.push(entry(1501, { type: 'resume' }));
  await history.showEarlier();
  flushSync();
  expect(history.lines?.map(({ seq }) => seq)).toEqual(whole.slice(0, 1500).map(({ seq }) => seq));
  expect([history.lines?.length, history.hasEarlier]).toEqual([1500, false]);
  stop();
});

test('R14.3 the timeline keeps to one step, and leads there from its bar with the whole record in sight', async () => {
  const whole = [entry(1, started(1), 'a'), ...Array.from({ length: 1200 }, (_, at) => entry(at + 2, started(2), 'b'))];
  const { history, stop } = openHistory(whole);
  await history.showAll(() => true);
  flushSync();
  expect(history.hasEarlier).toBe(false);
  const [task] = history.tasks;
  expect(task?.steps.map(({ place, number }) => [place, number])).toEqual([
    ['t/', ''],
    ['t/a', '1'],
    ['t/b', '2'],
  ]);
  history.filter = 'edits';
  history.view = 'bars';
  history.showStep('t/a');
  expect([history.view, history.filter]).toEqual(['timeline', 'all']);
  expect(history.lines?.map(({ seq }) => seq)).toEqual([1]);
  stop();
});

test('R14.3 steps of a sub-plan have the numbers of the plan, and are found by the outer step, too', () => {
  const inner = (n: number, description: string): JournalEntryBody => ({
    ...{ type: 'plan_step_start', index: 300, total: 300, description },
    ...{ number: `300.${n}`, outer: 'Check the shop' },
  });
  const lines = historyLines([
    entry(1, inner(1, 'Call'), 'c/1'),
    entry(2, inner(2, 'Write'), 'c/2'),
    entry(3, started(1), 'a'),
  ]);
  const words = new Translator();
  expect(lines.map(({ step }) => step)).toEqual(['300.1', '300.2', '1']);
  expect(recordedTasks(lines)[0]?.steps.map(({ number }) => number)).toEqual(['', '300.1', '300.2', '1']);
  expect(lines.filter((line) => lineMatches(line, 'the shop', words)).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(stepBars([entry(1, inner(1, 'Call'), 'c/1')], begin)[0]?.rows.map(({ number }) => number)).toEqual(['300.1']);
});

test('R8.6, R14.3 the end of a task reads like its line in the conversation, whose numbers add up to all steps', async () => {
  const words = new Translator();
  await words.loadAll();
  const end = (rest: object) =>
    entry(1, { type: 'task_end', status: 'completed', done: 294, failed: 0, skipped: 0, ...rest });
  const ends = [
    end({ tone: 'green' }),
    end({ doubtful: 6, tone: 'amber' }),
    end({ failed: 300, done: 0, tone: 'red' }),
    end({ status: 'cancelled', skipped: 6 }),
    end({ failed: 6 }),
  ];
  for (const each of ends) {
    const item = progressItem(each);
    expect(historyEntryText(each.body, words).text).toBe(item && progressText(item, words).text);
  }
  expect(ends.map(({ body }) => historyEntryText(body, words).text)).toContain('Task ended: 294 done, 6 to check');
  expect(ends.map(({ body }) => historyEntryText(body, words).tone)).toEqual([
    'good',
    'partly',
    'bad',
    'plain',
    'partly',
  ]);
});

test('R14.3 the export holds the whole record as JSON', async () => {
  const whole = Array.from({ length: 400 }, (_, at) => entry(at + 1, { type: 'resume' }));
  const { history, saved, stop } = openHistory(whole);
  await history.exportJson();
  expect(saved.slice(0, 2)).toEqual(['cairn-history-2026-11-21.json', 'application/json']);
  expect(JSON.parse(saved[2] ?? '')).toEqual({
    format: 'cairn.history',
    version: 1,
    session_id: 's',
    exported_at: '2026-11-21T12:00:00.000Z',
    entries: whole,
  });
  stop();
});
