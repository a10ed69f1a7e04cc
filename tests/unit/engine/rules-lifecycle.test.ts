import { expect, test } from 'vitest';
import { defaultLimits } from '../../../src/values/limits.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { offered, purposes, usual } from './usual.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

const three = ['Do one', 'Do two', 'Do three'];
const graph = [
  { id: 'a', description: 'Do a' },
  { id: 'b', description: 'Do b' },
  { id: 'c', description: 'Do c', dependencies: ['a', 'b'] },
];

/** A reply that is held back until it is let go. */
function held(): { reply: (with_: ModelReply) => Promise<ModelReply>; go: () => void; asked: boolean } {
  const gate = { asked: false, go: (): void => undefined, reply: (_: ModelReply) => Promise.resolve(_) };
  gate.reply = (given) => {
    gate.asked = true;
    return new Promise((resolve) => {
      gate.go = () => resolve(given);
    });
  };
  return gate;
}

test('R3.2 thoughts act and end steps only; nothing but a replan closes the task', async () => {
  const world = new World(usual(three));
  world.submit('Do it all');
  await world.untilPhase('completed');
  const asked = world.model.requests;
  for (const request of asked.filter(({ purpose }) => purpose === 'thought')) {
    expect(offered(request)).toContain('finish_step');
    expect(offered(request)).not.toContain('finish_task');
    expect(offered(request)).not.toContain('update_plan');
  }
  for (const request of asked.filter(({ purpose }) => purpose === 'replan')) {
    expect(offered(request)).not.toContain('todo');
    expect(offered(request)).toContain('finish_task');
  }
  expect(purposes(asked).at(-1)).toBe('replan');
});

test('R3.3 the plan is asked for once, with the goal, the time and the tools, and never again in the task', async () => {
  const world = new World(usual(three));
  world.submit('Do it all');
  await world.untilPhase('completed');
  const first = world.model.requests[0]!;
  expect(first.purpose).toBe('intake');
  expect(textOf(first)).toContain('Do it all');
  expect(textOf(first)).toContain('Now: 2026-01-01 10:00'.replace(' 10', 'T10'));
  expect(offered(first)).toEqual(expect.arrayContaining(['create_plan', 'todo', 'schedule', 'fetch']));
  expect(purposes(world.model.requests).filter((purpose) => purpose === 'intake' || purpose === 'plan')).toHaveLength(
    1,
  );
});

test('R3.3 what the person types while a plan runs is heard by the next thought and the next replan, and is no goal', async () => {
  const gate = held();
  const world = new World(
    usual(three, {
      thought: (request) =>
        stepOf(request) === 1 && results(request).length === 0
          ? gate.reply(calls(['todo', { action: 'add', title: 'Part 1' }]))
          : undefined,
    }),
  );
  world.submit('Do it all');
  await world.until(() => gate.asked);
  const { id } = world.run;
  void world.runner.send({ type: 'guidance.add', text: 'Use the blue ones' });
  const before = world.model.requests.length;
  gate.go();
  await world.untilPhase('completed');
  const later = world.model.requests.slice(before);
  expect(textOf(later.find(({ purpose }) => purpose === 'thought')!)).toContain('The person says: Use the blue ones');
  expect(textOf(later.find(({ purpose }) => purpose === 'replan')!)).toContain('The person says: Use the blue ones');
  expect(world.run.id).toBe(id);
});

test('R3.3 what is typed after the plan has ended is a new task with a plan of its own', async () => {
  const world = new World(usual(['Do one']));
  world.submit('First goal');
  await world.untilPhase('completed');
  const { id, last_step_number } = world.run;
  world.submit('Second goal');
  await world.until((run) => run.id !== id && run.phase === 'completed');
  expect(world.run.plan.goal).toBe('Second goal');
  expect(world.run.plan.steps[0]?.id).toBe(`step_${last_step_number + 1}`);
  expect(purposes(world.model.requests).filter((purpose) => purpose === 'intake')).toHaveLength(2);
  expect(world.todos()).toEqual(['Part 1', 'Part 1']);
});

