import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import { callStartTimes, stepBars, workSpans } from '../../../src/ui/history/step-bars.ts';

const second = 1000;
const begin = Date.parse('2026-11-21T12:00:00.000Z');
const iso = (seconds: number) => new Date(begin + seconds * second).toISOString();

type Line = [seconds: number, step: string | null, body: JournalEntryBody, task?: string | null];

function record(lines: readonly Line[]): JournalEntry[] {
  return lines.map(([seconds, step_id, body, task_id = 't'], at) => ({
    seq: at + 1,
    session_id: 's',
    task_id,
    step_id,
    at: iso(seconds),
    body,
  }));
}

const started = (index: number): JournalEntryBody => ({
  type: 'plan_step_start',
  index,
  total: 3,
  description: `Step ${index}`,
});
const ended = (status: 'completed' | 'failed' = 'completed'): JournalEntryBody => ({
  type: 'plan_step_end',
  status,
  summary: '',
});
const said = (kind: 'goal' | 'question' | 'answer' | 'guidance', text = 'x'): JournalEntryBody => ({
  type: 'message',
  kind,
  text,
});
const thought: JournalEntryBody = {
  type: 'model_reply',
  purpose: 'thought',
  reply: { text: '', calls: [], finish: 'stop', usage: { input: 10, output: 5, estimated: false, cost: 0.01 } },
};
const replan: JournalEntryBody = { ...thought, purpose: 'replan' };
const failed = (code: 'server' | 'auth', retry: number): JournalEntryBody => ({
  type: 'model_error',
  purpose: 'thought',
  error: { code, detail: '', status: null, retry_after_ms: null },
  retry_at: iso(retry),
});
const asked = (decision: 'once' | null): JournalEntryBody => ({
  type: 'approval',
  tool: 'fetch',
  access: { origin: 'https://a.example', private_address: false, subject: 'a', rule: 'site' },
  decision,
});
const paused = (code: 'person' | 'interrupted'): JournalEntryBody => ({ type: 'pause', reason: { code } });
const over: JournalEntryBody = { type: 'task_end', status: 'cancelled', done: 0, failed: 0, skipped: 1 };

/** Bars as seconds since the beginning. */
function drawn(lines: readonly Line[], now = 1000) {
  const seconds = (ms: number) => (ms - begin) / second;
  return stepBars(record(lines), begin + now * second).map(({ goal, rows }) => ({
    goal,
    rows: rows.map(({ step, bars }) => [
      step,
      ...bars.map(
        ({ from, to, status, waits }) =>
          `${seconds(from)}–${seconds(to)} ${status}` +
          waits.map((wait) => ` ${wait.why} ${seconds(wait.from)}–${seconds(wait.to)}`).join(''),
      ),
    ]),
  }));
}

test('R14.3 steps that ran beside each other have bars that overlap, and a bar for each try', () => {
  expect(
    drawn([
      [0, null, said('goal', 'Plan a trip'), null],
      [2, null, { ...thought, purpose: 'intake' }],
      [2, 'a', started(1)],
      [2, 'b', started(2)],
      [5, 'a', ended('failed')],
      [6, null, replan],
      [7, 'a', started(1)],
      [8, 'b', ended()],
      [9, 'a', ended()],
    ]),
  ).toEqual([
    {
      goal: 'Plan a trip',
      rows: [
        [null, '0–2 completed', '5–6 completed'],
        ['a', '2–5 failed', '7–9 completed'],
        ['b', '2–8 completed'],
      ],
    },
  ]);
});

test('R14.3 a bar shows how long it waited for the person, for a new try and while the plan was paused', () => {
  const [task] = drawn([
    [0, 'a', started(1)],
    [1, 'a', asked(null)],
    [31, 'a', asked('once')],
    [32, 'a', failed('server', 36)],
    [40, 'a', thought],
    [41, 'a', said('question')],
    [60, null, said('answer')],
    [62, null, { type: 'replanned', cause: 'clarified', outcome: 'unchanged', steps: 1 }],
    [65, null, paused('person')],
    [80, null, { type: 'resume' }],
    [90, 'a', ended()],
  ]);
  expect(task?.rows).toEqual([['a', '0–90 completed person 1–31 retry 32–36 person 41–60 rest 65–80']]);
});

test('R14.3 a question about the plan as a whole is a wait of the plan', () => {
  const [task] = drawn([
    [0, null, replan],
    [1, null, said('question')],
    [30, null, said('answer')],
  ]);
  expect(task?.rows).toEqual([[null, '0–0 completed', '1–30 completed person 1–30']]);
  const [answeredAtOnce] = drawn([
    [1, null, said('question')],
    [1, null, said('answer')],
  ]);
  expect(answeredAtOnce?.rows).toEqual([[null, '1–1 completed']]);
});

