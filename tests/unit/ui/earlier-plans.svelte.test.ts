import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../src/task/journal.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import type { RunAtJournalEntry } from '../../../src/ports/stores.ts';
import { EarlierPlans } from '../../../src/ui/plan/earlier-plans.svelte.ts';

const at = '2026-01-01T10:00:00.000Z';
const run = (id: string, goal: string): Run => newRun({ run: id, session: 's', plan: `p_${id}` }, goal, at);

/** A record whose states stand at these lines; plans were made at those given. */
function record(states: readonly [seq: number, run: Run][], plans: readonly [seq: number, task: string][]) {
  const made = plans.map(([seq, task_id]) => ({ seq, task_id })) as unknown as JournalEntry[];
  const atLine = (seq: number): RunAtJournalEntry | null => {
    const found = states.findLast(([line]) => line <= seq);
    return found ? { seq: found[0], at, run: found[1] } : null;
  };
  return new EarlierPlans(
    {
      entriesOf: async (_, type) => (type === 'plan_generated' ? made : []),
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
  await plans.countPlans('c');
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
  await plans.countPlans('b');
  expect(plans.count).toBe(1);
  await plans.read();
  expect(goals(plans)).toEqual(['First at 8']);
});

test('R12.6 where the session has one plan there is none before it', async () => {
  const plans = record([[1, run('a', 'First')]], [[2, 'a']]);
  await plans.countPlans('a');
  expect(plans.count).toBe(0);
});