test('R3.4 a replan follows the end of each step, and comes nowhere else', async () => {
  const world = new World(usual(three));
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(purposes(world.model.requests)).toEqual([
    'intake',
    ...['thought', 'thought', 'replan', 'thought', 'thought', 'replan', 'thought', 'thought', 'replan'],
  ]);
  expect(world.lines('replanned').map((line) => line.cause)).toEqual(['step_ended', 'step_ended', 'step_ended']);
});

test('R3.4 an explicit request by the person is a reason to replan', async () => {
  const gate = held();
  const world = new World(
    usual(three, {
      thought: (request) =>
        stepOf(request) === 1 && !gate.asked ? gate.reply(calls(['finish_step', { response: 'ok' }])) : undefined,
    }),
  );
  world.submit('Do it all');
  await world.until(() => gate.asked);
  void world.runner.send({ type: 'plan.replan' });
  await world.until(() => world.lines('replanned').length > 0);
  expect(world.lines('replanned')[0]).toMatchObject({ cause: 'person' });
  expect(world.statuses()[0]).toBe('running');
  gate.go();
  await world.untilPhase('completed');
});

test('R3.4 a replan is given the goal, what was clarified, guidance, results with failures named, and what remains', async () => {
  const world = new World(
    usual(three, {
      thought: (request) => {
        const all = textOf(request);
        if (stepOf(request) === 1 && !all.includes('answered: Red')) return calls(['ask_user', { question: 'Which?' }]);
        if (stepOf(request) === 2) return calls(['finish_step', { blocked: true, response: 'no ladder' }]);
        return undefined;
      },
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'guidance.add', text: 'Mind the cat' });
  void world.runner.send({ type: 'question.answer', text: 'Red' });
  await world.untilPhase('completed');
  const told = textOf(world.model.requests.filter(({ purpose }) => purpose === 'replan').at(-1)!);
  for (const part of [
    'Current task: Do it all',
    'You asked: Which?\nThe person answered: Red',
    'The person says: Mind the cat',
    'step_1 completed: did part 1',
    'step_2 failed: no ladder',
    'Remaining: 0',
  ])
    expect(told).toContain(part);
  expect(world.lines('replanned').map((line) => line.cause)).toEqual([
    'clarified',
    'step_ended',
    'recovery',
    'step_ended',
  ]);
});

test('R3.4 a replan changes pending steps only, and in one go', async () => {
  const world = new World(
    usual(three, {
      replan: (request) =>
        textOf(request).includes('replaced')
          ? undefined
          : calls([
              'update_plan',
              {
                plan: [
                  { id: 'step_1', description: 'Rewrite what is done' },
                  { id: 'step_3', description: 'Do three better' },
                  'Do four',
                ],
              },
            ]),
    }),
  );
  const seen = new Set<string>();
  world.runner.subscribe(({ run }) => run && seen.add(run.plan.steps.map((step) => step.description).join()));
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect([...seen]).toEqual(['', 'Do one,Do two,Do three', 'Do one,Rewrite what is done,Do three better,Do four']);
  expect(world.run.plan.steps.map((step) => step.id)).toEqual(['step_1', 'step_4', 'step_3', 'step_5']);
});

test('R3.4 while a replan is asked for other steps go on, a change to a running one is dropped, and only one is asked for at a time', async () => {
  const gate = held();
  let open = 0;
  let most = 0;
  const world = new World(
    usual(graph, {
      thought: (request) => {
        if (/Do b/.test(textOf(request).split('Step ').at(-1) ?? '') && !gate.asked)
          return gate.reply(calls(['finish_step', { response: 'b' }]));
        return undefined;
      },
      replan: async (request) => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        const first = !textOf(request).includes('replaced');
        const plan = [
          { id: 'step_2', description: 'Order a cake' },
          { id: 'step_3', description: 'Do c', dependencies: ['step_1', 'step_2'] },
        ];
        if (first) return calls(['update_plan', { plan }]);
        return /Remaining: 0/.test(textOf(request)) && !offered(request).includes('keep_plan')
          ? calls(['finish_task', { response: 'ok' }])
          : calls(['keep_plan', {}]);
      },
    }),
  );
  world.submit('Do it all');
  await world.until(() => world.lines('replanned').length === 1);
  expect(world.statuses()).toEqual(['completed', 'running', 'pending']);
  expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Do a', 'Do b', 'Do c']);
  gate.go();
  await world.untilPhase('completed');
  expect(most).toBe(1);
});

