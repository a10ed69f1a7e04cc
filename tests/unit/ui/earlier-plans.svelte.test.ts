import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../src/task/journal.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import type { RunAtJournalEntry } from '../../../src/ports/stores.ts';
import { EarlierPlans } from '../../../src/ui/plan/earlier-plans.svelte.ts';

const at = '2026-01-01T10:00:00.000Z';
const run = (id: string, goal: string): Run => newRun({ run: id, session: 's', plan: `p_${id}` }, goal, at);

/** A record whose states stand at these lines; plans were made at those given. */
function record(
  states: readonly [seq: number, run: Run][],
  plans: readonly [seq: number, task: string, from?: 'reply'][],
  replanned: readonly string[] = [],
) {
  const made = plans.map(([seq, task_id, from = 'model']) => ({
    ...{ seq, task_id },
    body: { type: 'plan_generated', steps: 1, from },
  })) as unknown as JournalEntry[];
  const changes = replanned.map((task_id) => ({
    task_id,
    body: { type: 'replanned', outcome: 'replanned', steps: 3 },
  })) as unknown as JournalEntry[];
  const atLine = (seq: number): RunAtJournalEntry | null => {
    const found = states.findLast(([line]) => line <= seq);
    return found ? { seq: found[0], at, run: found[1] } : null;
  };
  return new EarlierPlans(
    {
      entriesOf: async (_, type) => (type === 'plan_generated' ? made : type === 'replanned' ? changes : []),
      moment: async (_, seq, towards) => {
        const present = atLine(seq);
        return towards === 0 || !present ? present : atLine(present.seq - 1);
      },
    },
    's',
  );
}

const goals = ({ list }: EarlierPlans) => list?.map(({ seq, run: { plan } }) => `${plan.goal} at ${seq}`);

test('R12.6 the plans before the present one are found as they were last, the latest first', async () => {
  const [a, b, c] = [run('a', 'First'), run('b', 'Second'), run('c', 'Third')];
  const plans = record(
    [
      [1, a],
      [3, a],
      [9, a],
      [10, b],
      [14, b],
      [20, c],
      [21, c],
    ],
    [
      [2, 'a'],
      [12, 'b'],
      [21, 'c'],
    ],
  );
  await plans.countPlans('c', true);
  expect(plans.count).toBe(2);
  expect(plans.list).toBeNull();
  await plans.read();
  expect(goals(plans)).toEqual(['Second at 14', 'First at 9']);
});

test('R12.6 a message that was answered without a plan hides none, nor does a plan that is made anew', async () => {
  const [a, b] = [run('a', 'First'), run('b', 'What time is it?')];
  const plans = record(
    [
      [1, a],
      [8, a],
      [9, b],
      [11, b],
    ],
    [
      [2, 'a'],
      [5, 'a'],
    ],
  );
  await plans.countPlans('b', true);
  expect(plans.count).toBe(1);
  await plans.read();
  expect(goals(plans)).toEqual(['First at 8']);
});

test('R12.6 where the session has one plan there is none before it', async () => {
  const plans = record([[1, run('a', 'First')]], [[2, 'a']]);
  await plans.countPlans('a', true);
  expect(plans.count).toBe(0);
});

test('a message that calls answered is no earlier plan, unless its plan has grown or there is no other', async () => {
  const [a, b, c, d] = [run('a', 'Party'), run('b', 'yes'), run('c', 'undo that'), run('d', 'thanks')];
  const states = [
    [1, a],
    [4, b],
    [7, c],
    [10, d],
  ] as const satisfies [number, Run][];
  const plans = [
    [2, 'a'],
    [5, 'b', 'reply'],
    [8, 'c', 'reply'],
  ] as const satisfies [number, string, 'reply'?][];
  const listed = async (record: EarlierPlans) => {
    await record.countPlans('d', true);
    await record.read();
    return record.list?.map(({ run: { plan } }) => plan.goal);
  };
  expect(await listed(record([...states], [...plans]))).toEqual(['Party']);
  expect(await listed(record([...states], [...plans], ['b']))).toEqual(['yes', 'Party']);
  expect(await listed(record([...states], plans.slice(1)))).toEqual(['undo that']);
});

test('a message that was answered without a plan leaves the last plan in sight', async () => {
  const [a, b, c] = [run('a', 'Party'), run('b', 'yes'), run('c', 'thanks')];
  const plans = record(
    [
      [1, a],
      [4, b],
      [7, c],
    ],
    [
      [2, 'a'],
      [5, 'b', 'reply'],
    ],
  );
  await plans.countPlans('c', false);
  expect([plans.last?.plan.goal, plans.count]).toEqual(['Party', 0]);
  await plans.countPlans('c', true);
  expect([plans.last, plans.count]).toEqual([null, 1]);
});
