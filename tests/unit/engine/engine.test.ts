import { expect, test } from 'vitest';
import { planErrors } from '../../../src/plan/plan.ts';
import type { Script } from '../../fakes/scripted-model.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

/** Plans three to-dos, adds one in each step, keeps the plan, closes. */
const threeTodos: Script = (request) => {
  switch (request.purpose) {
    case 'intake':
      return calls(['create_plan', { plan: ['Add bread', 'Add milk', 'Add bread again'] }]);
    case 'thought': {
      const title = stepOf(request) === 2 ? 'Milk' : 'Bread';
      return results(request).length === 0
        ? calls(['todo', { action: 'add', title }])
        : calls(['finish_step', { response: `${title} added` }]);
    }
    case 'replan':
      return /Remaining: 0/.test(textOf(request))
        ? calls(['finish_task', { response: 'All **done**.' }])
        : calls(['keep_plan', {}]);
    case 'plan':
    case 'evaluation':
      return prose('not asked');
  }
};

test('R3.1, R3.2 a goal is planned, each step thinks and acts, a replan follows each, and the task closes', async () => {
  const world = new World(threeTodos);
  world.submit('Buy three things');
  const run = await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
  expect(world.todos()).toEqual(['Bread', 'Milk', 'Bread']);
  expect(run.plan.status).toBe('completed');
  expect(planErrors(run.plan)).toEqual([]);
  expect(world.lines('message').at(-1)).toMatchObject({ kind: 'closing', text: 'All **done**.' });
  expect(world.lines('final_verify')).toMatchObject([{ ok: true, checked: 3 }]);
});

test('R5.1 thoughts, replans and tool calls count a unit each; planning counts nothing', async () => {
  const world = new World(threeTodos);
  world.submit('Buy three things');
  const run = await world.untilPhase('completed');
  expect(run.plan.step_count).toBe(3 * (2 + 1 + 1));
  expect(run.plan.iteration_count).toBe(6);
  expect(run.plan.replan_count).toBe(0);
});

test('R3.5 a question that needs no tool gets a plain answer and no plan', async () => {
  const world = new World(() => prose('Paris.'));
  world.submit('What is the capital of France?');
  const run = await world.untilPhase('answered');
  expect(run.plan.steps).toEqual([]);
  expect(world.lines('message')).toMatchObject([{ kind: 'reply', text: 'Paris.' }]);
});

test('R3.5 a first reply with an ordinary call makes a plan whose first step is running and the call its first act', async () => {
  const world = new World((request) => {
    if (request.purpose === 'intake') return calls(['todo', { action: 'add', title: 'Water plants' }]);
    if (request.purpose === 'thought') return calls(['finish_step', { response: 'ok' }]);
    return calls(['finish_task', { response: 'Done.' }]);
  });
  world.submit('Remind me to water the plants');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Water plants']);
  expect(world.run.plan.steps).toHaveLength(1);
  expect(world.model.requests.map((request) => request.purpose)).toEqual(['intake', 'thought', 'replan']);
  expect(textOf(world.model.requests[1]!)).toContain('Added to-do');
});

test('R4.6 a reply that breaks its contract is asked again with the violation', async () => {
  let tries = 0;
  const world = new World((request, index) => {
    if (request.purpose !== 'thought') return threeTodos(request, index);
    tries += 1;
    return tries <= 1
      ? prose('I would add it.')
      : threeTodos({ ...request, messages: request.messages.filter((m) => m.role !== 'assistant') }, index);
  });
  world.submit('Buy three things');
  await world.untilPhase('completed');
  expect(textOf(world.model.requests[2]!)).toContain('Your reply cannot be used: Nothing was done yet.');
  expect(world.run.plan.step_count).toBe(12 + 1);
});

