import { expect, test } from 'vitest';
import type { WrittenCount } from '../../../src/task/task-end.ts';
import { calls, results, World } from './world.ts';

const todo = { action: 'add', title: 'Pay Möller', due: '2027-12-24', reminder: 60 };
const entry = { action: 'add', title: 'Pay Möller', start: '2027-12-24T09:00', reminder: 60 };

test.each<[string, [string, unknown][], boolean]>([
  ['All deadlines are in your calendar and to-do list, each with a reminder.', [['todo', todo]], true],
  ['Both are entered, both with reminders.', [['todo', todo]], true],
  ['两项都已加入，均带提醒。', [['todo', todo]], true],
  ['Both are entered, both with a reminder.', [['schedule', entry]], false],
  ['Your meetings are in your calendar, each with a reminder.', [['todo', { action: 'list' }]], false],
  ['Both are entered, each with a reminder note in the text.', [['todo', todo]], false],
])('R8.6 “%s” is held to the reminders that there are', async (closing, made, isMissing) => {
  const world = new World((request) => {
    if (request.purpose === 'intake' || request.purpose === 'plan')
      return calls(['create_plan', { plan: ['Enter the deadlines', 'Sum up'] }]);
    if (request.purpose === 'evaluation')
      return calls(['judge_step', { success: true, decision: 'continue', reason: '' }]);
    if (request.purpose === 'thought')
      return calls(...(results(request).length === 0 ? made : []), ['finish_step', { response: 'Entered.' }]);
    return request.tools.some(({ name }) => name === 'keep_plan')
      ? calls(['keep_plan', {}])
      : calls(['finish_task', { response: closing }]);
  });
  world.submit('Enter the two deadlines');
  await world.untilPhase('completed', 'failed', 'blocked', 'paused', 'waiting');
  const written = (world.lines('task_end')[0]?.written ?? []) as WrittenCount[];
  expect(written.some(({ store, change }) => store === 'reminders' && change === 'missing')).toBe(isMissing);
});
