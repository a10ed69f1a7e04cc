import { expect, onTestFinished, test } from 'vitest';
import type { JournalEntry } from '../../../src/task/journal.ts';
import type { Run } from '../../../src/task/run.ts';
import { createEmptySession } from '../../../src/engine/create-empty-session.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { currentValue } from '../../../src/ports/observable.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import type { Script } from '../../fakes/scripted-model.ts';
import { createDatabase } from '../../fixtures/released/raw-database.ts';
import { everyReleased, type Released } from '../../fixtures/released/released.ts';
import { scripts, trip } from '../../fixtures/released/scripts.ts';
import { begin, sit, type Sitting } from '../../fixtures/released/sessions.ts';
import { openDatabase } from '../storage/open-database.ts';
import { purposes, usual } from './usual.ts';
import { calls } from './world.ts';

const isOver = ({ phase }: Run) => phase === 'completed';

/** Opens the sessions of a release in a tab of the present app. */
async function reopen({ raw }: Released) {
  const name = `cairn-${crypto.randomUUID()}`;
  await createDatabase({ name, raw });
  const { database, faults } = openDatabase(name);
  const stores = createStores(database);
  const settings = await stores.settings.get();
  const desk = { database, stores, settings, clock: new FakeClock('2027-01-01T10:00:00.000Z', 2) };
  const titled = async (title: string, script: Script): Promise<Sitting> => {
    const session = (await currentValue(stores.sessions.list(100))).find((each) => each.title === title);
    const sitting = await sit(desk, session?.id ?? '', script);
    onTestFinished(() => sitting.runner.close());
    return sitting;
  };
  return { stores, faults, titled };
}

const effectsIn = (journal: readonly JournalEntry[]) => journal.flatMap(({ effect }) => effect ?? []);

test.each(everyReleased())(
  'R8.3, R12.2 a task that was cut short in the release of version $version goes on where it was, and nothing is done twice',
  async (released) => {
    const { stores, faults, titled } = await reopen(released);
    const { id, runner, model, until } = await titled('Prepare the trip', usual(trip));
    const before = await stores.sessions.wholeJournal(id);
    const found = runner.current().run!;
    expect([found.phase, found.resume, found.pause]).toEqual(['paused', 'executing', { code: 'interrupted' }]);
    expect(found.plan.steps.map(({ status }) => status)).toEqual(['completed', 'running', 'pending']);
    expect(model.requests).toEqual([]);

    void runner.send({ type: 'plan.continue' });
    const { plan } = await until(isOver);
    expect(plan.steps.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['completed', 1],
      ['completed', 1],
      ['completed', 1],
    ]);
    expect(purposes(model.requests)).toEqual(['thought', 'replan', 'thought', 'thought', 'replan']);
    const added = (await currentValue(stores.todos.list())).filter(({ session_id }) => session_id === id);
    expect(added.map(({ title }) => title)).toEqual(['Part 1', 'Part 2', 'Part 3']);
    const journal = await stores.sessions.wholeJournal(id);
    expect(journal.slice(0, before.length)).toEqual(before);
    expect(new Set(effectsIn(journal)).size).toBe(effectsIn(journal).length);
    expect(journal.filter(({ body }) => body.type === 'tool_call')).toHaveLength(3);
    expect(journal.filter(({ body }) => body.type === 'plan_step_start')).toHaveLength(3);
    expect(faults).toEqual([]);
  },
);

const afterReading: Script = usual(['Sort', 'Answer'], {
  thought: (_, index) =>
    index === 0 ? calls(['todo', { action: 'add', title: 'Late' }]) : calls(['finish_step', { response: 'done' }]),
});

/** Where each other session stands when it is opened, and how it comes to its end. */
const others: [title: string, phase: Run['phase'], steps: number, goOn: (sitting: Sitting) => void][] = [
  ['Deal with the letters', 'paused', 4, ({ runner }) => runner.send({ type: 'plan.continue' })],
  ['Plan the weekend (copy)', 'paused', 2, ({ runner }) => runner.send({ type: 'plan.continue' })],
  ['Talk to the landlord', 'paused', 1, ({ runner }) => runner.send({ type: 'plan.continue' })],
  ['Build a shelf', 'paused', 2, ({ runner }) => runner.send({ type: 'plan.continue' })],
  ['Write a letter', 'paused', 2, ({ runner }) => runner.send({ type: 'plan.continue' })],
  ['Paint the fence', 'waiting', 2, ({ runner }) => runner.send({ type: 'question.answer', text: 'Green' })],
  ['Taxes', 'reviewing', 2, ({ runner }) => runner.send({ type: 'plan.approve' })],
  [
    ...(['Find a train', 'waiting', 1] as const),
    ({ runner }) => {
      const [asked] = runner.current().run!.approvals;
      void runner.send({ type: 'approval.decide', effect: asked!.effect, decision: 'deny' });
    },
  ],
];

test.each(
  everyReleased().flatMap((released) =>
    others.map(([title, ...rest]) => ({ released, title, rest, of: released.version })),
  ),
)(
  'R8.3, R12.2 “$title” of version $of stands where it stood and comes to its end',
  async ({ released, title, rest }) => {
    const [phase, steps, goOn] = rest;
    const { stores, faults, titled } = await reopen(released);
    const sitting = await titled(title, afterReading);
    expect(sitting.runner.current().run?.phase).toBe(phase);
    const before = await stores.sessions.wholeJournal(sitting.id);
    goOn(sitting);
    const { plan } = await sitting.until(isOver);
    expect(plan.steps.map(({ status }) => status)).toEqual(Array(steps).fill('completed'));
    const journal = await stores.sessions.wholeJournal(sitting.id);
    expect(journal.slice(0, before.length)).toEqual(before);
    expect(new Set(effectsIn(journal)).size).toBe(effectsIn(journal).length);
    expect(faults).toEqual([]);
  },
);

test.each(everyReleased())('R12.2 what had ended in the release of version $version stays ended', async (released) => {
  const { stores, titled } = await reopen(released);
  for (const [title, phase] of [
    ['Plan the weekend', 'completed'],
    ['What is the capital of France?', 'answered'],
  ] as const) {
    const { id, runner } = await titled(title, afterReading);
    const before = await stores.sessions.wholeJournal(id);
    await runner.settled();
    expect(runner.current().run?.phase).toBe(phase);
    expect(await stores.sessions.wholeJournal(id)).toEqual(before);
  }
});

test('R3.7, R12.6 a fork that has written files ends as its source did: the copies are what its record claims', async () => {
  const { database } = openDatabase();
  const stores = createStores(database);
  const settings = await stores.settings.change((stored) => ({
    ...{ ...stored, thoroughness: 'careful' },
    allowed_origins: ['https://weather.example'],
  }));
  const desk = { database, stores, settings, clock: new FakeClock() };
  const source = await begin(desk, 'Plan the weekend', scripts.weekend);
  await source.until(isOver);
  void source.runner.close();
  const lines = await stores.sessions.wholeJournal(source.id);
  const wrote = lines.findLast(({ body }) => body.type === 'tool_result')?.seq ?? 0;
  const fork = createEmptySession(desk.clock, 'Copy');
  expect(await stores.sessions.fork(source.id, wrote, fork)).toBe(true);
  const copy = await sit(desk, fork.id, scripts.weekend);
  onTestFinished(() => copy.runner.close());
  void copy.runner.send({ type: 'plan.continue' });
  await copy.until(isOver);
  const verified = (await stores.sessions.wholeJournal(fork.id)).flatMap(({ body }) =>
    body.type === 'final_verify' ? [body.mismatch] : [],
  );
  expect(verified).toEqual(['']);
});