test('R3.4 `done` and a question wait until no step runs, and the model is not asked again and again meanwhile', async () => {
  for (const early of ['finish_task', 'ask_user'] as const) {
    const gate = held();
    const world = new World(
      usual(graph.slice(0, 2).concat([{ id: 'c', description: 'Do c', dependencies: ['a'] }]), {
        thought: (request) =>
          stepOf(request) === 2 && !gate.asked ? gate.reply(calls(['finish_step', { response: 'b' }])) : undefined,
        replan: (request) => {
          if (early === 'finish_task') return calls(['finish_task', { response: 'Enough.' }]);
          return textOf(request).includes('answered: Go') ? undefined : calls(['ask_user', { question: 'Go on?' }]);
        },
      }),
    );
    world.submit('Do it all');
    await world.until((run) => run.pending_replan === 'held');
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(purposes(world.model.requests).filter((purpose) => purpose === 'replan')).toHaveLength(1);
    expect(world.statuses()).toEqual(['completed', 'running', 'pending']);
    expect(world.run.phase).toBe('executing');
    gate.go();
    if (early === 'ask_user') {
      await world.untilPhase('waiting');
      expect(world.statuses()).toEqual(['completed', 'completed', 'pending']);
      void world.runner.send({ type: 'question.answer', text: 'Go' });
      await world.untilPhase('completed');
      expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
    } else {
      await world.untilPhase('completed');
      expect(world.statuses()).toEqual(['completed', 'completed', 'skipped']);
    }
  }
});

test('R3.4 `done` waits for a running step after a reload, too', async () => {
  let dead = false;
  const world: World = new World(
    usual(graph.slice(0, 2).concat([{ id: 'c', description: 'Do c', dependencies: ['a'] }]), {
      thought: (request) => {
        if (stepOf(request) !== 2 || dead) return undefined;
        return new Promise(() => undefined);
      },
      replan: () => {
        if (dead) return calls(['finish_task', { response: 'Enough.' }]);
        dead = true;
        queueMicrotask(() => world.reload());
        return new Promise(() => undefined);
      },
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'skipped']);
  expect(world.todos()).toEqual(expect.arrayContaining(['Part 1', 'Part 2']));
});

test('R3.4 at closing, pending steps become skipped', async () => {
  const world = new World(usual(three, { replan: () => calls(['finish_task', { response: 'That is enough.' }]) }));
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'skipped', 'skipped']);
  expect(world.lines('task_end')).toMatchObject([{ status: 'completed', done: 1, skipped: 2 }]);
});

test('R3.4 a step that reports that the plan no longer fits leads to a replan, whatever the thoroughness but economy', async () => {
  const world = new World(
    usual(three, {
      thought: (request) =>
        stepOf(request) === 1
          ? calls(['finish_step', { response: 'the page is gone', plan_still_fits: false }])
          : undefined,
    }),
    { thoroughness: 'balanced' },
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.lines('replanned').map((line) => line.cause)).toEqual(['unfit', 'step_ended']);
});

