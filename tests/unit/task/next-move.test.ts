import { expect, test } from 'vitest';
import { nextMove } from '../../../src/task/next-move.ts';
import { retryWait } from '../../../src/task/retry-delay.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import type { MoveContext, StepRound } from '../../../src/task/transcript.ts';
import { moveContext } from '../../fixtures/move-context.ts';

const at = '2026-01-01T10:00:00.000Z';
const context = moveContext({ judges: true });
const done: StepRound = {
  kind: 'thought',
  n: 1,
  effect: 'e/1',
  decision: { kind: 'done', response: 'ok', fits: true },
  reply: { text: '', calls: [], finish: 'calls', usage: null },
};
const unreadable = (n: number): StepRound => ({
  kind: 'judged',
  n,
  effect: `e/${n}`,
  decision: { kind: 'invalid', violation: 'no verdict' },
});
const unanswered = (n: number): StepRound => ({
  kind: 'unanswered',
  n,
  error: { code: 'server', detail: '', status: 503, retry_after_ms: null },
  retry_at: at,
  at,
});

test('R4.9 a step that ends on the text of its call names the file that has it whole; one that the model words does not', () => {
  const result = { ...toolSuccess('A long page'), artifact: 'file_1' };
  const action = { call: 'c0', tool: 'fetch', input: {} };
  const read: StepRound = {
    kind: 'tool',
    n: 1,
    effect: 's1/t1/step_1/1/1',
    action,
    result,
    retry_at: at,
    reads: true,
    repeatable: true,
  };
  const end = (response: string | null): StepRound => ({
    ...done,
    n: 2,
    decision: { kind: 'done', response, fits: true },
  });
  const outcomeOf = (turns: StepRound[], more: Partial<MoveContext> = {}) =>
    nextMove(turns, { ...context, judges: false, ...more }, true);
  const copied = { kind: 'end', outcome: { status: 'completed', response: 'A long page', fits: true, file: 'file_1' } };
  expect(outcomeOf([read], { direct: { action, mends: true } })).toEqual(copied);
  expect(outcomeOf([read, end(null)], { firstCalls: [action] })).toEqual(copied);
  expect(outcomeOf([read, end('ok')], { firstCalls: [action] })).toEqual({
    kind: 'end',
    outcome: { status: 'completed', response: 'ok', fits: true },
  });
});

test('R6.9 a page that stands in for the one that was asked for ends no step, and is none that was read', () => {
  const address = 'https://news.example';
  const action = { call: 'c0', tool: 'fetch', input: { url: address } };
  const read = (stand_in?: 'sign_in'): StepRound => ({
    ...{ kind: 'tool', n: 1, effect: 's1/t1/step_1/1/1', action, retry_at: at, reads: true, repeatable: true },
    result: toolSuccess('Please sign in', { source: { address, title: null, stand_in } }),
  });
  const moveOf = (turns: StepRound[], more: Partial<MoveContext>) =>
    nextMove(turns, { ...context, judges: false, ...more }, true);
  expect(moveOf([read('sign_in')], { direct: { action, mends: false } }).kind).toBe('think');
  expect(moveOf([read()], { direct: { action, mends: false } }).kind).toBe('end');
  const said: StepRound = { ...done, n: 2 };
  expect(moveOf([read('sign_in'), said], { unreadTarget: address }).kind).toBe('think');
  expect(moveOf([read(), said], { unreadTarget: address }).kind).toBe('end');
  expect(moveOf([read('sign_in'), said, { ...done, n: 3 }], { unreadTarget: address })).toMatchObject({
    kind: 'end',
    outcome: { doubt: { code: 'not_read', params: { name: address } } },
  });
});

test('R4.6, R6.2 a verdict that cannot be read is asked for again at most twice, also across faults of the endpoint', () => {
  const turns = [done, unreadable(2), unanswered(3), unreadable(4)];
  expect(nextMove(turns, context, true)).toMatchObject({ kind: 'judge', n: 5, violation: 'no verdict' });
  expect(nextMove([...turns, unanswered(5), unreadable(6)], context, true)).toEqual({
    kind: 'end',
    outcome: { status: 'completed', response: 'ok', fits: true },
  });
});

test('R6.2 tries made while the clock was ahead do not count once it is put right', () => {
  const ahead = '2026-01-02T10:00:00.000Z';
  const tries = [1, 2, 3, 4].map((n): StepRound => ({ ...unanswered(n), at: ahead, retry_at: ahead }) as StepRound);
  expect(nextMove(tries, { ...context, resumedAt: at, now: ahead }, false)).toMatchObject({ kind: 'stall' });
  expect(nextMove(tries, { ...context, resumedAt: at, now: at }, false)).toMatchObject({ kind: 'think', n: 5 });
  const since = [...tries, unanswered(5)];
  expect(nextMove(since, { ...context, resumedAt: at, now: at }, false)).toMatchObject({ kind: 'rest', n: 6 });
});

