import { expect, test } from 'vitest';
import type { EditError, PlanEdit } from '../../../src/plan/plan-edits.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { undoableEdit } from '../../../src/task/reversible-edits.ts';
import { offered, usual } from './usual.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

const three = ['Do one', 'Do two', 'Do three'];

/** A world whose first step is held at its first thought until `go`. */
async function atFirstStep(plan: readonly unknown[], over: Parameters<typeof usual>[1] = {}) {
  let go = (): void => undefined;
  let asked = false;
  const world = new World(
    usual(plan, {
      ...over,
      thought: (request, index) => {
        if (stepOf(request) === 1 && results(request).length === 0 && !asked) {
          asked = true;
          return new Promise<ModelReply>((resolve) => {
            go = () => resolve(calls(['todo', { action: 'add', title: 'Part 1' }]));
          });
        }
        return over.thought?.(request, index);
      },
    }),
  );
  const refused: EditError[] = [];
  world.runner.refusals.subscribe((refusal) => refused.push(refusal));
  world.submit('Do it all');
  await world.until(() => asked);
  const edit = (wanted: PlanEdit) => world.runner.send({ type: 'plan.edit', edit: wanted });
  const add = (description: string, at: number | null = null) => edit({ kind: 'add', id: '', description, at });
  const names = () => world.run.plan.steps.map((step) => step.description);
  return { world, edit, add, names, refused, go: () => go() };
}

test('R3.8 while a step runs, pending ones can be moved, changed, added, deleted and skipped, and the running one goes on', async () => {
  const { world, edit, add, names, refused, go } = await atFirstStep([...three, 'Do four', 'Do five']);
  void edit({ kind: 'move', id: 'step_5', to: 1 });
  void edit({ kind: 'change', id: 'step_2', change: { description: 'Do two well' } });
  void edit({ kind: 'delete', id: 'step_3' });
  void edit({ kind: 'skip', id: 'step_4' });
  void add('Do more');
  expect(names()).toEqual(['Do one', 'Do five', 'Do two well', 'Do four', 'Do more']);
  expect(world.statuses()).toEqual(['running', 'pending', 'pending', 'skipped', 'pending']);
  expect(refused).toEqual([]);
  go();
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed', 'skipped', 'completed']);
  expect(world.run.plan.steps[0]?.attempts).toBe(1);
  expect(world.todos()).toEqual(['Part 1', 'Part 2', 'Part 3', 'Part 5']);
  expect(world.lines('edit').map((line) => line.what)).toEqual(['move', 'change', 'delete', 'skip', 'add']);
});

test('R3.8 the model sees the edited plan at its next call', async () => {
  const { world, edit, go } = await atFirstStep(three);
  void edit({ kind: 'change', id: 'step_2', change: { description: 'Do two well' } });
  go();
  await world.until(() => world.model.requests.length > 2);
  expect(textOf(world.model.requests[2]!)).toContain('2. Do two well');
});

test('R3.8 an edit of the running step and one that breaks a dependency are refused with the reason', async () => {
  const { world, edit, names, refused } = await atFirstStep([
    { id: 'a', description: 'Do a' },
    { id: 'b', description: 'Do b', dependencies: ['a'] },
    { id: 'c', description: 'Do c', dependencies: ['b'] },
  ]);
  const before = world.run.plan;
  void edit({ kind: 'change', id: 'step_1', change: { description: 'No' } });
  void edit({ kind: 'delete', id: 'step_2' });
  void edit({ kind: 'move', id: 'step_3', to: 1 });
  void edit({ kind: 'change', id: 'step_2', change: { dependencies: ['step_3'] } });
  void edit({ kind: 'change', id: 'step_2', change: { parameters: { title: '${step_9.result}' } } });
  void edit({ kind: 'retry', id: 'step_2' });
  expect(refused.map(({ code }) => code)).toEqual([
    'already_started',
    'still_needed',
    'order_contradicts',
    'cycle',
    'unknown_dependency',
    'not_failed',
  ]);
  expect(refused[1]).toMatchObject({ step: 'Do b', other: 'Do c' });
  expect(names()).toEqual(['Do a', 'Do b', 'Do c']);
  expect(world.run.plan).toEqual(before);
});

