import { expect, test } from 'vitest';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { calls, stepOf, World } from './world.ts';

type Call = [name: string, input: unknown];

const finish = (response = 'Done.'): Call => ['finish_step', { response }];
const write = (name: string, content: string): Call => ['files', { action: 'write', name, content }];
const append = (name: string, content: string): Call => ['files', { action: 'append', name, content }];

/** A task with this plan whose steps reply, at each thought, what `thought` returns for their number. */
async function ended(
  plan: readonly string[],
  thought: (step: number, n: number) => ModelReply,
  { closing = 'All is done.', goal = 'Work on the texts', files = [] as readonly object[] } = {},
): Promise<World> {
  const counts = new Map<number, number>();
  const world = new World((request) => {
    const { purpose, tools } = request;
    if (purpose === 'intake' || purpose === 'plan') return calls(['create_plan', { plan }]);
    if (purpose === 'evaluation') return calls(['judge_step', { success: true, decision: 'continue', reason: '' }]);
    if (purpose === 'thought') {
      const step = stepOf(request);
      counts.set(step, (counts.get(step) ?? 0) + 1);
      return thought(step, counts.get(step) ?? 0);
    }
    return tools.some(({ name }) => name === 'keep_plan')
      ? calls(['keep_plan', {}])
      : calls(['finish_task', { response: closing }]);
  });
  for (const file of files) world.storage.tables.files.set((file as { id: string }).id, file as never);
  world.submit(goal);
  await world.untilPhase('completed', 'failed', 'blocked', 'paused', 'waiting');
  return world;
}

const statuses = (world: World) => world.run.plan.steps.map(({ status }) => status);
const missing = (world: World) =>
  world.lines('task_end')[0]?.written?.flatMap(({ change, names = [] }) => (change === 'missing' ? names : []));

test('R6.9 a chapter written in pieces does not stand for the chapters after it', async () => {
  const plan = [1, 2, 3].map((n) => `Translate chapter ${n} into German and save it as kapitel-0${n}.md`);
  const world = await ended(
    plan,
    (step) =>
      step === 1
        ? calls(write('kapitel-01.md', 'A'), append('kapitel-01.md', 'B'), append('kapitel-01.md', 'C'), finish())
        : calls(finish('Here is the translation: # Kapitel')),
    { closing: 'All three are translated: kapitel-01.md, kapitel-02.md and kapitel-03.md.' },
  );
  expect(statuses(world).slice(0, 2)).toEqual(['completed', 'failed']);
  expect(world.run.plan.steps[1]?.reason?.code).toBe('nothing_done');
  expect(world.lines('task_end')[0]?.tone).not.toBe('green');
});

test('R6.9 an append in pieces does not stand for the next append to the same file', async () => {
  const plan = [1, 2, 3].map((n) => `Write part ${n} and add it to story.docx`);
  const world = await ended(plan, (step) =>
    step < 3 ? calls(append('story.docx', `P${step}`), append('story.docx', 'more'), finish()) : calls(finish()),
  );
  expect(statuses(world)).toEqual(['completed', 'completed', 'failed']);
});

test('R6.9 a file that another step wrote ahead of time stands for the one step that names it', async () => {
  const world = await ended(['Look into it', 'Write a.md', 'Write b.md', 'Write c.md'], (step) =>
    step === 1 ? calls(write('a.md', 'A'), write('b.md', 'B'), finish()) : calls(finish('It is there.')),
  );
  expect(statuses(world)).toEqual(['completed', 'completed', 'completed', 'failed']);
});

test.each([
  ['All is translated: a.md, b.md and c.md.', ['b.md', 'c.md']],
  ['The translation of part 2 is in b.md.', ['b.md']],
  ['I could not translate part 2, so b.md is missing.', []],
  ['chapter-09.md is translated, too.', ['chapter-09.md']],
  ['The style follows CONTRIBUTING.md.', []],
])('R8.6 files that the closing answer names as results and that are nowhere are marked: %s', async (closing, names) => {
  const world = await ended(
    ['Translate part 1 and save it as a.md', 'Sum up'],
    (step) => (step === 1 ? calls(write('a.md', 'A'), finish()) : calls(finish('Thought through.'))),
    { closing, goal: 'Translate the parts and save the second as b.md' },
  );
  expect(missing(world)).toEqual(names);
});