test.each([
  ['a rest that is left', '2026-01-01T10:00:30.000Z', 30_000],
  ['the longest rest', '2026-01-01T10:02:00.000Z', 120_000],
  ['a time that has passed', '2026-01-01T09:59:00.000Z', 0],
  ['a time of a clock that was a day ahead', '2026-01-02T10:00:00.000Z', 0],
  ['a time of a clock that was an hour ahead', '2026-01-01T11:00:00.000Z', 0],
  ['no time at all', '', 0],
])('R6.2 a rest lasts as long as it can have been meant: %s', (_, until, rest) => {
  expect(retryWait(at, until)).toBe(rest);
});

/** A reply that makes these calls, and their results; rounds are numbered from `n` on. */
function roundOf(n: number, results: readonly StepRound[]): StepRound[] {
  const made = results.map((turn, at) => ({ ...turn, n: n + 1 + at }) as StepRound & { kind: 'tool' });
  const thought: StepRound = {
    ...{ kind: 'thought', n, effect: `e/${n}`, reply: { text: '', calls: [], finish: 'calls', usage: null } },
    decision: { kind: 'act', actions: made.map(({ action }) => action), note: '', finish: null },
  };
  return [thought, ...made];
}
const added = (title: string): StepRound => ({
  ...{ kind: 'tool', n: 0, effect: '', retry_at: at, reads: false, repeatable: false },
  action: { call: title, tool: 'todo', input: { action: 'add', title } },
  result: toolSuccess(`Added ${title}`),
});
const readPart = (from: number, until: number): StepRound => ({
  ...{ kind: 'tool', n: 0, effect: '', retry_at: at, reads: true, repeatable: false },
  action: { call: `from ${from}`, tool: 'read_artifact', input: { file: 'long.md', from } },
  result: toolSuccess(`Part from ${from} to ${until}`, { artifact: 'file_1', part: { of: 'file_1', from, until } }),
});
function inRounds(rounds: readonly (readonly StepRound[])[]): StepRound[] {
  const turns: StepRound[] = [];
  for (const round of rounds) turns.push(...roundOf(turns.length + 1, round));
  return turns;
}
const plain = moveContext();

test('R5.4 all calls of one reply are made, as one round', () => {
  const titles = Array.from({ length: 12 }, (_, index) => `Thing ${index}`);
  const [thought, ...calls] = roundOf(1, titles.map(added));
  expect(nextMove([thought!, ...calls.slice(0, 9)], plain, true)).toMatchObject({
    kind: 'act',
    action: { call: 'Thing 9' },
  });
  expect(nextMove([thought!, ...calls], plain, true)).toMatchObject({ kind: 'think', closing: false });
});

test('R5.4 after the last round the model is asked once more without tools; calls in that reply end the step', () => {
  const rounds = Array.from({ length: 8 }, (_, index) => [added(`${index}a`), added(`${index}b`)]);
  expect(nextMove(inRounds(rounds.slice(0, 7)), plain, true)).toMatchObject({ kind: 'think', closing: false });
  const all = inRounds(rounds);
  expect(nextMove(all.slice(0, -1), plain, true)).toMatchObject({ kind: 'act', action: { call: '7b' } });
  expect(nextMove(all, plain, true)).toMatchObject({ kind: 'think', closing: true });
  const [further] = roundOf(all.length + 1, [added('9')]);
  expect(nextMove([...all, further!], plain, true)).toMatchObject({
    kind: 'end',
    outcome: { status: 'failed', code: 'too_many_calls', params: { n: '8' } },
  });
});

test('R5.4 reading on in a file is no round; reading the same part again is one', () => {
  const parts = Array.from({ length: 30 }, (_, index) => [readPart(index * 1000, index * 1000 + 1000)]);
  expect(nextMove(inRounds(parts), plain, true)).toMatchObject({ kind: 'think', closing: false });
  const again = Array.from({ length: 8 }, (_, index) => [readPart(index * 1000 + 100, index * 1000 + 1100)]);
  expect(nextMove(inRounds([...parts, ...again]), plain, true)).toMatchObject({ kind: 'think', closing: true });
});

test.each([
  ['a file read in characters', Array.from({ length: 9 }, (_, at) => readPart(at, at + 1))],
  ['very much that is read', Array.from({ length: 17 }, (_, at) => readPart(at * 12_000, (at + 1) * 12_000))],
])('R5.4 %s counts as rounds', (_, parts) => {
  const rounds = parts.map((part) => [part]);
  expect(nextMove(inRounds(rounds.slice(0, -1)), plain, true)).toMatchObject({ closing: false });
  expect(nextMove(inRounds(rounds), plain, true)).toMatchObject({ kind: 'think', closing: true });
});

test('R5.4 the short rest of a file is read without a round', () => {
  const parts = [
    ...Array.from({ length: 9 }, (_, at) => readPart(at * 9000, (at + 1) * 9000)),
    readPart(81_000, 81_100),
  ];
  expect(
    nextMove(
      inRounds(parts.map((part) => [part])),
      { ...plain, limits: { ...plain.limits, max_step_tool_calls: 1 } },
      true,
    ),
  ).toMatchObject({ closing: false });
});