test('R4.6 a step in which nothing was done and nothing can be read fails, and spends no recovery', async () => {
  const world = new World((request, index) => {
    if (request.purpose === 'intake') return threeTodos(request, index);
    if (request.purpose === 'thought') return calls(['keep_plan', {}]);
    return threeTodos(request, index);
  });
  world.submit('Buy three things');
  const run = await world.untilPhase('completed');
  expect(run.plan.replan_count).toBe(0);
  expect(world.statuses()).toEqual(['failed', 'failed', 'failed']);
  expect(world.model.requests.filter((request) => request.purpose === 'thought')).toHaveLength(3 * 3);
});

test('R4.6 an empty plan runs one implicit step, the goal', async () => {
  const world = new World((request, index) =>
    request.purpose === 'intake' ? calls(['create_plan', { plan: [] }]) : threeTodos(request, index),
  );
  world.submit('Buy bread');
  await world.untilPhase('completed');
  expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Buy bread']);
});

test('R3.4, R8.4 a question waits for the person, the answer reaches the step, and a replan follows it', async () => {
  const world = new World((request, index) => {
    if (request.purpose !== 'thought' || stepOf(request) !== 2) return threeTodos(request, index);
    const all = textOf(request);
    if (!all.includes('answered: Oat milk')) return calls(['ask_user', { question: 'Which milk?' }]);
    return all.includes('Added to-do')
      ? calls(['finish_step', {}])
      : calls(['todo', { action: 'add', title: 'Oat milk' }]);
  });
  world.submit('Buy three things');
  await world.untilPhase('waiting');
  expect(world.run.plan.status).toBe('waiting');
  expect(world.run.question?.text).toBe('Which milk?');
  const before = world.model.requests.length;
  void world.runner.send({ type: 'question.answer', text: 'Oat milk' });
  await world.untilPhase('completed');
  expect(world.model.requests[before]?.purpose).toBe('replan');
  expect(world.todos()).toEqual(['Bread', 'Oat milk', 'Bread']);
});

test('R12.4 a storage that fails while a question waits pauses the plan, since steps may run beside it; then the question is there again', async () => {
  const world = new World((request, index) => {
    if (request.purpose !== 'thought' || stepOf(request) !== 2) return threeTodos(request, index);
    return textOf(request).includes('answered: Oat milk')
      ? calls(['finish_step', { response: 'Oat milk' }])
      : calls(['ask_user', { question: 'Which milk?' }]);
  });
  world.submit('Buy three things');
  await world.untilPhase('waiting');
  world.runner.storageFailed(new Error('The disk is full.'));
  expect(world.run.phase).toBe('paused');
  expect(world.run.pause).toMatchObject({ code: 'storage', detail: 'The disk is full.' });
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('waiting');
  expect(world.run.question?.text).toBe('Which milk?');
  void world.runner.send({ type: 'question.answer', text: 'Oat milk' });
  await world.untilPhase('completed');
});

test('R5.2, R5.3 at the limit the plan is paused, nothing more runs, and continue grants a fresh budget', async () => {
  const limits = {
    max_plan_steps: 20,
    max_steps: 5,
    max_step_tool_calls: 8,
    max_replans: 3,
    max_consecutive_failures: 3,
    max_parallel_steps: 3,
    planning_retries: 2,
  };
  const world = new World(
    (request, index) =>
      request.purpose === 'intake'
        ? calls(['create_plan', { plan: ['One'] }])
        : request.purpose === 'thought'
          ? calls(['todo', { action: 'add', title: `Thing ${index}` }])
          : threeTodos(request, index),
    { limits: { ...limits, max_step_tool_calls: 100 } },
  );
  world.submit('Loop');
  const run = await world.untilPhase('paused');
  expect(run.pause).toEqual({ code: 'limit', limit: 6 });
  expect(run.plan.step_count).toBe(6);
  expect(world.lines('notice').at(-1)).toMatchObject({ code: 'limit', params: { open: 'One' } });
  void world.runner.send({ type: 'plan.continue' });
  await world.until((now) => now.phase === 'paused' && now.plan.step_count === 12, 'second limit');
});

