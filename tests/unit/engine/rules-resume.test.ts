import { expect, test } from 'vitest';
import { messageIntent } from '../../../src/commands/message-intent.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { meaningOfMessage } from '../../../src/ui/conversation/composer.svelte.ts';
import { purposes, usual } from './usual.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

const three = ['Do one', 'Do two', 'Do three'];

/** Lets everything happen that can happen by itself. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('R8.1 a model call under way is aborted by a pause, leaves no record, and is made again on continue', async () => {
  let asked = 0;
  const world = new World(
    usual(three, {
      thought: (request) => {
        if (stepOf(request) !== 2 || results(request).length > 0) return undefined;
        asked += 1;
        return asked === 1 ? new Promise<ModelReply>(() => undefined) : undefined;
      },
    }),
  );
  world.submit('Do it all');
  await world.until(() => asked === 1);
  const recorded = world.lines('model_reply').length;
  void world.runner.send({ type: 'plan.pause' });
  expect(world.run.phase).toBe('paused');
  await quiet();
  expect(world.lines('model_reply')).toHaveLength(recorded);
  expect(asked).toBe(1);
  const { step_count } = world.run.plan;
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(asked).toBe(2);
  expect(world.run.plan.step_count).toBe(12);
  expect(step_count).toBe(5);
});

test('R8.1 a pause comes before the next call: a reply that is already there is recorded and nothing follows it', async () => {
  const world: World = new World(
    usual(three, {
      thought: (request) => {
        if (stepOf(request) === 1 && results(request).length === 0)
          queueMicrotask(() => queueMicrotask(() => world.runner.send({ type: 'plan.pause' })));
        return undefined;
      },
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('paused');
  await quiet();
  const asked = world.model.requests.length;
  const made = world.lines('tool_result').length;
  await quiet();
  expect(world.model.requests).toHaveLength(asked);
  expect(world.lines('tool_result')).toHaveLength(made);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Part 1', 'Part 2', 'Part 3']);
});

test('R8.1 a page under way when the plan is paused is read again, and asked for once more only', async () => {
  const url = 'https://example.org/slow';
  const world = new World(
    usual(['Fetch it'], {
      thought: (request) =>
        results(request).length === 0 ? calls(['fetch', { url }]) : calls(['finish_step', { response: 'read' }]),
    }),
    { allowed_origins: ['https://example.org'] },
  );
  world.network.page(url, { silent: true });
  world.submit('Read it');
  await world.until(() => world.network.requested.length === 1);
  void world.runner.send({ type: 'plan.pause' });
  await quiet();
  expect(world.lines('tool_result')).toEqual([]);
  world.network.page(url, { body: 'a page' });
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.network.requested).toHaveLength(2);
  expect(world.lines('tool_result')).toHaveLength(1);
});

test('R8.1 pause and continue work in every phase of a task', async () => {
  for (const purpose of ['intake', 'plan', 'thought', 'replan', 'evaluation'] as const) {
    let stopped = false;
    const world: World = new World(
      usual(['Analyse one', 'Do two'], {
        [purpose]: () => {
          if (stopped) return undefined;
          stopped = true;
          void world.runner.send({ type: 'plan.pause' });
          return new Promise<ModelReply>(() => undefined);
        },
      }),
      { planning: purpose === 'plan' ? 'always' : 'auto' },
    );
    world.submit('Do it');
    const run = await world.untilPhase('paused');
    expect(run.plan.status).toBe('paused');
    expect(run.pause).toEqual({ code: 'person' });
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Part 1', 'Part 2']);
    expect(world.run.plan.step_count).toBe(8);
  }
});

test('R8.2 the continue words resume, alone or with a little more; inside a longer sentence they do not', async () => {
  for (const said of [
    '继续',
    '接着做',
    'continue',
    'resume',
    'go on',
    'carry on',
    'Continue, please!',
    '好的，继续吧。',
    'OK, GO ON',
  ])
    expect(messageIntent(said), said).toBe('continue');
  for (const said of [
    'continue with the blue one instead',
    'Can I resume my subscription?',
    '继续教育有什么用',
    'go on holiday',
    'How do I carry on luggage?',
  ])
    expect(messageIntent(said), said).not.toBe('continue');
});

test('R8.2 on resume the model is told how far the work has come, and goes on from the current step', async () => {
  let dead = false;
  const world: World = new World(
    usual(three, {
      thought: (request) => {
        if (stepOf(request) !== 2 || dead) return undefined;
        dead = true;
        queueMicrotask(() => world.reload());
        return new Promise<ModelReply>(() => undefined);
      },
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('paused');
  const before = world.model.requests.length;
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  const [first, ...later] = world.model.requests.slice(before);
  expect(textOf(first!)).toContain('Done: 1');
  expect(textOf(first!)).toContain('Step 2/3:');
  expect(textOf(first!)).toContain('1. did part 1');
  expect(textOf(later.find(({ purpose }) => purpose === 'replan')!)).toContain('The work was interrupted and goes on.');
});

test('R8.3 after a reload the session says where it was interrupted, and nothing finished is done again', async () => {
  let dead = false;
  const world: World = new World(
    usual([...three, 'Do four', 'Do five', 'Do six', 'Do seven'], {
      thought: (request) => {
        if (stepOf(request) !== 3 || results(request).length === 0 || dead) return undefined;
        dead = true;
        queueMicrotask(() => world.reload());
        return new Promise<ModelReply>(() => undefined);
      },
    }),
  );
  world.submit('Do it all');
  const run = await world.untilPhase('paused');
  expect(run.pause).toEqual({ code: 'interrupted' });
  expect(world.statuses().slice(0, 4)).toEqual(['completed', 'completed', 'running', 'pending']);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.todos()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Part ${n}`));
  expect(world.lines('plan_step_start')).toHaveLength(7);
  expect(world.run.plan.steps.map((step) => step.attempts)).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('R8.3 a task that stood still is found as it stood: waiting, reviewing, paused or ended', async () => {
  const asks = usual(['Do one'], {
    thought: (request) =>
      textOf(request).includes('answered: Yes') ? undefined : calls(['ask_user', { question: 'Sure?' }]),
  });
  const answered = new World(asks);
  answered.submit('Do it');
  await answered.untilPhase('waiting');
  answered.reload();
  void answered.runner.send({ type: 'question.answer', text: 'Yes' });
  await answered.untilPhase('completed');

  const waiting = new World(asks);
  waiting.submit('Do it');
  await waiting.untilPhase('waiting');
  waiting.reload();
  expect(waiting.run.phase).toBe('waiting');
  expect(waiting.run.question?.text).toBe('Sure?');
  void waiting.runner.send({ type: 'plan.continue' });
  expect(waiting.run.phase).toBe('waiting');
  void waiting.runner.send({ type: 'plan.pause' });
  await waiting.runner.settled();
  waiting.reload();
  expect(waiting.run.phase).toBe('paused');
  void waiting.runner.send({ type: 'plan.continue' });
  expect(waiting.run.phase).toBe('waiting');
  void waiting.runner.send({ type: 'question.answer', text: 'Yes' });
  const { plan } = await waiting.untilPhase('completed');
  waiting.reload();
  expect(waiting.run.phase).toBe('completed');
  expect(waiting.run.plan).toEqual(plan);
});

test('R8.3 while a plan waits for an answer, a bare continue word shows the question again', async () => {
  const world = new World(usual(['Do one'], { thought: () => calls(['ask_user', { question: 'Sure?' }]) }));
  world.submit('Do it');
  const run = await world.untilPhase('waiting');
  const typed = (text: string) => meaningOfMessage(messageIntent(text), run, true);
  expect(typed('continue')).toBe('show_question');
  expect(typed('Continue with the red one')).toBe('answer');
});

test('R8.4 a slash command leaves the wait intact', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        textOf(request).includes('answered: Yes') ? undefined : calls(['ask_user', { question: 'Sure?' }]),
    }),
  );
  world.submit('Do it');
  const before = await world.untilPhase('waiting');
  void world.runner.note({ type: 'message', kind: 'command', text: '/todo Buy milk' });
  await quiet();
  expect(world.run).toEqual(before);
  void world.runner.send({ type: 'question.answer', text: 'Yes' });
  await world.untilPhase('completed');
});

test('R8.4 an answer given while the plan is paused is kept, and the question is not asked again', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        textOf(request).includes('answered: Yes') ? undefined : calls(['ask_user', { question: 'Sure?' }]),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'plan.pause' });
  expect(meaningOfMessage(messageIntent('Yes'), world.run, true)).toBe('answer');
  void world.runner.send({ type: 'question.answer', text: 'Yes' });
  expect([world.run.phase, world.run.question]).toEqual(['paused', null]);
  await world.runner.settled();
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.lines('message').filter(({ kind }) => kind === 'question')).toHaveLength(1);
});

test('R8.4 a question of one step reaches the person though another step waits for permission', async () => {
  const world = new World(
    usual(
      [
        { id: 'a', description: 'Fetch a' },
        { id: 'b', description: 'Ask b' },
        { id: 'c', description: 'Do c', dependencies: ['a', 'b'] },
      ],
      {
        thought: (request) => {
          const all = textOf(request);
          if (/Step 1\//.test(all))
            return results(request).length === 0
              ? calls(['fetch', { url: 'https://example.org/a' }])
              : calls(['finish_step', { response: 'read' }]);
          if (/Step 2\//.test(all))
            return all.includes('answered: Blue')
              ? calls(['finish_step', { response: 'blue' }])
              : calls(['ask_user', { question: 'Which colour?' }]);
          return undefined;
        },
      },
    ),
  );
  world.network.page('https://example.org/a', { body: 'page a' });
  world.submit('Do it all');
  await world.until((run) => run.phase === 'waiting' && run.question !== null);
  expect(world.run.approvals).toMatchObject([{ decision: null }]);
  void world.runner.send({ type: 'question.answer', text: 'Blue' });
  await world.until((run) => run.phase === 'waiting' && run.question === null);
  void world.runner.send({ type: 'approval.decide', effect: world.run.approvals[0]!.effect, decision: 'once' });
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
});

test('R8.5 the journal holds the progress lines in order: plan, step, decision, action, result, replan, end', async () => {
  const world = new World(
    usual(['Do one', 'Do two'], {
      replan: (request) =>
        textOf(request).includes('replaced') ? undefined : calls(['update_plan', { plan: ['Do three', 'Do four'] }]),
      thought: (request) => (stepOf(request) > 1 ? calls(['finish_step', { response: 'ok' }]) : undefined),
    }),
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  const lines = world.storage.journal('s1').filter(({ body }) => body.type !== 'model_reply');
  expect(lines.slice(0, 8).map(({ body }) => body.type)).toEqual([
    'plan_generated',
    'plan_step_start',
    'decision',
    'tool_call',
    'tool_result',
    'decision',
    'plan_step_end',
    'replanned',
  ]);
  expect(lines[0]?.body).toMatchObject({ steps: 2 });
  expect(lines[1]?.body).toMatchObject({ index: 1, total: 2, description: 'Do one' });
  expect(lines[2]?.body).toMatchObject({ kind: 'act' });
  expect(lines[3]?.body).toMatchObject({ tool: 'todo', input: { action: 'add', title: 'Part 1' } });
  expect(lines[4]?.body).toMatchObject({ result: { ok: true } });
  expect(lines[5]?.body).toMatchObject({ kind: 'done' });
  expect(lines[7]?.body).toMatchObject({ outcome: 'replanned', steps: 2 });
  expect(world.lines('task_end')).toMatchObject([
    { status: 'completed', done: 3, failed: 0, skipped: 0, tone: 'green' },
  ]);
  expect(purposes(world.model.requests)[0]).toBe('intake');
});

test('R8.3, R12.1 a goal is stored together with its task, so that no tab can die between the two', async () => {
  const world = new World(usual(three));
  const tasks: (string | undefined)[] = [];
  world.journal.committed.subscribe((entries) => {
    if (entries.some(({ body }) => body.type === 'message' && body.kind === 'goal'))
      tasks.push(world.storage.run('s1')?.plan.goal);
  });
  const said = { type: 'message', kind: 'goal', text: 'Do it all' } as const;
  void world.runner.send({ type: 'goal.submit', goal: 'Do it all', run: 't', plan: 'p' }, said);
  await world.untilPhase('completed');
  expect(tasks).toEqual(['Do it all']);
});

test('R8.4, R12.1 a message whose event changes nothing is stored, too', async () => {
  const world = new World(usual(three));
  world.submit('Do it all');
  await world.untilPhase('completed');
  void world.runner.send({ type: 'plan.pause' }, { type: 'message', kind: 'command', text: 'stop' });
  await world.runner.settled();
  expect(world.lines('message').map(({ text }) => text)).toContain('stop');
});
