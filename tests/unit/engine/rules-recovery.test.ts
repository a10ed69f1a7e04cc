import { afterEach, expect, test } from 'vitest';
import type { ModelError } from '../../../src/task/model-reply.ts';
import { nextMove } from '../../../src/task/next-move.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { moveContext } from '../../fixtures/move-context.ts';
import { VirtualTime } from '../../fakes/virtual-time.ts';
import { offered, purposes, usual } from './usual.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

const page = 'https://example.org/page';
let time: VirtualTime | null = null;
afterEach(() => time?.restore());

/** From here on rests take no time, and the clock moves by what they would have taken. */
function withoutWaiting(world: World): VirtualTime {
  time = new VirtualTime(world.clock);
  time.install();
  return time;
}

/** Lets one rest after another pass until `seen`. */
async function pass(world: World, seen: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !seen(); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await world.runner.settled();
    if (!seen() && turn % 4 === 3) time?.next();
  }
  expect(seen()).toBe(true);
}

/** A plan of one step that fetches a page, which the person has allowed for ever. */
function fetching(script: Parameters<typeof usual>[1] = {}, settings = {}): World {
  const world = new World(
    usual(['Fetch the page'], {
      thought: (request) =>
        results(request).length === 0 ? calls(['fetch', { url: page }]) : calls(['finish_step', { response: 'read' }]),
      ...script,
    }),
    { allowed_origins: ['https://example.org'], ...settings },
  );
  return world;
}

const rests = (world: World, type: 'tool_result' | 'model_error') =>
  world.storage.journal('s1').flatMap(({ body, at }) => {
    if (body.type !== type || !('retry_at' in body)) return [];
    return [Date.parse(body.retry_at) - Date.parse(at)];
  });

test('R9.4 a call by another name of its tool is recorded by the tool that it is', async () => {
  const world = fetching({
    thought: (request) =>
      results(request).length === 0
        ? calls(['functions.fetch', { url: page }])
        : calls(['finish_step', { response: 'read' }]),
  });
  world.network.page(page, { body: 'a page', type: 'text/plain' });
  world.submit('Read it');
  await world.until(() => world.run.phase === 'completed');
  expect(world.lines('tool_call')).toMatchObject([{ tool: 'fetch' }]);
  expect(world.lines('tool_result')).toMatchObject([{ tool: 'fetch', result: { ok: true } }]);
});

test('R6.1 a tool failure is an observation first: the thoughts go on and may mend it', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) => {
        const seen = results(request);
        if (seen.length === 0) return calls(['todo', { action: 'complete', title: 'Nothing' }]);
        if (seen.length === 1) {
          expect(seen[0]).toContain('Nothing');
          expect(world.statuses()).toEqual(['running']);
          return calls(['todo', { action: 'add', title: 'Mended' }]);
        }
        return undefined;
      },
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed']);
  expect(world.todos()).toEqual(['Mended']);
  expect(world.lines('recovery')).toEqual([]);
});

test('R6.1 a call that no tool understands is an observation, too', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        [
          calls(['teleport', { to: 'Mars' }]),
          calls(['todo', { action: 'dance' }]),
          calls(['finish_step', { response: 'ok' }]),
        ][results(request).length],
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.lines('tool_result').map((line) => (line.result as { failure: { code: string } }).failure.code)).toEqual(
    ['unknown_tool', 'invalid_input'],
  );
});