test('R5.4 a step that calls too many tools is closed as failed and goes to recovery', async () => {
  const world = new World((request, index) => {
    if (request.purpose === 'thought' && stepOf(request) === 1)
      return calls(['todo', { action: 'add', title: `Thing ${index}` }]);
    return threeTodos(request, index);
  });
  world.submit('Buy three things');
  await world.until((run) => run.plan.steps[0]?.status === 'failed');
  await world.untilPhase('completed');
  expect(world.run.plan.replan_count).toBe(1);
  expect(
    world.lines('tool_result').filter((line) => (line.input as { title: string }).title.startsWith('Thing')),
  ).toHaveLength(8);
});

test('R6.4 an endpoint error that a person must mend pauses the plan and fails no step', async () => {
  let refused = true;
  const world = new World((request, index) =>
    refused && request.purpose === 'thought'
      ? { code: 'auth', detail: 'bad key', status: 401, retry_after_ms: null }
      : threeTodos(request, index),
  );
  world.submit('Buy three things');
  const run = await world.untilPhase('paused');
  expect(run.pause).toMatchObject({ code: 'endpoint', error: { code: 'auth' } });
  expect(world.statuses()).toEqual(['running', 'pending', 'pending']);
  refused = false;
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.run.plan.step_count).toBe(12);
});

test('R8.3, R12.1 a reload at every model call finds the task interrupted, and nothing is done or asked twice', async () => {
  for (let death = 1; death <= 10; death += 1) {
    let asked = 0;
    const world: World = new World((request, index) => {
      asked += 1;
      if (asked === death) {
        queueMicrotask(() => world.reload());
        return new Promise(() => undefined);
      }
      return threeTodos(request, index);
    });
    world.submit('Buy three things');
    await world.untilPhase('paused');
    expect(world.run.pause).toEqual({ code: 'interrupted' });
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Bread', 'Milk', 'Bread']);
    expect(asked, `death at call ${death}`).toBe(11);
    expect(world.run.plan.step_count).toBe(12);
  }
});

test('R9.12 a first fetch to a site asks; allowing it for this plan is enough for the next page of that site', async () => {
  const script: Script = (request, index) => {
    if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Fetch a', 'Fetch b'] }]);
    if (request.purpose === 'thought')
      return results(request).length === 0
        ? calls(['fetch', { url: `https://example.org/${stepOf(request) === 1 ? 'a' : 'b'}` }])
        : calls(['finish_step', { response: 'read' }]);
    return threeTodos(request, index);
  };
  const world = new World(script);
  world.network.page('https://example.org/a', { body: 'page a' }).page('https://example.org/b', { body: 'page b' });
  world.submit('Read two pages');
  await world.untilPhase('waiting');
  expect(world.network.requested).toEqual([]);
  world.reload();
  await world.untilPhase('waiting');
  expect(world.run.approvals).toMatchObject([{ decision: null, access: { origin: 'https://example.org' } }]);
  void world.runner.send({ type: 'approval.decide', effect: world.run.approvals[0]!.effect, decision: 'plan' });
  await world.untilPhase('completed');
  expect(world.network.requested).toEqual(['https://example.org/a', 'https://example.org/b']);
});

test('R7.1, R7.2 steps with dependencies run at the same time, up to the limit, each after what it needs', async () => {
  const world = new World((request, index) => {
    if (request.purpose === 'intake')
      return calls([
        'create_plan',
        {
          plan: [
            { id: 'a', description: 'A' },
            { id: 'b', description: 'B' },
            { id: 'c', description: 'C', dependencies: ['a', 'b'] },
          ],
        },
      ]);
    return threeTodos(request, index);
  });
  let most = 0;
  world.runner.subscribe(({ run }) => {
    const running = run?.plan.steps.filter((step) => step.status === 'running') ?? [];
    most = Math.max(most, running.length);
    if (running.some((step) => step.description === 'C'))
      expect(run?.plan.steps.filter((step) => step.status === 'completed')).toHaveLength(2);
  });
  world.submit('Buy three things');
  await world.untilPhase('completed');
  expect(most).toBe(2);
});

