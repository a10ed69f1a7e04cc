import { expect, test } from 'vitest';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { WrittenCount } from '../../../src/task/task-end.ts';
import { calls, stepOf, textOf, World } from './world.ts';

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
const writtenAtEnd = (world: World) => (world.lines('task_end')[0]?.written ?? []) as WrittenCount[];
const missing = (world: World) =>
  writtenAtEnd(world).flatMap(({ change, names = [] }) => (change === 'missing' ? names : []));

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

test('R6.9 a file that another step wrote ahead of time in two calls stands for two steps that name it', async () => {
  const plan = [
    'Draft the story',
    'Write chapter 1 to book.md',
    'Append chapter 2 to book.md',
    'Append chapter 3 to book.md',
  ];
  const world = await ended(plan, (step) =>
    step === 1 ? calls(write('book.md', 'A'), append('book.md', 'B'), finish()) : calls(finish('It is written.')),
  );
  expect(statuses(world)).toEqual(['completed', 'completed', 'completed', 'failed']);
});

test.each([['You declined the write of b.md.'], ['b.md']])(
  'R8.6 of a task with a failed step the name of a file alone claims nothing: %s',
  async (closing) => {
    const world = await ended(
      ['Translate part 1 and save it as a.md', 'Save part 2 as b.md'],
      (step) => (step === 1 ? calls(write('a.md', 'A'), finish()) : calls(finish('It is there.'))),
      { closing },
    );
    expect(statuses(world)).toEqual(['completed', 'failed']);
    expect(missing(world)).toEqual([]);
  },
);

test.each([
  ['All is translated: a.md, b.md and c.md.', ['b.md', 'c.md']],
  ['The translation of part 2 is in b.md.', ['b.md']],
  ['I could not translate part 2, so b.md is missing.', []],
  ['chapter-09.md is translated, too.', ['chapter-09.md']],
  ['The style follows CONTRIBUTING.md.', []],
])(
  'R8.6 files that the closing answer names as results and that are nowhere are marked: %s',
  async (closing, names) => {
    const world = await ended(
      ['Translate part 1 and save it as a.md', 'Sum up'],
      (step) => (step === 1 ? calls(write('a.md', 'A'), finish()) : calls(finish('Thought through.'))),
      { closing, goal: 'Translate the parts and save the second as b.md' },
    );
    expect(missing(world)).toEqual(names);
  },
);

const long = `# Novel\n\n${'It rained on the river all night. '.repeat(60)}\n`;
const contents = (world: World) =>
  [...world.storage.tables.files.values()].map(({ name, content, deleted_at }) => ({
    ...{ name, content },
    removed: deleted_at !== null,
  }));

test('R9.7 what a step leaves out of the file of an earlier one is kept in the bin, once a step', async () => {
  const world = await ended(['Write novel.md', 'Revise it and save novel.md'], (step) =>
    step === 1
      ? calls(write('novel.md', 'A first try'), write('novel.md', long), finish())
      : calls(write('novel.md', 'Shorter.'), write('novel.md', 'Short.'), finish()),
  );
  expect(contents(world)).toEqual([
    { name: 'novel.md', content: 'Short.', removed: false },
    {
      name: expect.stringMatching(/^novel \(earlier version, [-\d]{10} \d\d\.\d\d\)\.md$/) as unknown,
      content: long,
      removed: true,
    },
  ]);
  const size = new TextEncoder().encode(long).length;
  expect(writtenAtEnd(world)).toEqual([
    {
      ...{ store: 'files', change: 'put', n: 1, names: ['novel.md'] },
      shorter: [{ name: 'novel.md', before: size, now: 6 }],
    },
  ]);
  expect(world.lines('task_end')[0]?.tone).toBe('green');
});

test('R9.7 what the new text still holds is not kept', async () => {
  const world = await ended(['Write novel.md', 'Write more into novel.md'], (step) =>
    calls(write('novel.md', step === 1 ? long : `${long}\nThe end.`), finish()),
  );
  expect(contents(world).map(({ name }) => name)).toEqual(['novel.md']);
});

test('R9.7 a placeholder for what a longer file holds is refused once in a step', async () => {
  const cut = 'New beginning.\n\n[… the rest of the chapter remains unchanged …]';
  for (const insists of [false, true]) {
    const world = await ended(['Write novel.md', 'Revise novel.md and save it as novel.md'], (step, n) => {
      if (step === 1) return calls(write('novel.md', long), finish());
      if (n === 1) return calls(write('novel.md', cut));
      return calls(write('novel.md', insists ? cut : `New beginning.\n\n${long}`), finish());
    });
    const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
    expect(textOf(thoughts.at(-1)!)).toContain('this line stands for text that it leaves out: “[… the rest of the');
    expect(contents(world)[0]?.content.startsWith('New beginning.')).toBe(true);
    expect(contents(world)).toHaveLength(insists ? 2 : 1);
    expect(statuses(world)).toEqual(['completed', 'completed']);
  }
});

const chapter = {
  ...{ id: 'file_mine', session_id: 's1', name: 'chapter-02.md', mime: 'text/markdown', kind: 'file' },
  ...{ size: long.length, content: long, source: null, added: true, deleted_at: null },
  created_at: '2026-01-01T00:00:00.000Z',
};
const read: Call = ['read_artifact', { file: 'chapter-02.md' }];

test.each([
  ['Proofread chapter-02.md', []],
  ['List the errors of chapter-02.md', [write('changes.md', '14 errors')], true],
  ['Proofread chapter-02.md and list the changes', [write('changes.md', '14 errors')]],
  ['Proofread chapter-02.md', [read], true],
  ['Proofread chapter-02.md', [['read_artifact', { file: 'file_mine' }] as Call], true],
  ['Fill chapter-02.md with ten ideas', [write('chapter-02.md', 'New.')], true],
  ['Save the corrected text as chapter-02.md', [write('chapter-02.md', 'Corrected.')], true],
] as [string, Call[], boolean?][])(
  'R6.9 “%s” with the calls %j: its text was read, %s',
  async (step, made, isRead = false) => {
    const world = await ended([step], (_, n) => calls(...(n === 1 ? made : []), finish('I found 14 errors.')), {
      files: [chapter],
    });
    expect(world.run.plan.steps[0]?.reason?.code).toBe(isRead ? undefined : 'not_read');
    const kept = writtenAtEnd(world).flatMap((each) => each.kept ?? []);
    expect(kept).toEqual(
      made.some(([, input]) => JSON.stringify(input).includes('"write","name":"chapter-02'))
        ? ['chapter-02 (as added).md']
        : [],
    );
  },
);