test('R6.2 an empty result is noted: whoever reads it is told that there is none', async () => {
  const world = new World(
    usual(['Think', 'Do two'], {
      thought: (request) => (stepOf(request) === 1 ? calls(['finish_step', {}]) : undefined),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.run.plan.steps[0]).toMatchObject({ status: 'completed', result: '' });
  const [replan] = world.model.requests.filter(({ purpose }) => purpose === 'replan');
  expect(textOf(replan!)).toContain('- step_1 completed: (no result)');
});

test('R6.2 a transient tool error is tried again after a growing rest, at most three times, each for a unit', async () => {
  const world = fetching();
  world.network.page(page, { status: 503 });
  withoutWaiting(world);
  world.submit('Read it');
  await pass(world, () => world.run.phase === 'completed');
  expect(world.network.requested).toHaveLength(4);
  const waited = rests(world, 'tool_result');
  expect(waited).toHaveLength(4);
  waited.slice(0, 3).forEach((wait, n) => {
    expect(wait).toBeGreaterThanOrEqual(500 * 2 ** n);
    expect(wait).toBeLessThanOrEqual(1000 * 2 ** n);
  });
  // think, four tries, think, think again, replan
  expect(world.run.plan.step_count).toBe(8);
  expect(textOf(world.model.requests[2]!).match(/503/g)).toHaveLength(1);
});

test('R6.2 a try that succeeds ends the matter: the model sees one result', async () => {
  const world = fetching();
  world.network.page(page, { status: 500 });
  withoutWaiting(world);
  world.submit('Read it');
  await pass(world, () => world.network.requested.length === 1);
  world.network.page(page, { body: 'the page' });
  await pass(world, () => world.run.phase === 'completed');
  expect(world.network.requested).toHaveLength(2);
  expect(results(world.model.requests[2]!)).toHaveLength(1);
  expect(world.statuses()).toEqual(['completed']);
});

test('R6.2 a rest honours Retry-After, and no try comes before it is over', async () => {
  const world = fetching();
  world.network.page(page, { status: 429, retryAfter: '7' });
  withoutWaiting(world);
  const asked: string[] = [];
  const get = world.network.get.bind(world.network);
  world.network.get = (...given) => {
    asked.push(world.clock.now());
    return get(...given);
  };
  world.submit('Read it');
  await pass(world, () => world.run.phase === 'completed');
  expect(asked.map((at) => Date.parse(at) - Date.parse(asked[0]!))).toEqual([0, 7000, 14_000, 21_000]);
});

test('R6.2 a page whose site asks for a longer wait than Cairn waits is not asked again, and the model is told', async () => {
  const world = fetching();
  world.network.page(page, { status: 503, retryAfter: '3600' });
  world.submit('Read it');
  await world.until(() => world.run.phase === 'completed');
  expect(world.network.requested).toEqual([page]);
  const [line] = world.lines('tool_result');
  expect(line).toMatchObject({
    result: {
      text: expect.stringContaining(
        'asks to wait 60 minutes, so it is not asked again now. Try another source.',
      ) as string,
    },
  });
});

test('R6.2 a rest is until an absolute time and survives a reload', async () => {
  for (const away of [0, 5000, 60_000]) {
    const world = fetching();
    world.network.page(page, { status: 429, retryAfter: '20' });
    withoutWaiting(world);
    world.submit('Read it');
    await pass(world, () => world.network.requested.length === 1 && world.lines('tool_result').length === 1);
    const first = Date.parse(world.clock.now());
    world.clock.advance(away);
    world.reload();
    world.network.page(page, { body: 'the page' });
    void world.runner.send({ type: 'plan.continue' });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(world.network.requested).toHaveLength(1);
    await pass(world, () => world.network.requested.length === 2);
    expect(Date.parse(world.clock.now()) - first).toBe(Math.max(20_000, away));
    await pass(world, () => world.run.phase === 'completed');
    time?.restore();
  }
});

test('R6.2 a failure that is not transient is not tried again by rule', async () => {
  const world = fetching();
  world.network.page(page, { status: 403 });
  world.submit('Read it');
  await world.untilPhase('completed');
  expect(world.network.requested).toHaveLength(1);
});

test('R6.2 a step that ends on a missing resource counts as failed and is replanned', async () => {
  const world = fetching({
    replan: (request) =>
      textOf(request).includes('has failed') ? calls(['update_plan', { plan: ['Fetch another'] }]) : undefined,
    thought: (request) =>
      stepOf(request) === 2
        ? calls(['finish_step', { response: 'found elsewhere' }])
        : results(request).length === 0
          ? calls(['fetch', { url: page }])
          : calls(['finish_step', { response: 'There is no such page.' }]),
  });
  world.network.page(page, { status: 404 });
  world.submit('Read it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['failed', 'completed']);
  expect(world.lines('replanned')[0]).toMatchObject({ cause: 'recovery', outcome: 'replanned' });
});

test('R6.2 careful: the model evaluates steps with an expected output and steps that analyse, and no others', async () => {
  const world = new World(
    usual(['Do one', 'Analyse two', { description: 'Do three', expected_output: 'a number' }, '分析第四步']),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  const judged = world.model.requests
    .filter(({ purpose }) => purpose === 'evaluation')
    .map((request) => textOf(request));
  expect(judged.map((text) => /Step (\d)\//.exec(text)?.[1])).toEqual(['2', '3', '4']);

  for (const thoroughness of ['balanced', 'economy'] as const) {
    const quick = new World(usual(['Analyse one']), { thoroughness });
    quick.submit('Do it');
    await quick.untilPhase('completed');
    expect(purposes(quick.model.requests)).not.toContain('evaluation');
  }
});

test('R6.2 an evaluation costs no unit', async () => {
  const world = new World(usual(['Analyse one']));
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.run.plan.step_count).toBe(4);
});

const verdict = (decision: string, success = false) => calls(['judge_step', { success, decision, reason: 'so it is' }]);

test('R6.2 verdict continue: the step is done', async () => {
  const world = new World(usual(['Analyse one'], { evaluation: () => verdict('continue', true) }));
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed']);
});

test('R6.2 verdict retry: the step goes on and is told why, and fails when the model is never content', async () => {
  let judged = 0;
  const world = new World(
    usual(['Analyse one'], { evaluation: () => ((judged += 1) === 1 ? verdict('retry') : verdict('continue', true)) }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed']);
  const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
  expect(textOf(thoughts.at(-1)!)).toContain('The step is not done yet: so it is');

  const never = new World(usual(['Analyse one'], { evaluation: () => verdict('retry') }));
  never.submit('Do it');
  await never.untilPhase('completed');
  expect(never.statuses()).toEqual(['failed']);
  expect(purposes(never.model.requests).filter((purpose) => purpose === 'evaluation')).toHaveLength(3);
});

test('R6.2 verdict skip: the step is skipped', async () => {
  const world = new World(usual(['Analyse one'], { evaluation: () => verdict('skip') }));
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['skipped']);
});

test('R6.2 verdict replan: after a success the plan no longer fits, else the step has failed', async () => {
  const fits = new World(usual(['Analyse one'], { evaluation: () => verdict('replan', true) }));
  fits.submit('Do it');
  await fits.untilPhase('completed');
  expect(fits.statuses()).toEqual(['completed']);

  const failed = new World(usual(['Analyse one'], { evaluation: () => verdict('replan') }));
  failed.submit('Do it');
  await failed.untilPhase('completed');
  expect(failed.statuses()).toEqual(['failed']);
  expect(failed.lines('replanned')[0]).toMatchObject({ cause: 'recovery' });
});

test('R6.2 verdict stop: the step has failed', async () => {
  const world = new World(usual(['Analyse one'], { evaluation: () => verdict('stop') }));
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['failed']);
  expect(world.run.plan.steps[0]?.error).toBe('so it is');
});

test('R6.2 a verdict that cannot be had leaves the step as it says it is', async () => {
  const world = new World(usual(['Analyse one'], { evaluation: () => prose('Looks good to me.') }));
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed']);
  expect(purposes(world.model.requests).filter((purpose) => purpose === 'evaluation')).toHaveLength(3);
});

test('R6.3 beyond the recoveries allowed the plan fails with a summary, and goes on by hand', async () => {
  let hopeless = true;
  const world = new World(
    usual(['Do one', 'Do two'], {
      thought: () => (hopeless ? calls(['finish_step', { blocked: true, response: 'no way' }]) : undefined),
      replan: (request) =>
        hopeless
          ? calls(['update_plan', { plan: ['Do it otherwise'] }])
          : offered(request).length > 3
            ? calls(['keep_plan', {}])
            : undefined,
    }),
    { limits: { ...defaultLimits, max_replans: 2 } },
  );
  world.submit('Do it');
  const run = await world.untilPhase('failed');
  expect(run.plan.status).toBe('failed');
  expect(run.plan.replan_count).toBe(2);
  expect(world.statuses()).toEqual(['failed', 'failed', 'failed']);
  expect(world.lines('notice').at(-1)).toMatchObject({
    code: 'replans_used_up',
    params: { done: '0', total: '3', detail: 'no way', failed: 'Do one; Do it otherwise; Do it otherwise' },
  });
  expect(world.lines('task_end').at(-1)).toMatchObject({ status: 'failed', failed: 3 });
  hopeless = false;
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  await world.untilPhase('completed');
  expect(world.run.plan.steps[0]?.status).toBe('completed');
  expect(world.run.plan.replan_count, 'an edit gives fresh recoveries').toBe(0);
});

test('R6.3 continue gives a failed plan fresh recoveries', async () => {
  let hopeless = true;
  const world = new World(
    usual(['Do one'], {
      thought: () => (hopeless ? calls(['finish_step', { blocked: true, response: 'no way' }]) : undefined),
      replan: (request) =>
        /asks you to look|has failed/.test(textOf(request))
          ? calls(['update_plan', { plan: ['Do it otherwise'] }])
          : undefined,
    }),
    { limits: { ...defaultLimits, max_replans: 1 } },
  );
  world.submit('Do it');
  await world.untilPhase('failed');
  hopeless = false;
  void world.runner.send({ type: 'plan.continue' });
  const run = await world.untilPhase('completed');
  expect(run.plan.replan_count).toBe(0);
  expect(run.plan.steps.at(-1)?.status).toBe('completed');
});

const mendable: ModelError['code'][] = ['no_key', 'auth', 'quota', 'unknown_model', 'bad_request', 'context_length'];

test.each(mendable)(
  'R6.4 the endpoint error %s pauses the plan at once, names itself and fails nothing',
  async (code) => {
    for (const purpose of ['intake', 'thought', 'replan', 'evaluation'] as const) {
      let broken = true;
      const world = new World(
        usual(['Analyse one', 'Do two'], {
          [purpose]: () =>
            broken ? { code, detail: 'so says the endpoint', status: null, retry_after_ms: null } : undefined,
        }),
      );
      world.submit('Do it');
      const run = await world.untilPhase('paused');
      expect(run.pause).toMatchObject({ code: 'endpoint', error: { code, detail: 'so says the endpoint' } });
      expect(world.statuses()).not.toContain('failed');
      expect(run.plan.replan_count).toBe(0);
      const { step_count } = run.plan;
      broken = false;
      void world.runner.send({ type: 'plan.continue' });
      await world.untilPhase('completed');
      expect(world.run.plan.step_count - step_count, `${purpose}: the call that was refused is not paid twice`).toBe(
        { intake: 8, thought: 7, replan: 4, evaluation: 5 }[purpose],
      );
    }
  },
);

test('R6.4 an endpoint that cannot be reached at all pauses the plan at once', async () => {
  const world = new World(() => ({ code: 'unreachable', detail: 'no CORS', status: null, retry_after_ms: null }));
  world.submit('Do it');
  const run = await world.untilPhase('paused');
  expect(run.pause).toMatchObject({ code: 'endpoint', error: { code: 'unreachable', detail: 'no CORS' } });
  expect(world.model.requests).toHaveLength(1);
});

/** An endpoint out of reach is one of them once it has answered. */
const transient: ModelError['code'][] = [
  'rate_limit',
  'server',
  'truncated',
  'stalled',
  'bad_response',
  'empty',
  'unreachable',
];

test.each(transient)(
  'R6.4 the transient endpoint error %s is tried again three times, then pauses the plan',
  async (code) => {
    for (const purpose of ['intake', 'thought', 'replan', 'evaluation'] as const) {
      if (code === 'unreachable' && purpose === 'intake') continue;
      /** There silence has a harmless meaning (R4.6). */
      if (code === 'empty' && (purpose === 'replan' || purpose === 'evaluation')) continue;
      let broken = true;
      const world = new World(
        usual(['Analyse one'], {
          [purpose]: () => (broken ? { code, detail: '', status: null, retry_after_ms: null } : undefined),
        }),
      );
      withoutWaiting(world);
      world.submit('Do it');
      await pass(world, () => world.run.phase === 'paused');
      expect(world.run.pause).toMatchObject({ code: 'endpoint', error: { code } });
      expect(purposes(world.model.requests).filter((each) => each === purpose)).toHaveLength(4);
      expect(world.statuses()).not.toContain('failed');
      const waited = rests(world, 'model_error');
      waited.slice(0, 3).forEach((wait, n) => expect(wait).toBeGreaterThanOrEqual(500 * 2 ** n));
      broken = false;
      void world.runner.send({ type: 'plan.continue' });
      await pass(world, () => world.run.phase === 'completed');
      time?.restore();
    }
  },
);

test('R6.4 the answer without a plan is tried again, too, and survives a reload', async () => {
  let answers = 0;
  let dead = false;
  const world: World = new World((request) => {
    if (request.tools.length > 0) return calls(['create_plan', { plan: [{ nonsense: true }] }]);
    answers += 1;
    if (answers === 1) return { code: 'server', detail: '', status: 503, retry_after_ms: null };
    if (!dead) {
      dead = true;
      queueMicrotask(() => world.reload());
      return new Promise(() => undefined);
    }
    return prose('Just so.');
  });
  withoutWaiting(world);
  world.submit('Do it');
  await pass(world, () => dead && world.run.phase === 'paused');
  const before = world.model.requests.length;
  void world.runner.send({ type: 'plan.continue' });
  await pass(world, () => world.run.phase === 'answered');
  expect(world.model.requests).toHaveLength(before + 1);
  expect(world.lines('message')).toMatchObject([{ kind: 'reply', text: 'Just so.' }]);
});

test('R6.6 a plain answer without a word is asked for again, and then is no answer', async () => {
  const world = new World(({ purpose }) =>
    purpose === 'intake' || purpose === 'plan' ? prose('') : calls(['todo', {}]),
  );
  withoutWaiting(world);
  world.submit('Collect the prices from http://a.example/x and http://b.example/y into prices.csv');
  await pass(world, () => world.run.phase === 'paused');
  expect(world.run.pause).toMatchObject({ code: 'endpoint', error: { code: 'empty' } });
  expect(world.lines('message').filter(({ kind }) => kind === 'reply')).toEqual([]);
});

test('R6.5 the same call with the same result three times is told to the model once, and a fourth fails the step', async () => {
  const world = new World(
    usual(['Look'], {
      thought: () => calls(['todo', { action: 'list' }]),
      replan: () => calls(['finish_task', { response: 'Gave up.' }]),
    }),
  );
  world.submit('Look');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['failed']);
  expect(world.lines('tool_result')).toHaveLength(4);
  const told = world.model.requests
    .filter(({ purpose }) => purpose === 'thought')
    .map((request) => textOf(request).match(/made this very call three times/g)?.length ?? 0);
  expect(told).toEqual([0, 0, 0, 1]);
});

test('R6.5 a model that heeds the warning goes on unharmed', async () => {
  const world = new World(
    usual(['Look'], {
      thought: (request) =>
        textOf(request).includes('three times')
          ? calls(['finish_step', { response: 'seen' }])
          : calls(['todo', { action: 'list' }]),
    }),
  );
  world.submit('Look');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed']);
});

test('R6.5 the same call with other results, and other calls, are no loop', async () => {
  const world = new World(
    usual(['Look'], {
      thought: (request) => {
        const made = results(request).length;
        if (made >= 7) return calls(['finish_step', { response: 'seen' }]);
        return made % 2 === 0
          ? calls(['todo', { action: 'list' }])
          : calls(['todo', { action: 'add', title: `Thing ${made}` }]);
      },
    }),
  );
  world.submit('Look');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed']);
});

test('R6.5 a tool that declares itself repeatable may be called again and again', () => {
  const turns = Array.from({ length: 6 }, (_, at) => at + 1).flatMap((n) => {
    const action = { call: `c${n}`, tool: 'poll', input: {} };
    const reply = calls(['poll', {}]);
    const decision = { kind: 'act' as const, actions: [action], note: '', finish: null };
    return [
      { kind: 'thought' as const, n: 2 * n - 1, effect: `e/${n}`, decision, reply },
      {
        kind: 'tool' as const,
        effect: 's1/t1/step_1/1/1',
        n: 2 * n,
        action,
        result: toolSuccess('not yet'),
        retry_at: '',
        reads: true,
        repeatable: true,
      },
    ];
  });
  const context = moveContext();
  expect(nextMove(turns, context, false)).toMatchObject({ kind: 'think' });
  const plain = turns.map((turn) => (turn.kind === 'tool' ? { ...turn, repeatable: false } : turn));
  expect(nextMove(plain, context, false)).toMatchObject({ kind: 'end', outcome: { status: 'failed', code: 'loop' } });
});

test('R6.6 without a valid plan the person is answered without one, and is told so', async () => {
  const world = new World((request) =>
    request.tools.length === 0 ? prose('Here is what I know.') : calls(['create_plan', { plan: [{ nonsense: true }] }]),
  );
  world.submit('Do it');
  const run = await world.untilPhase('answered');
  expect(run.plan.steps).toEqual([]);
  expect(world.storage.journal('s1').map(({ body }) => body.type)).toEqual([
    'model_reply',
    'planning_retry',
    'model_reply',
    'planning_retry',
    'model_reply',
    'notice',
    'model_reply',
    'message',
  ]);
});
