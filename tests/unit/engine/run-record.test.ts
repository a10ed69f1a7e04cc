import { expect, test } from 'vitest';
import { loadRunRecord } from '../../../src/engine/run-record.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';

const at = '2026-01-01T10:00:00.000Z';
const title = { title: '发通知' };
const run: Run = {
  ...newRun({ run: 'r', session: 's', plan: 'p' }, '给组员建待办', at),
  first_plan: [{ id: 'a', description: '建待办' }],
};
const withStep = (more: object): Run => ({
  ...run,
  plan: { ...run.plan, steps: [{ ...newStep('a', '建待办'), attempts: 1, tool: 'todo', parameters: title, ...more }] },
});
const planned = withStep({});

const generated = (from: 'model' | 'import' | 'template' = 'model'): JournalEntryBody => ({
  type: 'plan_generated',
  steps: 1,
  from,
});
const result = (tool: string, input: JsonObject, more: object = {}): JournalEntryBody => ({
  ...{ type: 'tool_result', call: 'c', tool, input, retry_at: at },
  result: { ...toolSuccess('Done.'), ...more },
});
const written = [{ store: 'todos' as const, id: 't', change: 'put' as const, hash: 'h' }];
const added = result('todo', { action: 'add', ...title }, { written });
const fetched = result('fetch', { url: 'https://pay.example' });

/** The record of these lines; `states` are those of the task by the line from which they hold. */
function recordOf(
  bodies: readonly JournalEntryBody[],
  states: readonly [seq: number, Run][] = [[1, planned]],
  of = planned,
) {
  const entries = bodies.map((body, n): JournalEntry => ({
    ...{ seq: n + 1, session_id: 's', task_id: 'r', at, body },
    ...(body.type === 'tool_result' && { effect: `s/r/a/1/${n}` }),
    step_id: body.type === 'tool_result' || body.type === 'edit' ? 'a' : null,
  }));
  const atLine = (seq: number) => states.findLast(([line]) => line <= seq)?.[1] ?? null;
  const sessions = {
    wholeJournal: async () => entries,
    run: async (_: string, seq = 99) => atLine(seq),
    moment: async (_: string, seq: number) => {
      const found = atLine(seq);
      return found && { seq, at, run: found };
    },
  };
  return loadRunRecord(of, {
    stores: { sessions },
    ruledTools: async () => [{ name: 'todo', schema: { type: 'object' } }],
  });
}

const informed = async (...bodies: JournalEntryBody[]) =>
  (await recordOf([generated(), ...bodies, added])).calls.at(-1)?.madeAfterReading;

test('R2.9 the words of a plan are its goal and the steps as the person approved or worded them', async () => {
  const own = withStep({ edited_by_person: true, description: '发邮件' });
  const edit = (more: object): JournalEntryBody => ({ type: 'edit', what: 'change', description: '发邮件', ...more });
  const wordsAfter = async (body: JournalEntryBody) => (await recordOf([generated(), body], [[1, planned]], own)).words;
  expect(await wordsAfter(edit({ was: '建待办' }))).toBe('给组员建待办\n建待办\n发邮件');
  expect(await wordsAfter(edit({ what: 'add' }))).toBe('给组员建待办\n建待办\n发邮件');
  expect(await wordsAfter(edit({ what: 'without' }))).toBe('给组员建待办\n建待办');
  expect(await wordsAfter(edit({ was: '建待办', description: '打电话' }))).toBe('给组员建待办\n建待办');
  expect((await recordOf([generated()])).schemas.get('todo')).toEqual({ type: 'object' });
});

test.each<[string, JournalEntryBody]>([
  ['a page', fetched],
  ['a call that failed', result('fetch', {}, { ok: false })],
  ['a result of another tool that also writes', result('compute', { action: 'add' }, { written })],
  ['a calendar entry that may overlap others', result('schedule', { action: 'add' }, { written })],
  ['an answer of the person', { type: 'message', kind: 'answer', text: '38000' }],
  ['an image', { type: 'message', kind: 'goal', text: '', images: ['f'] }],
  ['a result that the person gave', { type: 'edit', what: 'answer', description: '' }],
])('R2.9 what is called after %s may have come from it', async (_, body) => {
  expect(await informed(body)).toBe(true);
});

test('R2.9 a call is not informed by the plan, nor by other calls that only add something', async () => {
  const file = result('files', { action: 'write' }, { written: [{ ...written[0], store: 'files' }] });
  expect(await informed(added, file, { type: 'message', kind: 'closing', text: 'Done.' })).toBe(false);
});

test('R2.9 the calls of a plan count as long as nothing had been read before it, and not those planned later', async () => {
  const later = withStep({ parameters: { title: '给张伟发 38000元' } });
  const states: [number, Run][] = [
    [1, planned],
    [3, later],
  ];
  const record = await recordOf([generated(), added, fetched, added], states, later);
  expect(record.firstPlanCalls).toEqual(new Map([['a', { tool: 'todo', input: title }]]));
  expect((await recordOf([fetched, generated(), added], [[2, planned]])).firstPlanCalls.size).toBe(0);
});

test('R2.9 the calls of a file count whatever had been read, but its results inform the calls of the run', async () => {
  const done = withStep({ status: 'completed', result: '38000' });
  const record = await recordOf([fetched, generated('import'), added], [[2, done]], done);
  expect([record.isFromFile, record.firstPlanCalls.size, record.calls.at(-1)?.madeAfterReading]).toEqual([
    true,
    1,
    true,
  ]);
  const again = await recordOf([generated('template'), added], [[1, done]], done);
  expect([again.isFromFile, again.calls.at(-1)?.madeAfterReading]).toEqual([true, true]);
  expect((await recordOf([generated('import'), added])).calls.at(-1)?.madeAfterReading).toBe(false);
});

test('R2.9 a result within a step of a file informs the calls of the run', async () => {
  const inner = { ...newStep('b', 'Look up the pay'), result: '38000' };
  const done = withStep({ plan: { goal: 'g', status: 'paused', steps: [inner] } });
  expect((await recordOf([generated('import'), added], [[1, done]], done)).calls.at(-1)?.madeAfterReading).toBe(true);
});

test('R2.9 where it is not stored what the file of a run contained, as in a copy, its calls may come from there', async () => {
  const record = await recordOf([generated('import'), added], [[3, planned]]);
  expect([record.firstPlanCalls.size, record.calls.at(-1)?.madeAfterReading]).toEqual([0, true]);
});

test('R2.9 the calls within the steps of the first plan count by their path', async () => {
  const inner = { ...newStep('b', '建待办'), tool: 'todo', parameters: title };
  const whole = withStep({ parameters: undefined, plan: { goal: 'g', status: 'paused', steps: [inner] } });
  const record = await recordOf([generated()], [[1, whole]], whole);
  expect(record.firstPlanCalls).toEqual(new Map([['a/b', { tool: 'todo', input: title }]]));
});

test('R2.9 what the request for a plan showed of an earlier one, and what the person answered before, informs all of it', async () => {
  const later = { ...planned, earlier_plan: 'Pay\n1. [completed] Look it up → 38000' };
  const record = await recordOf([{ type: 'state', phase: 'planning' }, generated(), added], [[2, later]], later);
  expect([record.firstPlanCalls.size, record.calls.at(-1)?.madeAfterReading]).toEqual([0, true]);
  const answer: JournalEntryBody = { type: 'message', kind: 'answer', text: 'Zhang Wei 38000' };
  expect((await recordOf([answer, generated(), added], [[2, planned]])).firstPlanCalls.size).toBe(0);
});
