import { expect, test } from 'vitest';
import { runRecord } from '../../../src/engine/run-record.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { EntryBody, JournalEntry } from '../../../src/task/journal.ts';
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

const generated = (from: 'model' | 'import' | 'again' = 'model'): EntryBody => ({
  type: 'plan_generated',
  steps: 1,
  from,
});
const result = (tool: string, input: JsonObject, more: object = {}): EntryBody => ({
  ...{ type: 'tool_result', call: 'c', tool, input, retry_at: at },
  result: { ...toolSuccess('Done.'), ...more },
});
const written = [{ store: 'todos' as const, id: 't', change: 'put' as const, hash: 'h' }];
const added = result('todo', { action: 'add', ...title }, { written });
const fetched = result('fetch', { url: 'https://pay.example' });

/** The record of these lines; `states` are those of the task by the line from which they hold. */
function recordOf(bodies: readonly EntryBody[], states: readonly [seq: number, Run][] = [[1, planned]], of = planned) {
  const entries = bodies.map((body, n): JournalEntry => ({
    ...{ seq: n + 1, session_id: 's', task_id: 'r', at, body },
    ...(body.type === 'tool_result' ? { step_id: 'a', effect: `s/r/a/1/${n}` } : { step_id: null }),
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
  return runRecord(of, {
    stores: { sessions },
    ruledTools: async () => [{ name: 'todo', schema: { type: 'object' } }],
  });
}

const informed = async (...bodies: EntryBody[]) =>
  (await recordOf([generated(), ...bodies, added])).calls.at(-1)?.informed;

test('R2.9 the words of a plan are its goal and the steps as the person approved or wrote them', async () => {
  const own = withStep({ edited_by_person: true, description: '发邮件' });
  const record = await recordOf([generated()], [[1, planned]], own);
  expect(record.words).toBe('给组员建待办\n建待办\n发邮件');
  expect(record.schemas.get('todo')).toEqual({ type: 'object' });
});

test.each<[string, EntryBody]>([
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
  expect(record.written).toEqual(new Map([['a', { tool: 'todo', input: title }]]));
  expect((await recordOf([fetched, generated(), added], [[2, planned]])).written.size).toBe(0);
});

test('R2.9 the calls of a file count whatever had been read, but its results inform the calls of the run', async () => {
  const done = withStep({ status: 'completed', result: '38000' });
  const record = await recordOf([fetched, generated('import'), added], [[2, done]], done);
  expect([record.isFromFile, record.written.size, record.calls.at(-1)?.informed]).toEqual([true, 1, true]);
  const again = await recordOf([generated('again'), added], [[1, done]], done);
  expect([again.isFromFile, again.calls.at(-1)?.informed]).toEqual([true, true]);
  expect((await recordOf([generated('import'), added])).calls.at(-1)?.informed).toBe(false);
});
