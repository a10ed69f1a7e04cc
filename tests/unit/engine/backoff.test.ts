import { afterEach, expect, test, vi } from 'vitest';
import { calls, results, World } from './world.ts';

afterEach(() => vi.useRealTimers());

test('R6.2 the rests between the tries of a call grow, and the failure becomes an observation after the third', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const world = new World(
    (request) => {
      if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Read the page'] }]);
      if (request.purpose === 'replan') return calls(['finish_task', { response: 'ok' }]);
      return results(request).length === 0
        ? calls(['fetch', { url: 'https://shop.example/busy' }])
        : calls(['finish_step', { response: 'busy' }]);
    },
    { allowed_origins: ['https://shop.example'] },
  );
  world.network.page('https://shop.example/busy', { status: 503 });
  world.submit('Read the page');
  const run = await world.until((seen) => {
    vi.advanceTimersByTime(500);
    return seen.phase === 'completed';
  });
  const rests = world
    .lines('tool_result')
    .map((line) => Date.parse(String(line['retry_at'])) - Date.parse(world.clock.now()));
  expect(rests).toHaveLength(4);
  rests.forEach((rest, tries) => {
    expect(rest).toBeGreaterThanOrEqual(500 * 2 ** tries);
    expect(rest).toBeLessThanOrEqual(1000 * 2 ** tries);
  });
  expect(world.network.requested).toHaveLength(4);
  expect(run.plan.step_count).toBe(2 + 4 + 2);
});

test('R6.4 a plan that stalled while the clock was a day ahead goes on at Continue once the clock is right', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let away = true;
  const world = new World((request) => {
    if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Think of a name'] }]);
    if (request.purpose === 'replan') return calls(['finish_task', { response: 'ok' }]);
    return away
      ? { code: 'server', detail: '', status: 503, retry_after_ms: null }
      : calls(['finish_step', { response: 'Willow' }]);
  });
  world.clock.advance(86_400_000);
  world.submit('Name it');
  await world.until((seen) => {
    vi.advanceTimersByTime(5000);
    return seen.phase === 'paused';
  });
  world.clock.advance(-86_400_000);
  away = false;
  const asked = world.model.requests.length;
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.model.requests.length).toBeGreaterThan(asked);
  expect(world.run.plan.steps[0]?.result).toBe('Willow');
});

test('R6.4 Continue after an outage waits afresh, and pressed again while the plan waits it tries at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let away = true;
  const world = new World((request) => {
    if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Think of a name'] }]);
    if (request.purpose === 'replan') return calls(['finish_task', { response: 'ok' }]);
    return away
      ? { code: 'server', detail: '', status: 503, retry_after_ms: null }
      : calls(['finish_step', { response: 'Willow' }]);
  });
  const waits = () =>
    world.storage
      .journal('s1')
      .flatMap(({ at, body }) => (body.type === 'model_error' ? [Date.parse(body.retry_at) - Date.parse(at)] : []));
  world.submit('Name it');
  await world.until((seen) => {
    vi.advanceTimersByTime(60_000);
    return seen.phase === 'paused';
  });
  const first = waits();
  world.clock.advance(60_000);
  void world.runner.send({ type: 'plan.continue' });
  await world.until(() => waits().length > first.length);
  expect(waits().at(-1)).toBeLessThanOrEqual(2000);
  expect(first.at(-1)).toBeGreaterThan(2000);
  away = false;
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.run.plan.steps[0]?.result).toBe('Willow');
});

test('R6.4 Continue tries at once while the first call of a task waits for its next try', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let tries = 0;
  const world = new World((request) => {
    if (request.purpose === 'intake' && (tries += 1) === 1)
      return { code: 'server', detail: '', status: 503, retry_after_ms: null };
    if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Think of a name'] }]);
    if (request.purpose === 'replan') return calls(['finish_task', { response: 'ok' }]);
    return calls(['finish_step', { response: 'Willow' }]);
  });
  world.submit('Name it');
  await world.until(() => world.lines('model_error').length > 0);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
});

test('R6.4 Continue tries at once while a call of a tool waits for its next try', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const url = 'https://shop.example/busy';
  const world = new World(
    (request) => {
      if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Read the page'] }]);
      if (request.purpose === 'replan') return calls(['finish_task', { response: 'ok' }]);
      return results(request).length === 0 ? calls(['fetch', { url }]) : calls(['finish_step', { response: 'read' }]);
    },
    { allowed_origins: ['https://shop.example'] },
  );
  world.network.page(url, { status: 503 });
  world.submit('Read the page');
  await world.until(() => world.lines('tool_result').length > 0);
  world.network.page(url, { body: 'Open again' });
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.network.requested).toHaveLength(2);
});
