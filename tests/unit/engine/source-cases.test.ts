import { expect, test } from 'vitest';
import { parseCommand } from '../../../src/commands/command-list.ts';
import { runScheduleCommand } from '../../../src/commands/schedule-command.ts';
import { runTodoCommand } from '../../../src/commands/todo-command.ts';
import { runViewCommand } from '../../../src/commands/view-command.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import type { Observable } from '../../../src/ports/observable.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { meaningOfMessage } from '../../../src/ui/conversation/composer.svelte.ts';
import { purposes, usual } from './usual.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

// The cases of section 10 of the source document, by their names there.

const three = ['Do one', 'Do two', 'Do three'];
const askedFor = (world: World, purpose: string) =>
  purposes(world.model.requests).filter((each) => each === purpose).length;

test('10.1.1 首次输入只触发一次 plan（后续不重复调 plan）', async () => {
  for (const planning of ['auto', 'always'] as const) {
    const world = new World(
      usual(three, {
        thought: (request) =>
          stepOf(request) === 2 && !textOf(request).includes('answered: Yes')
            ? calls(['ask_user', { question: 'Sure?' }])
            : undefined,
      }),
      { planning },
    );
    world.submit('Do it all');
    await world.untilPhase('waiting');
    void world.runner.send({ type: 'guidance.add', text: 'Take your time' });
    void world.runner.send({ type: 'question.answer', text: 'Yes' });
    await world.untilPhase('completed');
    expect(askedFor(world, 'plan') + askedFor(world, 'intake')).toBe(1);
  }
});

test('10.1.2 无澄清场景下，完成一个子任务循环后会触发 replan', async () => {
  const world = new World(usual(['Do one']));
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(purposes(world.model.requests)).toEqual(['intake', 'thought', 'thought', 'replan']);
});

test('10.1.3 ask_user 后输入澄清，恢复执行时同样触发 replan', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        textOf(request).includes('answered: Yes') ? undefined : calls(['ask_user', { question: 'Sure?' }]),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('waiting');
  const before = world.model.requests.length;
  void world.runner.send({ type: 'question.answer', text: 'Yes' });
  await world.untilPhase('completed');
  expect(purposes(world.model.requests).slice(before)).toEqual(['replan', 'thought', 'replan']);
  expect(textOf(world.model.requests[before]!)).toContain('You asked: Sure?\nThe person answered: Yes');
});

test('10.1.4 thought 可按顺序推进多个计划项直至完成', async () => {
  const world = new World(usual(three));
  world.submit('Do it all');
  await world.untilPhase('completed');
  const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
  expect(thoughts.map(stepOf)).toEqual([1, 1, 2, 2, 3, 3]);
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
});

test('10.1.5 工具失败后会记录 observation，并继续留在子任务内层循环；子任务完成后再触发 replan', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        results(request).length === 0
          ? calls(['todo', { action: 'complete', title: 'Nothing' }])
          : results(request).length === 1
            ? calls(['todo', { action: 'add', title: 'Nothing' }])
            : undefined,
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(purposes(world.model.requests)).toEqual(['intake', 'thought', 'thought', 'thought', 'replan']);
  expect(results(world.model.requests[2]!)[0]).toContain('Nothing');
  expect(world.lines('tool_result')[0]).toMatchObject({ result: { ok: false } });
});

test('10.1.6 `thought` 与 `replan` 会计入 `step_count`，并参与上限判定', async () => {
  const thinker = usual(['Do one'], {
    thought: () => calls(['finish_step', { response: 'ok' }]),
    replan: (_, index) => calls(['update_plan', { plan: [`Do more ${index}`] }]),
  });
  const world = new World(thinker, { limits: { ...defaultLimits, max_plan_steps: 1, max_steps: 7 } });
  world.submit('Do it');
  const run = await world.untilLimit();
  expect(run.pause).toEqual({ code: 'limit', limit: 7 });
  expect(askedFor(world, 'thought') + askedFor(world, 'replan')).toBe(7);
  expect(run.plan.step_count).toBe(7);
});

test('10.1.7 超步数上限时仍返回“已完成部分 + 未完成原因 + 下一步建议”', async () => {
  const world = new World(
    usual(['Do one', 'Do two', 'Do three'], {
      thought: (request, index) =>
        stepOf(request) === 2
          ? calls(['finish_step', { blocked: true, response: 'no ladder' }])
          : stepOf(request) === 3
            ? calls(['todo', { action: 'add', title: `Thing ${index}` }])
            : undefined,
    }),
    { limits: { ...defaultLimits, max_steps: 10, max_step_tool_calls: 100 } },
  );
  world.submit('Do it all');
  await world.untilPhase('paused');
  const [notice] = world.lines('notice');
  expect(notice).toMatchObject({
    code: 'limit',
    params: { finished: 'Do one', failed: 'Do two', open: 'Do three', done: '1', total: '3', limit: '18' },
  });
});

test('10.1.8 空计划（`plan=[]`）场景会触发 thought 显式输出 `done/ask_user`，不会直接崩溃或卡死', async () => {
  const done = new World(usual([], { thought: () => calls(['finish_step', { response: 'nothing to do' }]) }));
  done.submit('Do nothing');
  const run = await done.untilPhase('completed');
  expect(run.plan.steps.map(({ description }) => description)).toEqual(['Do nothing']);

  const asks = new World(usual([], { thought: () => calls(['ask_user', { question: 'Do what?' }]) }));
  asks.submit('Do it');
  await asks.untilPhase('waiting');
  expect(asks.run.question?.text).toBe('Do what?');
});

