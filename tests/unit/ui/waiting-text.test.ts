import type { Run } from '../../../src/task/run.ts';
import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../src/task/journal.ts';
import { elapsedWaitText, callWaitText, entriesUnderWay } from '../../../src/ui/session/status-line.ts';
import { toolDisplayName } from '../../../src/ui/kit/shown-text.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const words = new Translator();
await words.loadAll();
const since = '2026-01-01T10:00:00.000Z';
const after = (ms: number, said: boolean, limit_ms: number | null) =>
  elapsedWaitText({ since, said, limit_ms }, Date.parse(since) + ms, words);

test('R11.3 a model that answers quickly is not said to be waited for', () => {
  expect(after(0, false, 600_000)).toBeNull();
  expect(after(2999, true, 5000)).toBeNull();
});

test('R11.3 the page tells how long it has waited, and when it gives up once half of that has gone', () => {
  expect(after(3000, false, 90_000)).toBe('Waiting for the model: 3 s');
  expect(after(14_900, false, null)).toBe('Waiting for the model: 14 s');
  expect(after(45_000, false, 90_000)).toBe('Waiting for the model: 45 s');
  expect(after(46_000, false, 90_000)).toBe('Waiting for the model: 46 s; gives up at 90 s');
});

test('R11.3 after a sleep of the machine the wait is not told to be longer than its limit', () => {
  expect(after(8 * 3_600_000, false, 600_000)).toBe('Waiting for the model: 600 s; gives up at 600 s');
});

test('R11.4 a model that is being brought into the memory says how far that is, from the first moment', () => {
  const wait = { since, said: false, limit_ms: 600_000, loaded: 0.434 };
  expect(elapsedWaitText(wait, Date.parse(since), words)).toBe('Bringing the model into memory: 43 %');
});

test('R11.3 words that have stopped coming are told apart from words that have not begun', () => {
  expect(after(14_000, true, 90_000)).toBe('No words for 14 s');
  expect(after(3000, true, 5000)).toBe('No words for 3 s; gives up at 5 s');
});

test('R11.3 the page tells whose answer a call waits for, and how long, until its result is there', () => {
  const call = { at: since, step_id: 'a', body: { type: 'tool_call', call: 'c', tool: 'erp_slow_report', input: {} } };
  const result = { at: since, step_id: 'a', body: { type: 'tool_result', call: 'c', result: { failure: null } } };
  const text = (ms: number, ...entries: object[]) =>
    callWaitText(entries as JournalEntry[], 'a', { current: Date.parse(since) + ms }, words);
  expect(text(9000, call)).toBe(
    `Waiting for the answer of the tool “${toolDisplayName('erp_slow_report', words)}”: 9 s`,
  );
  expect(text(2000, call)).toBeNull();
  expect(text(9000, call, result)).toBeNull();
});

test('R12.3 a call that needs the person is not waited for, although its start is stored', () => {
  const entries = ['a', 'b'].map((step_id) => ({ step_id, at: since })) as JournalEntry[];
  const asked = { decision: null, step_id: 'a' };
  const shown = (run: object | null) => entriesUnderWay(run as Run | null, entries).map(({ step_id }) => step_id);
  expect(shown({ phase: 'executing', approvals: [asked] })).toEqual(['b']);
  expect(shown({ phase: 'executing', approvals: [{ ...asked, decision: 'once' }] })).toEqual(['a', 'b']);
  expect(shown({ phase: 'paused', approvals: [] })).toEqual([]);
  expect(shown(null)).toEqual(['a', 'b']);
});