test('R3.5 with planning `always` the plan is asked for by name, and `never` only answers', async () => {
  const always = new World(usual(['Do one']), { planning: 'always' });
  always.submit('Say hello');
  await always.untilPhase('completed');
  expect(purposes(always.model.requests)[0]).toBe('plan');
  expect(offered(always.model.requests[0]!)).toEqual(['create_plan']);

  const never = new World(() => prose('Hello.'), { planning: 'never' });
  never.submit('Buy bread, milk and honey');
  await never.untilPhase('answered');
  expect(offered(never.model.requests[0]!)).toEqual([]);
  expect(never.lines('message')).toMatchObject([{ kind: 'reply', text: 'Hello.' }]);
});

test('R3.5 a first call makes a plan from the steps that the reply declares', async () => {
  const world = new World(
    usual([], {
      intake: () => calls(['create_plan', { plan: three }], ['todo', { action: 'add', title: 'Part 0' }]),
      thought: (request) => (stepOf(request) === 1 ? calls(['finish_step', { response: 'did part 1' }]) : undefined),
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Part 0', 'Part 2', 'Part 3']);
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
});

test('R3.6 with review on the plan waits, can be edited, and runs once it is approved', async () => {
  const world = new World(usual(three), { review: true });
  world.submit('Do it all');
  const run = await world.untilPhase('reviewing');
  expect(run.plan.status).toBe('planning');
  expect(world.statuses()).toEqual(['pending', 'pending', 'pending']);
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'delete', id: 'step_2' } });
  expect(world.model.requests).toHaveLength(1);
  await world.runner.settled();
  world.reload();
  expect(world.run.phase).toBe('reviewing');
  void world.runner.send({ type: 'plan.approve' });
  await world.untilPhase('completed');
  expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Do one', 'Do three']);
});

/** A task whose first to-do is changed behind its back before it closes; `mend` answers the first replan after that. */
function tornWorld(
  mend: (request: ModelRequest, write: (from: string, title: string) => void) => ModelReply | undefined,
) {
  let torn = false;
  const world: World = new World(
    usual(['Do one', 'Do two'], {
      replan: (request) => {
        const { todos } = world.storage.tables;
        const write = (from: string, title: string) =>
          todos.forEach((todo, id) => todo.title === from && todos.set(id, { ...todo, title }));
        const mended = textOf(request).includes('replaced') ? undefined : mend(request, write);
        if (mended) return mended;
        if (!offered(request).includes('keep_plan') && !torn) {
          torn = true;
          write('Part 1', 'Torn');
        }
        return undefined;
      },
    }),
  );
  return world;
}

test('R3.7 a mismatch is named to a replan once, a mended plan completes, and an unchanged check is not repeated', async () => {
  const world = tornWorld((request, write) => {
    if (!/check of what was written failed: to-do “Torn/.test(textOf(request))) return undefined;
    write('Torn', 'Part 1');
    return calls(['update_plan', { plan: ['Do three'] }]);
  });
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.lines('final_verify')).toMatchObject([
    { ok: false, checked: 2, mismatch: 'todos: Torn' },
    { ok: true, checked: 2 },
  ]);
  expect(world.lines('replanned').map((line) => line.cause)).toEqual([
    'step_ended',
    'step_ended',
    'mismatch',
    'step_ended',
  ]);
  expect(world.todos()).toEqual(['Part 1', 'Part 2', 'Part 3']);
});

test('R3.7 a check is repeated when its subject has changed since it passed', async () => {
  const world = tornWorld((request, write) => {
    if (!/check of what was written failed/.test(textOf(request))) return undefined;
    write('Torn', 'Part 1');
    write('Part 2', 'Torn later');
    return calls(['update_plan', { plan: ['Do three'] }]);
  });
  world.submit('Do it all');
  await world.untilPhase('failed');
  expect(world.lines('notice').at(-1)).toMatchObject({
    code: 'not_verified',
    params: { detail: 'todos: Torn later' },
  });
});