test('10.1.9 thought/replan 的 JSON 解析失败或字段校验失败同样计步', async () => {
  for (const broken of ['{"status":"continue","next_', '{"status":"done","question":"Which?"}']) {
    const asked = { thought: 0, replan: 0 };
    const world = new World((request) => {
      if (request.purpose === 'intake') return prose('{"status":"planned","plan":["Do one"]}');
      if (request.purpose === 'thought' || request.purpose === 'replan') asked[request.purpose] += 1;
      if (request.purpose === 'thought')
        return prose(asked.thought === 1 ? broken : '{"status":"done","response":"ok"}');
      return prose(
        asked.replan === 1 ? broken.replace('next_action', 'nothing') : '{"status":"done","response":"All done."}',
      );
    });
    world.protocol = 'json';
    world.submit('Do it');
    const run = await world.untilPhase('completed');
    expect(asked).toEqual({ thought: 2, replan: 2 });
    expect(run.plan.step_count).toBe(4);
    expect(run.plan.iteration_count).toBe(2);
  }
});

test('10.1.10 步数上限在每轮循环开头检查；命中后不再执行 thought/replan/tool', async () => {
  for (const max_steps of [6, 7, 8]) {
    const world = new World(usual(['Do one'], { replan: () => calls(['update_plan', { plan: ['Do more'] }]) }), {
      limits: { ...defaultLimits, max_plan_steps: 1, max_steps },
    });
    world.submit('Do it');
    const run = await world.untilPhase('paused');
    expect(run.plan.step_count).toBe(max_steps);
    const asked = world.model.requests.length;
    const made = world.lines('tool_result').length;
    expect(asked - 1 + made).toBe(max_steps);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(world.model.requests).toHaveLength(asked);
    expect(world.lines('tool_result')).toHaveLength(made);
  }
});

/** The session's own tables, as commands read them. */
function ports(world: World) {
  const table = <T extends { id: string; deleted_at: string | null }>(rows: () => Map<string, T>) => ({
    list: (): Observable<T[]> => ({
      subscribe: (next) => {
        next([...rows().values()].filter((row) => row.deleted_at === null));
        return () => undefined;
      },
    }),
    save: async (row: T) => void rows().set(row.id, row),
    saveAll: async (all: readonly T[]) => all.forEach((row) => rows().set(row.id, row)),
    get: async (id: string) => rows().get(id),
  });
  return {
    todos: table(() => world.storage.tables.todos),
    entries: table(() => world.storage.tables.entries),
    scheduledRuns: table(() => new Map<string, ScheduledRun>()),
    clock: world.clock,
    sessionId: 's1',
  };
}

test('10.2.1 `/todo`、`/schedule`、`/view` slash 路径行为不变', async () => {
  const world = new World(usual(['Do one'], { thought: () => calls(['ask_user', { question: 'Sure?' }]) }));
  world.submit('Do it');
  const before = await world.untilPhase('waiting');
  const asked = world.model.requests.length;
  expect(
    ['/todo Buy milk', '/schedule tomorrow 3pm Dentist', '/view week'].map((text) => parseCommand(text)),
  ).toMatchObject([
    { kind: 'command', name: 'todo', rest: 'Buy milk' },
    { kind: 'command', name: 'schedule', rest: 'tomorrow 3pm Dentist' },
    { kind: 'command', name: 'view', rest: 'week' },
  ]);
  expect(await runTodoCommand('Buy milk', ports(world))).toMatchObject({ kind: 'todo_added' });
  expect(await runScheduleCommand('tomorrow 3pm Dentist', ports(world))).toMatchObject({ code: 'entry_added' });
  expect(await runViewCommand('week', ports(world))).toMatchObject({ kind: 'agenda', entries: [{ title: 'Dentist' }] });
  expect(world.todos()).toEqual(['Buy milk']);
  expect(world.model.requests).toHaveLength(asked);
  expect(world.run).toEqual(before);
});

test('10.2.2 进度输出仍包含计划列表、步骤动作、步骤结果、完成情况', async () => {
  const world = new World(usual(['Do one', 'Do two']));
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.lines('plan_generated')).toMatchObject([{ steps: 2 }]);
  expect(world.run.first_plan.map(({ description }) => description)).toEqual(['Do one', 'Do two']);
  expect(world.lines('plan_step_start')).toMatchObject([
    { index: 1, total: 2 },
    { index: 2, total: 2 },
  ]);
  expect(world.lines('decision').map(({ kind }) => kind)).toEqual(['act', 'done', 'act', 'done']);
  expect(world.lines('tool_call')).toMatchObject([{ tool: 'todo', input: { title: 'Part 1' } }, { tool: 'todo' }]);
  expect(world.lines('tool_result')).toMatchObject([{ result: { ok: true } }, { result: { ok: true } }]);
  expect(world.lines('replanned')).toHaveLength(2);
  expect(world.lines('task_end')).toMatchObject([{ done: 2, failed: 0, skipped: 0 }]);
});

test('10.2.3 未配置 LLM 的错误提示不变', async () => {
  expect(meaningOfMessage(null, null, false)).toBe('no_model');
  const world = new World(usual(['Do one']));
  Object.assign(world, { model: null });
  world.submit('Do it');
  const run = await world.untilPhase('paused');
  expect(run.pause).toMatchObject({ code: 'endpoint', error: { code: 'no_key' } });
  expect(await runTodoCommand('Buy milk', ports(world))).toMatchObject({ kind: 'todo_added' });
});
