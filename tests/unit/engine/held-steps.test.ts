import { describe, expect, test } from 'vitest';
import type { ModelError } from '../../../src/task/model-reply.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import type { PlanEdit } from '../../../src/plan/plan-edits.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { usual } from './usual.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

const refusal: ModelError = { code: 'bad_request', detail: 'Invalid request', status: 400, retry_after_ms: null };
const ways: PlanEdit[] = [
  { kind: 'skip', id: 'step_2' },
  { kind: 'retry', id: 'step_2' },
  { kind: 'change', id: 'step_2', change: { description: 'Do it in another way' } },
];

/** A plan that is paused, since its second step got only refusals after it had added its to-do. */
async function pausedInSecond(reloads: boolean): Promise<{ world: World; mend: () => void }> {
  let broken = true;
  const world = new World(
    usual(['Do one', 'Do two', 'Do three'], {
      thought: (request: ModelRequest) =>
        broken && stepOf(request) === 2 && textOf(request).includes('Part 2') ? refusal : undefined,
      replan: (request) =>
        textOf(request).includes('The person asks you to look') && !textOf(request).includes('were replaced')
          ? calls(['update_plan', { plan: ['Do the rest'] }])
          : undefined,
    }),
    { thoroughness: 'balanced' },
  );
  world.submit('Do it all');
  await world.untilPhase('paused');
  expect(world.statuses()).toEqual(['completed', 'running', 'pending']);
  if (reloads) world.reload();
  return { world, mend: () => (broken = false) };
}

describe.each([false, true])('R8.6 a begun step of a paused plan, reloaded: %s', (reloads) => {
  test.each(ways)('can be taken further: $kind', async (edit) => {
    const { world, mend } = await pausedInSecond(reloads);
    const refused: string[] = [];
    world.runner.refusals.subscribe(({ code }) => refused.push(code));
    void world.runner.send({ type: 'plan.edit', edit });
    expect([refused, world.run.phase]).toEqual([[], 'paused']);
    expect(world.statuses()[1]).toBe(edit.kind === 'skip' ? 'skipped' : 'pending');
    mend();
    void world.runner.send({ type: 'plan.continue' });
    const run = await world.untilPhase('completed');
    expect(world.statuses()).toEqual(['completed', edit.kind === 'skip' ? 'skipped' : 'completed', 'completed']);
    expect(world.todos().toSorted(), 'nothing is done twice').toEqual(['Part 1', 'Part 2', 'Part 3']);
    if (edit.kind !== 'skip') expect(run.plan.steps[1]?.attempts).toBe(2);
  });

  test('can be replaced by a replan', async () => {
    const { world, mend } = await pausedInSecond(reloads);
    mend();
    void world.runner.send({ type: 'plan.replan' });
    const run = await world.untilPhase('completed');
    expect(run.plan.steps.map((step) => [step.description, step.status])).toEqual([
      ['Do one', 'completed'],
      ['Do the rest', 'completed'],
    ]);
  });

  test('that was skipped or begun anew is as it was before once that is undone', async () => {
    for (const edit of ways) {
      const { world, mend } = await pausedInSecond(reloads);
      const before = world.run.plan.steps;
      void world.runner.send({ type: 'plan.edit', edit });
      void world.runner.send({ type: 'edit.undo' });
      expect(world.run.plan.steps).toEqual(before);
      mend();
      void world.runner.send({ type: 'plan.continue' });
      await world.untilPhase('completed');
      const kind = edit.kind === 'retry' ? 'start_over' : edit.kind;
      const records = ({ body, step_id }: JournalEntry) => (body.type === 'edit' ? [{ ...body, step_id }] : []);
      const was = edit.kind === 'change' ? { was: 'Do two' } : {};
      expect(world.storage.journal('s1').flatMap(records)).toMatchObject([
        { what: kind, step_id: 'step_2', ...was },
        { what: 'undo', of: kind, step_id: 'step_2' },
      ]);
      expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
    }
  });

  test('is not asked about again in the same words, but is after it was begun anew', async () => {
    const { world } = await pausedInSecond(reloads);
    const sent = world.model.requests.length;
    void world.runner.send({ type: 'plan.continue' });
    expect((await world.untilPhase('paused')).pause).toMatchObject({ error: { code: 'refused' } });
    expect(world.model.requests).toHaveLength(sent);
    void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_2' } });
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.model.requests.length).toBeGreaterThan(sent);
  });
});

test('R8.6 guidance changes what is asked, so that it is sent', async () => {
  const { world, mend } = await pausedInSecond(true);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('paused');
  void world.runner.send({ type: 'guidance.add', text: 'Be brief' });
  mend();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
});

test('R8.6 a begun step of a plan at work, and the deletion or move of one that waits, are refused as before', async () => {
  const { world } = await pausedInSecond(false);
  const refused: string[] = [];
  world.runner.refusals.subscribe(({ code }) => refused.push(code));
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'delete', id: 'step_2' } });
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'move', id: 'step_2', to: 2 } });
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  void world.runner.send({ type: 'plan.continue' });
  for (const edit of ways) void world.runner.send({ type: 'plan.edit', edit });
  expect(refused).toEqual(['already_started', 'keeps_place', 'not_failed', ...ways.map(wayRefused)]);
});

const wayRefused = ({ kind }: PlanEdit) => (kind === 'retry' ? 'not_failed' : 'already_started');

test('R8.6 the question of a step that is skipped while the plan is paused is gone with it', async () => {
  const world = new World(
    usual(['Do one', 'Do two'], {
      thought: (request) =>
        stepOf(request) === 1 && results(request).length === 0
          ? calls(['ask_user', { question: 'Which one?' }])
          : undefined,
    }),
    { thoroughness: 'balanced' },
  );
  world.submit('Do it all');
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'plan.pause' });
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: 'step_1' } });
  expect(world.run.question).toBeNull();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['skipped', 'completed']);
});

test('R8.6 the approval that a step waits for is gone once it is begun anew, and is asked for again', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        results(request).length === 0 ? calls(['fetch', { url: 'https://example.org/' }]) : undefined,
    }),
    { thoroughness: 'balanced' },
  );
  world.network.page('https://example.org/', { body: 'Hello' });
  world.submit('Do it');
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'plan.pause' });
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  expect(world.run.approvals).toEqual([]);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('waiting');
  expect(world.run.approvals).toHaveLength(1);
});