test('R3.8 a failed step can be tried again while the plan runs, and its new attempt starts afresh', async () => {
  let failures = 0;
  const world: World = new World(
    usual(['Do one', 'Do two'], {
      thought: (request) => {
        if (stepOf(request) === 1 && failures === 0) {
          failures += 1;
          return calls(['finish_step', { blocked: true, response: 'not now' }]);
        }
        if (stepOf(request) === 2 && results(request).length === 0)
          void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
        return undefined;
      },
    }),
  );
  world.submit('Do both');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed']);
  expect(world.run.plan.steps[0]).toMatchObject({ attempts: 2, error: null });
});

test('R3.8 an edit sets a blocked, a failed, a completed and a stopped plan going again', async () => {
  for (const end of ['blocked', 'failed', 'completed', 'cancelled'] as const) {
    let bad = end === 'blocked' || end === 'failed';
    const chain = [
      { id: 'a', description: 'Do a' },
      { id: 'b', description: 'Do b', dependencies: ['a'] },
    ];
    const world: World = new World(
      usual(chain, {
        thought: () => {
          if (end === 'cancelled' && world.lines('task_end').length === 0)
            void world.runner.send({ type: 'plan.stop' });
          return bad ? calls(['finish_step', { blocked: true, response: 'no' }]) : undefined;
        },
        replan: () =>
          bad
            ? end === 'failed'
              ? calls(['update_plan', { plan: ['Once more'] }])
              : calls(['keep_plan', {}])
            : undefined,
      }),
    );
    world.submit('Do it all');
    await world.untilPhase(end);
    bad = false;
    if (end === 'completed')
      void world.runner.send({ type: 'plan.edit', edit: { kind: 'add', id: '', description: 'More', at: null } });
    else void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
    await world.until(
      () =>
        world.lines('task_end').filter((line) => line.status === 'completed').length === (end === 'completed' ? 2 : 1),
    );
    expect(world.run.phase).toBe('completed');
    expect(world.run.plan.steps[0]?.status).toBe('completed');
  }
});

test('R3.8 work that the person adds while the end is being verified is done before the plan closes', async () => {
  const world: World = new World(usual(['Do one']));
  let added = false;
  world.runner.subscribe(({ run }) => {
    if (run?.phase !== 'verifying' || added) return;
    added = true;
    queueMicrotask(() =>
      world.runner.send({ type: 'plan.edit', edit: { kind: 'add', id: '', description: 'One more', at: null } }),
    );
  });
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed']);
  expect(world.lines('message').filter((line) => line.kind === 'closing')).toHaveLength(1);
});

test('R3.9 a replan that would change or drop a step of the person’s asks, and a refusal keeps it and tells the model', async () => {
  let asked = 0;
  const { world, add, edit, go } = await atFirstStep(three, {
    replan: () =>
      (asked += 1) === 1 ? calls(['update_plan', { plan: [{ id: 'step_2', description: 'Do less' }] }]) : undefined,
  });
  void edit({ kind: 'change', id: 'step_2', change: { description: 'Do two my way' } });
  void add('Mine');
  go();
  await world.untilPhase('waiting');
  expect(world.run.proposal?.at_stake).toEqual(['step_2', 'step_4']);
  expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Do one', 'Do two my way', 'Do three', 'Mine']);
  world.reload();
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'proposal.decide', accepted: false });
  await world.untilPhase('completed');
  expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Do one', 'Do two my way', 'Mine']);
  const told = textOf(world.model.requests.filter(({ purpose }) => purpose === 'replan').at(-1)!);
  expect(told).toContain('The person keeps these steps as they are: Do two my way; Mine');
});

