import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { demoModel } from '../../src/llm/demo/demo-model.ts';
import type { ModelMessage, ModelRequest } from '../../src/ports/language-model.ts';
import { scheduleInput } from '../../src/tools/schedule/schedule-input.ts';
import { todoInput } from '../../src/tools/todo/todo.ts';

const waits: number[] = [];
const demo = demoModel({ wait: async (ms) => void waits.push(ms) });
const offered = (...names: string[]) => names.map((name) => ({ name, description: '', schema: {} }));
const tools = {
  intake: offered('todo', 'schedule', 'fetch', 'create_plan'),
  plan: offered('create_plan'),
  thought: offered('todo', 'schedule', 'fetch', 'finish_step', 'ask_user'),
  replan: offered('keep_plan', 'update_plan', 'finish_task', 'ask_user'),
  evaluation: offered('judge_step'),
};

async function ask(purpose: ModelRequest['purpose'], text: string, more: ModelMessage[] = [], only?: string[]) {
  const request: ModelRequest = {
    purpose,
    messages: [{ role: 'system', text: 'You are an agent.' }, { role: 'user', text }, ...more],
    tools: tools[purpose].filter(({ name }) => only?.includes(name) ?? true),
    choice: 'auto',
  };
  const outcome = await demo.reply(request, { signal: new AbortController().signal });
  if (!outcome.ok) throw new Error(outcome.error.code);
  const call = outcome.reply.calls[0];
  return {
    text: outcome.reply.text,
    name: call?.name,
    input: call ? (JSON.parse(call.arguments) as Record<string, unknown>) : {},
  };
}

interface Words {
  goal: string;
  now: (local: string) => string;
  step: (k: number, total: number, description: string) => string;
  remaining: (count: number) => string;
}
const languages: [string, Words][] = [
  [
    'English',
    {
      goal: 'Plan a small weekend picnic',
      now: (local) => `Now: ${local} (Europe/Berlin)`,
      step: (k, total, description) => `Step ${k}/${total}: ${description}`,
      remaining: (count) => `Remaining: ${count}`,
    },
  ],
  [
    'Chinese',
    {
      goal: '计划一次周末野餐',
      now: (local) => `现在：${local} (Asia/Shanghai)`,
      step: (k, total, description) => `步骤 ${k}/${total}：${description}`,
      remaining: (count) => `剩余：${count}`,
    },
  ],
];

describe.each(languages)('R11.4a the demo in %s', (language, words) => {
  const now = words.now('2026-12-31T10:00');
  const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

  test('plans, acts in each step with valid input, finishes each, and closes', async () => {
    waits.length = 0;
    const plan = await ask('intake', `${now}\n\n${words.goal}`);
    expect(plan.name).toBe('create_plan');
    const steps = plan.input.plan as { description: string; tool: string }[];
    expect(steps).toHaveLength(5);

    const acts: Record<string, unknown>[] = [];
    for (const [at, { description, tool }] of steps.entries()) {
      const question = `1/5\n${now}\n${words.step(at + 1, 5, description)}`;
      const act = await ask('thought', question);
      expect(act.name).toBe(tool);
      expect((tool === 'todo' ? todoInput : scheduleInput).safeParse(act.input).success).toBe(true);
      acts.push(act.input);
      const finish = await ask('thought', question, [
        { role: 'assistant', text: act.text, calls: [{ id: 'c', name: tool, arguments: '{}' }] },
        { role: 'tool', call: 'c', text: 'ok' },
      ]);
      expect(finish.name).toBe('finish_step');
      expect(finish.input.response).toBeTypeOf('string');
      const replan = await ask('replan', `${words.remaining(4 - at)}\n${now}`);
      expect(replan.name).toBe(at < 4 ? 'keep_plan' : 'finish_task');
      expect(isChinese(act.text + finish.text + JSON.stringify([act.input, finish.input]))).toBe(
        language === 'Chinese',
      );
      if (at === 4) expect(isChinese(String(replan.input.response))).toBe(language === 'Chinese');
    }
    expect(acts.filter(({ action }) => action === 'add').map(({ due, start, end }) => due ?? [start, end])).toEqual([
      '2026-12-31',
      '2027-01-01',
      ['2027-01-01T10:00', '2027-01-01T12:00'],
    ]);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(10_000);
  });

  test('a step that a person wrote is finished without an act', async () => {
    expect((await ask('thought', `${now}\n${words.step(1, 1, '???')}`)).name).toBe('finish_step');
  });

  test('what people wrote before does not mislead it', async () => {
    const plan = await ask('plan', `${words.goal}\nNow: 1999-01-01T10:00\n${now}`);
    const [first] = plan.input.plan as { description: string }[];
    const act = await ask('thought', `Step 9/9: nonsense\n${now}\n${words.step(1, 5, first?.description ?? '')}`);
    expect(act.input.due).toBe('2026-12-31');
  });
});

describe('R11.4a the demo', () => {
  test('calls only what is offered', async () => {
    const now = 'Now: 2026-11-21T10:00 (Europe/Berlin)';
    expect(await ask('intake', now, [], [])).toMatchObject({
      name: undefined,
      text: expect.stringContaining('demo') as unknown,
    });
    expect((await ask('replan', `Remaining: 3\n${now}`, [], ['finish_task'])).name).toBe('finish_task');
    expect((await ask('replan', 'Remaining: 0', [], [])).text).toContain('picnic');
    expect((await ask('thought', `${now}\nStep 1/5: Add a to-do for the food`, [], ['finish_step'])).name).toBe(
      'finish_step',
    );
  });

  test('knows the language and the day without being told', async () => {
    expect((await ask('intake', '计划一次周末野餐')).text).toContain('演示');
    expect((await ask('thought', 'Step 1/5: Add a to-do for the food')).input.due).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('gives its calls ids of their own within a task', async () => {
    const ids = new Set<string>();
    for (const step of [1, 2]) {
      const messages: ModelMessage[] = [{ role: 'user', text: `Step ${step}/5: List the to-dos` }];
      const outcome = await demo.reply(
        { purpose: 'thought', messages, tools: tools.thought, choice: 'auto' },
        { signal: new AbortController().signal },
      );
      if (outcome.ok) outcome.reply.calls.forEach((call) => ids.add(call.id));
    }
    expect(ids.size).toBe(2);
  });

  test('R14.6 its text comes in pieces with real pauses, and an abort in between ends it', async () => {
    const request: ModelRequest = {
      purpose: 'intake',
      messages: [{ role: 'user', text: 'Picnic' }],
      tools: tools.intake,
      choice: 'auto',
    };
    const pieces: string[] = [];
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const reply = demoModel().reply(request, {
      signal: new AbortController().signal,
      onText: (piece) => pieces.push(piece),
    });
    await vi.advanceTimersByTimeAsync(100);
    expect(pieces).not.toEqual([]);
    const early = pieces.length;
    await vi.runAllTimersAsync();
    await reply;
    vi.useRealTimers();
    expect(pieces.length).toBeGreaterThan(Math.max(3, early));

    const stop = new AbortController();
    const outcome = await demoModel().reply(request, { signal: stop.signal, onText: () => stop.abort() });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });
});