test('R14.3 what was lost with a closed tab counts as rest from the last sign of work', () => {
  const [task] = drawn([
    [0, 'a', started(1)],
    [4, 'a', thought],
    [7200, null, paused('interrupted')],
    [7300, null, { type: 'resume' }],
    [7310, 'a', ended()],
  ]);
  expect(task?.rows).toEqual([['a', '0–7310 completed rest 4–7300']]);
});

test('R14.3 what has not ended goes on until now, stands still while paused, and ends with its task', () => {
  const open: Line[] = [
    [0, 'a', started(1)],
    [5, 'a', thought],
  ];
  expect(drawn(open, 9)[0]?.rows).toEqual([['a', '0–9 running']]);
  expect(drawn([...open, [6, null, paused('person')]], 9)[0]?.rows).toEqual([['a', '0–6 running']]);
  expect(drawn([...open, [7, null, over]], 9)[0]?.rows).toEqual([['a', '0–7 stopped']]);
  expect(drawn([...open, [8, null, said('goal', 'Another')], [9, 'a', started(1), 'u']], 20)).toEqual([
    { goal: '', rows: [['a', '0–8 running']] },
    { goal: 'Another', rows: [['a', '9–20 running']] },
  ]);
});

test('R14.3, R5.5 tokens, cost and time of work are summed by bar, and time side by side counts once', () => {
  const [task] = stepBars(
    record([
      [0, 'a', started(1)],
      [1, 'b', started(2)],
      [2, 'a', thought],
      [3, 'a', thought],
      [4, 'a', ended()],
      [6, 'b', asked(null)],
      [9, 'b', asked('once')],
      [10, 'b', ended()],
    ]),
    begin,
  );
  expect(task?.rows[0]?.bars[0]?.used).toMatchObject({ calls: 2, input: 20, output: 10, cost: 0.02 });
  const work = workSpans(task?.rows ?? []).map(({ from, to }) => [(from - begin) / second, (to - begin) / second]);
  expect(work).toEqual([
    [0, 6],
    [9, 10],
  ]);
});

test('R14.3 a model call is timed from what it answers, and not over a rest', () => {
  const entries = record([
    [0, null, said('goal'), null],
    [3, null, { ...thought, purpose: 'intake' }],
    [3, 'a', started(1)],
    [4, null, said('guidance')],
    [5, 'a', thought],
    [6, 'a', failed('server', 10)],
    [12, 'a', thought],
    [13, null, paused('person')],
    [100, null, { type: 'resume' }],
    [103, 'a', thought],
    [104, 'a', ended()],
    [106, null, replan],
  ]);
  const times = callStartTimes(entries);
  const took = entries.map(({ seq, at }) => {
    const since = times.get(seq);
    return since === undefined ? null : (Date.parse(at) - since) / second;
  });
  expect(took).toEqual([null, 3, null, null, 2, 1, 2, null, null, 3, null, 2]);
});

const happened = fc.constantFrom<JournalEntryBody>(
  started(1),
  ended(),
  ended('failed'),
  thought,
  replan,
  failed('server', 50),
  failed('auth', 0),
  asked(null),
  asked('once'),
  said('question'),
  said('answer'),
  said('goal'),
  paused('person'),
  paused('interrupted'),
  { type: 'resume' },
  over,
);
const anyLine = fc.tuple(
  fc.integer({ min: 0, max: 100 }),
  fc.constantFrom(null, 'a', 'b', 'c'),
  happened,
  fc.constantFrom('t', 't', 't', 'u', null),
);

test('R14.3 whatever a record holds, bars and waits are in order, apart, and within their bounds', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 60 }), fc.boolean(), (lines, inOrder) => {
      const ordered: Line[] = inOrder ? [...lines].sort(([a], [b]) => a - b) : lines;
      for (const { rows } of stepBars(record(ordered), begin + 200 * second))
        for (const { bars } of rows) {
          let at = -Infinity;
          for (const { from, to, waits } of bars) {
            expect(from).toBeGreaterThanOrEqual(at);
            expect(to).toBeGreaterThanOrEqual(from);
            let within = from;
            for (const wait of waits) {
              expect(wait.from).toBeGreaterThanOrEqual(within);
              expect(wait.to).toBeGreaterThan(wait.from);
              within = wait.to;
            }
            expect(within).toBeLessThanOrEqual(to);
            at = to;
          }
        }
    }),
  );
});