test('R3.9 with the person’s consent the replan takes effect, for the steps they were shown and no others', async () => {
  let asked = 0;
  const { world, add, go } = await atFirstStep(['Do one'], {
    replan: () => ((asked += 1) === 1 ? calls(['update_plan', { plan: ['Something else'] }]) : undefined),
  });
  void add('Mine');
  go();
  await world.untilPhase('waiting');
  void add('Mine too');
  void world.runner.send({ type: 'proposal.decide', accepted: true });
  await world.untilPhase('completed');
  expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Do one', 'Something else', 'Mine too']);
});

test('R3.9 a closing answer that would leave a step of the person’s undone asks, too', async () => {
  for (const accepted of [true, false]) {
    let early = 2;
    const { world, add, go } = await atFirstStep(['Do one'], {
      replan: () => {
        if (early === 0) return undefined;
        early -= 1;
        return calls(['finish_task', { response: 'Enough.' }]);
      },
    });
    void add('Mine');
    go();
    await world.untilPhase('waiting');
    expect(world.run.proposal).toEqual({ steps: [], at_stake: ['step_2'], closing: 'Enough.' });
    void world.runner.send({ type: 'proposal.decide', accepted });
    await world.untilPhase('completed');
    expect(world.statuses()).toEqual(['completed', accepted ? 'skipped' : 'completed']);
    expect(world.lines('message').at(-1)).toMatchObject({ kind: 'closing', text: accepted ? 'Enough.' : 'All done.' });
  }
});

test('R3.9 a replan is shown as a difference', async () => {
  let asked = 0;
  const world = new World(
    usual(['Do one', 'Do two', 'Do three', 'Do four'], {
      replan: () =>
        (asked += 1) === 1
          ? calls([
              'update_plan',
              {
                plan: [
                  { id: 'step_4', description: 'Do four' },
                  { id: 'step_2', description: 'Do two anew' },
                  'Do five',
                ],
              },
            ])
          : undefined,
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.lines('replanned')[0]?.difference).toEqual([
    { kind: 'moved', id: 'step_4', description: 'Do four' },
    { kind: 'changed', id: 'step_2', description: 'Do two anew', was: 'Do two' },
    { kind: 'added', id: 'step_5', description: 'Do five' },
    { kind: 'dropped', id: 'step_3', description: 'Do three' },
  ]);
});

/** A world whose plan has been replaced once and whose second step is held. */
async function afterReplan() {
  let go = (): void => undefined;
  let asked = 0;
  let stopped = false;
  const world: World = new World(
    usual(three, {
      thought: (request) => {
        if (stepOf(request) !== 2 || stopped) return undefined;
        stopped = true;
        return new Promise<ModelReply>((resolve) => {
          go = () => resolve(calls(['finish_step', { response: 'new one done' }]));
        });
      },
      replan: () => ((asked += 1) === 1 ? calls(['update_plan', { plan: ['New one', 'New two'] }]) : undefined),
    }),
  );
  world.submit('Do it all');
  await world.until(() => stopped);
  return { world, go: () => go(), names: () => world.run.plan.steps.map((step) => step.description) };
}

test('R3.9 a replan can be undone: steps that have not begun are again what they were', async () => {
  const { world, go, names } = await afterReplan();
  expect(names()).toEqual(['Do one', 'New one', 'New two']);
  void world.runner.send({ type: 'replan.undo' });
  expect(names()).toEqual(['Do one', 'New one', 'Do two', 'Do three']);
  expect(world.run.undo).toBeNull();
  go();
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed', 'completed']);
  expect(world.lines('edit')).toMatchObject([{ what: 'undo_replan' }]);
});

test('R3.9 undoing a replan keeps what the person has edited or added since, and leaves a finished plan alone', async () => {
  const { world, go, names } = await afterReplan();
  void world.runner.send({
    type: 'plan.edit',
    edit: { kind: 'change', id: 'step_5', change: { description: 'New two, mine' } },
  });
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'add', id: '', description: 'Mine', at: null } });
  void world.runner.send({ type: 'replan.undo' });
  expect(names()).toEqual(['Do one', 'New one', 'Do two', 'Do three', 'New two, mine', 'Mine']);
  go();
  await world.untilPhase('completed');

  const second = await afterReplan();
  second.go();
  await second.world.untilPhase('completed');
  const { plan } = second.world.run;
  void second.world.runner.send({ type: 'replan.undo' });
  expect(second.world.run.plan).toEqual(plan);
});