test('R3.7 what the person changed or removed afterwards is no mismatch', async () => {
  const world: World = new World(
    usual(['Do one', 'Do two'], {
      replan: (request) => {
        if (offered(request).includes('keep_plan')) return undefined;
        world.clock.advance(60_000);
        const [first, second] = [...world.storage.tables.todos.values()];
        const at = world.clock.now();
        world.storage.tables.todos.set(first!.id, { ...first!, title: 'Mine now', updated_at: at });
        world.storage.tables.todos.set(second!.id, { ...second!, deleted_at: at, updated_at: at });
        return undefined;
      },
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.lines('final_verify')).toMatchObject([{ ok: true }]);
});

test('R3.7 a run that wrote nothing is closed without a check', async () => {
  const world = new World(usual(['Think'], { thought: () => calls(['finish_step', { response: 'thought' }]) }));
  world.submit('Think');
  await world.untilPhase('completed');
  expect(world.lines('final_verify')).toEqual([]);
});

test('R3.10 careful: every step has its own thoughts and a replan follows each', async () => {
  const world = new World(usual(direct, { thought: afterCall }), { thoroughness: 'careful' });
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(purposes(world.model.requests).filter((purpose) => purpose === 'thought')).toHaveLength(4);
  expect(purposes(world.model.requests).filter((purpose) => purpose === 'replan')).toHaveLength(2);
});

const direct = [
  { description: 'Add bread', tool: 'todo', parameters: { action: 'add', title: 'Bread' } },
  { description: 'Add milk', tool: 'todo', parameters: { action: 'add', title: 'Milk' } },
];
const afterCall = (request: Parameters<typeof results>[0]) =>
  results(request).length > 0 ? calls(['finish_step', { response: 'ok' }]) : undefined;

test('R3.10 balanced: a complete step runs without a thought, and the only replan is the closing one', async () => {
  const world = new World(usual([...direct, 'Do three']), { thoroughness: 'balanced' });
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(purposes(world.model.requests)).toEqual(['intake', 'thought', 'thought', 'replan']);
  expect(world.todos()).toEqual(['Bread', 'Milk', 'Part 3']);
});

test('R3.10 balanced: a replan follows a failure, a clarification and an edit', async () => {
  let edited = false;
  const world: World = new World(
    usual(three, {
      thought: (request) => {
        const all = textOf(request);
        if (stepOf(request) === 1 && !all.includes('answered: Yes')) return calls(['ask_user', { question: 'Sure?' }]);
        if (stepOf(request) === 2) return calls(['finish_step', { blocked: true, response: 'no' }]);
        if (stepOf(request) === 1 && results(request).length === 1 && !edited) {
          edited = true;
          void world.runner.send({
            type: 'plan.edit',
            edit: { kind: 'change', id: 'step_3', change: { description: 'Mine' } },
          });
        }
        return undefined;
      },
    }),
    { thoroughness: 'balanced' },
  );
  world.submit('Do it all');
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'question.answer', text: 'Yes' });
  await world.untilPhase('completed');
  expect(world.lines('replanned').map((line) => line.cause)).toEqual(['clarified', 'edited', 'recovery', 'step_ended']);
});

test('R3.10 economy: two model calls for a plan of direct steps, and the closing replan offers only the closing answer', async () => {
  const world = new World(usual(direct), { thoroughness: 'economy' });
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(purposes(world.model.requests)).toEqual(['intake', 'replan']);
  expect(offered(world.model.requests[1]!)).toEqual(['finish_task']);
});

test('R3.10 economy: a failure is replanned, and the closing replan after it offers only the closing answer again', async () => {
  const world = new World(
    usual(
      [{ description: 'Complete it', tool: 'todo', parameters: { action: 'complete', title: 'Nothing' } }, direct[0]],
      {
        replan: (request) => (textOf(request).includes('has failed') ? calls(['keep_plan', {}]) : undefined),
      },
    ),
    { thoroughness: 'economy', limits: { ...defaultLimits } },
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  const replans = world.model.requests.filter(({ purpose }) => purpose === 'replan');
  expect(replans.map((request) => offered(request).length > 1)).toEqual([true, false]);
  expect(world.statuses()).toEqual(['failed', 'completed']);
});
