import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, type RawDatabase } from '../../fixtures/released/raw-database.ts';
import { end, everyLeftRun, laterDesk, leave, type LeftRun, record } from '../../fixtures/unfinished/recorded.ts';
import type { Outcome } from '../../fixtures/unfinished/outcome.ts';
import { scenarios } from '../../fixtures/unfinished/scenarios.ts';

/** The name of the release that is to be recorded. */
const recording = process.env.WRITE_UNFINISHED;

/** A tab of a later day over a database. */
async function openedLater(raw: RawDatabase) {
  const name = `cairn-later-${crypto.randomUUID()}`;
  await createDatabase({ name, raw });
  const desk = laterDesk(name);
  onTestFinished(() => desk.close());
  return desk;
}

if (recording)
  test('record how this release leaves each run, and how it brings it to its end', async () => {
    const runs: LeftRun[] = [];
    for (const scenario of scenarios) {
      const raw = await leave(scenario);
      const desk = await openedLater(raw);
      runs.push({ release: recording, name: scenario.name, raw, outcome: await end(scenario, desk) });
      expect(desk.faults).toEqual([]);
    }
    record(runs);
  });

type Change = (outcome: Outcome) => Outcome;

type Task = Outcome['sessions'][number];

/** The outcome with another end of its task. */
const ending =
  (end: (task: Task) => Partial<Task>, more: Partial<Outcome> = {}): Change =>
  (outcome) => ({ ...outcome, ...more, sessions: outcome.sessions.map((task) => ({ ...task, ...end(task) })) });

const secondStep = (line: string) => ending(({ steps }) => ({ steps: steps.with(1, line) }));

const add = (n: number) => `todo {"action":"add","title":"Part ${n}"}: ok`;

/** The end of the stopped plan, whose second step ends so after these calls. */
const stopped = (calls: number[], second: string) =>
  ending(
    () => ({
      ...{ phase: 'completed', used: [10 + calls.length, 0], calls: calls.map(add) },
      messages: ['goal: Prepare the trip', 'closing: All done.'],
      steps: [
        'step_1 Note the bag: completed (1) did part 1',
        `step_2 Note the tickets: ${second}`,
        'step_3 Note the bread: completed (1) did part 3',
      ],
    }),
    { asked: { thought: 3, replan: 2 }, todos: ['Part 1', 'Part 2', 'Part 3'] },
  );

/** Where an end differs from that of the release, this is meant. */
const meant: { name: string; releases: string[]; because: string; change: Change }[] = [
  {
    name: 'a message was sent without an answer, and the person leaves it',
    releases: ['1.0.0', 'the last before the folders moved'],
    because: 'a step is shown as to be checked if the outcome of its call is not known',
    change: secondStep(
      'step_2 Send the message: completed (1) It is not known whether this was done: Use the tool “post” (no answer had said whether it was done, and you left it as it is). The model said: may or may not',
    ),
  },
  {
    name: 'a call waits for permission, and the person does not allow it',
    releases: ['1.0.0'],
    because: 'a step is shown as to be checked if it says it is done but was not allowed what it tried',
    change: secondStep(
      'step_2 Read the page: completed (1) The model says that it is done, but you did not allow this: Read trains.example/times',
    ),
  },
  {
    name: 'with a message as the first call of the next step, sent without an answer',
    releases: ['1.0.0', 'the last before the folders moved'],
    because: 'the same as for a message that was sent without an answer',
    change: secondStep(
      'step_2 Note more: completed (1) It is not known whether this was done: Use the tool “post” (no answer had said whether it was done, and you left it as it is). The model said: did part 2',
    ),
  },
  {
    name: 'the person has edited the plan, and undoes and redoes an edit after the reload',
    releases: ['1.0.0'],
    because: 'an edit that was undone can be redone',
    change: ending(
      () => ({
        used: [16, 0],
        calls: [1, 2, 4, 3].map(add),
        steps: [
          'step_1 Note the bag: completed (1) did part 1',
          'step_2 Note the tickets: completed (1) did part 2',
          'step_4 Note the hat: completed (1) did part 3',
          'step_3 Note rye bread: completed (1) did part 4',
        ],
      }),
      { asked: { thought: 5, replan: 3 }, todos: ['Part 1', 'Part 2', 'Part 3', 'Part 4'] },
    ),
  },
  {
    name: 'a plan is stuck, and the person has the step tried again',
    releases: ['1.0.0', 'the last before the folders moved'],
    because: 'what the person does about a step gives the plan its recoveries back',
    change: ending(({ used: [steps] }) => ({ used: [steps, 0] })),
  },
  {
    name: 'the person has stopped the plan',
    releases: ['1.0.0'],
    because: 'continue goes on with a stopped plan; what the stopped step has done is not done a second time',
    change: stopped(
      [1, 2, 2, 3],
      'completed (2) Already done in step 2, not done a second time: Added to-do “Part 2” (id todo_2d8716726a1c29c6).',
    ),
  },
  {
    name: 'the person has stopped the plan',
    releases: ['the last before the folders moved'],
    because: 'continue goes on with a stopped plan, in the same try of the step that was cut short',
    change: stopped([1, 2, 3], 'completed (1) did part 2'),
  },
];

for (const { release, name, raw, outcome } of recording ? [] : everyLeftRun()) {
  const other = meant.find((each) => each.name === name && each.releases.includes(release));
  const toTheEnd = other
    ? `as is meant: ${other.because}`
    : 'to the same end, with nothing lost and nothing done twice';
  test(`R8.3, R12.2 left by ${release}, “${name}”: it goes on ${toTheEnd}`, async () => {
    const desk = await openedLater(raw);
    const ids = await desk.sessions();
    const before = await Promise.all(ids.map((id) => desk.stores.sessions.wholeJournal(id)));
    const reached = await end(
      scenarios.find((scenario) => scenario.name === name)!,
      desk,
    );
    expect(reached).toEqual(other ? other.change(outcome) : outcome);
    for (const [at, id] of ids.entries()) {
      const journal = await desk.stores.sessions.wholeJournal(id);
      expect(journal.slice(0, before[at]!.length)).toEqual(before[at]);
      const effects = journal.flatMap(({ effect }) => effect ?? []);
      expect(new Set(effects).size).toBe(effects.length);
    }
    expect(desk.faults).toEqual([]);
  });
}

if (!recording)
  test('R12.2 of each release, each unfinished run is recorded once', () => {
    const left = everyLeftRun();
    for (const release of new Set(left.map((run) => run.release)))
      expect(left.filter((run) => run.release === release).map(({ name }) => name)).toEqual(
        scenarios.map(({ name }) => name),
      );
  });