test('R3.9 the model never has to repeat finished steps: they stay, and repeating them changes nothing', async () => {
  let asked = 0;
  const world = new World(
    usual(['Do one', 'Do two'], {
      replan: (request) =>
        (asked += 1) === 1
          ? calls([
              'update_plan',
              {
                plan: [
                  { id: 'step_1', description: 'Do one' },
                  { id: 'step_2', description: 'Do two' },
                ],
              },
            ])
          : offered(request).includes('keep_plan')
            ? calls(['keep_plan', {}])
            : undefined,
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.run.plan.steps.map((step) => [step.id, step.attempts])).toEqual([
    ['step_1', 1],
    ['step_2', 1],
  ]);
});

test('R12.6 edits are undone and made again one by one, and a new edit ends that', async () => {
  const { world, edit, names, refused, go } = await atFirstStep([...three, 'Do four']);
  const send = (type: 'edit.undo' | 'edit.redo') => world.runner.send({ type });
  void edit({ kind: 'move', id: 'step_4', to: 1 });
  void edit({ kind: 'skip', id: 'step_3' });
  const edited = [names(), world.statuses()];
  expect(world.run.edits.map(({ what, step }) => [what, step])).toEqual([
    ['move', 'Do four'],
    ['skip', 'Do three'],
  ]);
  void send('edit.undo');
  void send('edit.undo');
  expect(names()).toEqual([...three, 'Do four']);
  expect(world.run.redos?.map(({ what }) => what)).toEqual(['skip', 'move']);
  void send('edit.redo');
  void send('edit.redo');
  expect([names(), world.statuses()]).toEqual(edited);
  expect([world.run.redos, world.run.edits.length]).toEqual([[], 2]);
  void send('edit.redo');
  void send('edit.undo');
  void edit({ kind: 'change', id: 'step_2', change: { description: 'Do two well' } });
  expect(world.run.redos).toEqual([]);
  expect(refused).toEqual([]);
  go();
  await world.untilPhase('completed');
  expect(world.lines('edit').map(({ what }) => what)).toEqual([
    'move',
    'skip',
    'undo',
    'undo',
    'redo',
    'redo',
    'undo',
    'change',
  ]);
});

test('R12.6 the undo of an edit is no longer offered once a replan has dropped its step, and does nothing if asked for', async () => {
  let asked = 0;
  const { world, edit, names, refused, go } = await atFirstStep(three, {
    replan: () => ((asked += 1) === 1 ? calls(['update_plan', { plan: ['Sum up'] }]) : undefined),
  });
  void edit({ kind: 'change', id: 'step_3', change: { description: 'Do three for Ann' } });
  const [change] = world.run.edits;
  go();
  await world.untilPhase('waiting');
  expect(undoableEdit(world.run)).toEqual(change);
  void world.runner.send({ type: 'proposal.decide', accepted: true });
  expect(names()).toEqual(['Do one', 'Sum up']);
  expect(undoableEdit(world.run)).toBeNull();
  void world.runner.send({ type: 'edit.undo', id: change!.id });
  void world.runner.send({ type: 'edit.undo' });
  expect(refused.map(({ code, step }) => [code, step])).toEqual([
    ['changed_since', 'Do three for Ann'],
    ['changed_since', 'Do three for Ann'],
  ]);
  await world.untilPhase('completed');
  expect(names()).toEqual(['Do one', 'Sum up']);
});