test('R7.4 steps that can never run are told to recovery, and the plan is blocked when that changes nothing', async () => {
  const world = new World((request, index) => {
    if (request.purpose === 'intake')
      return calls([
        'create_plan',
        {
          plan: [
            { id: 'a', description: 'A' },
            { id: 'b', description: 'B', dependencies: ['a'] },
          ],
        },
      ]);
    if (request.purpose === 'thought') return calls(['finish_step', { blocked: true, response: 'no such thing' }]);
    return request.purpose === 'replan' ? calls(['keep_plan', {}]) : threeTodos(request, index);
  });
  world.submit('Impossible');
  await world.untilPhase('blocked');
  expect(world.statuses()).toEqual(['failed', 'blocked']);
  expect(world.run.plan.status).toBe('blocked');
});

test('R3.8, R7.6 an edit while a step runs reaches the next call of the model', async () => {
  let release = (): void => undefined;
  const world: World = new World((request, index) => {
    if (request.purpose === 'thought' && stepOf(request) === 1 && results(request).length === 0)
      return new Promise((resolve) => {
        release = () => resolve(calls(['finish_step', { response: 'one' }]));
      });
    return threeTodos(request, index);
  });
  world.submit('Buy three things');
  await world.until((run) => run.plan.steps[0]?.status === 'running');
  const last = world.run.plan.steps[2]!.id;
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'move', id: last, to: 1 } });
  void world.runner.send({
    type: 'plan.edit',
    edit: { kind: 'change', id: last, change: { description: 'Add honey' } },
  });
  await world.until(() => world.model.requests.length === 2);
  release();
  await world.untilPhase('completed');
  expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Add bread', 'Add honey', 'Add milk']);
  expect(textOf(world.model.requests[2]!)).toMatch(/edited the plan[\s\S]*Add honey\n- .*Add milk/);
});

test('R8.1 pause stops before the next call, and continue goes on without repeating what was recorded', async () => {
  const world: World = new World((request, index) => {
    if (
      request.purpose === 'thought' &&
      stepOf(request) === 2 &&
      results(request).length === 1 &&
      world.run.pause === null &&
      !paused
    ) {
      paused = true;
      void world.runner.send({ type: 'plan.pause' });
    }
    return threeTodos(request, index);
  });
  let paused = false;
  world.submit('Buy three things');
  await world.until((run) => run.phase === 'paused');
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Bread', 'Milk', 'Bread']);
});

test('R3.7 a claimed effect that is not in the stores goes back to replanning once, then fails the plan', async () => {
  const world: World = new World((request, index) => {
    if (request.purpose === 'replan' && /Remaining: 0/.test(textOf(request))) world.storage.tables.todos.clear();
    return threeTodos(request, index);
  });
  world.submit('Buy three things');
  await world.untilPhase('failed');
  expect(world.lines('final_verify')).toHaveLength(1);
  expect(world.lines('notice').at(-1)).toMatchObject({ code: 'not_verified' });
});

test('R6.6 when no valid plan can be had, the person gets an answer without a plan', async () => {
  const world = new World((request) => {
    if (request.messages.length > 0 && request.tools.length === 0) return prose('Here is what I know.');
    return calls(['create_plan', { plan: [{ nonsense: true }] }]);
  });
  world.submit('Do it');
  await world.untilPhase('answered');
  expect(world.lines('notice')).toMatchObject([{ code: 'planned_without_plan' }]);
  expect(world.lines('message')).toMatchObject([{ kind: 'reply', text: 'Here is what I know.' }]);
});
