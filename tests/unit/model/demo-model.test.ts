import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { demoModel } from '../../../src/model/demo/demo-model.ts';
import { demoGoal } from '../../../src/task/demo-ids.ts';
import type { ModelMessage, ModelRequest } from '../../../src/ports/language-model.ts';
import { chartInput } from '../../../src/tools/chart/chart-data.ts';
import { filesTool } from '../../../src/tools/files/files.ts';
import { scheduleInput } from '../../../src/tools/schedule/schedule-input.ts';
import { todoInput } from '../../../src/tools/todo.ts';

const waits: number[] = [];
const demo = demoModel({ wait: async (ms) => void waits.push(ms) });
const offered = (...names: string[]) => names.map((name) => ({ name, description: '', schema: {} }));
const tools = {
  intake: offered('todo', 'schedule', 'chart', 'files', 'create_plan'),
  plan: offered('create_plan'),
  thought: offered('todo', 'schedule', 'chart', 'files', 'finish_step', 'ask_user'),
  replan: offered('keep_plan', 'update_plan', 'finish_task', 'ask_user'),
  evaluation: offered('judge_step'),
};
const inputs = { todo: todoInput, schedule: scheduleInput, chart: chartInput, files: filesTool.input };

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
    id: call?.id ?? '',
    name: call?.name ?? '',
    input: call ? (JSON.parse(call.arguments) as Record<string, unknown>) : {},
  };
}

interface Words {
  goal: string;
  answered: string;
  now: (local: string) => string;
  step: (k: number, total: number, description: string) => string;
  remaining: (count: number) => string;
}
const languages: [string, Words][] = [
  [
    'English',
    {
      goal: demoGoal.en,
      answered: 'The person answered: to the lake',
      now: (local) => `Now: ${local} (Europe/Berlin)`,
      step: (k, total, description) => `Step ${k}/${total}: ${description}`,
      remaining: (count) => `Remaining: ${count}`,
    },
  ],
  [
    'Chinese',
    {
      goal: demoGoal.zh,
      answered: '用户回答：去湖边',
      now: (local) => `现在：${local} (Asia/Shanghai)`,
      step: (k, total, description) => `步骤 ${k}/${total}：${description}`,
      remaining: (count) => `剩余：${count}`,
    },
  ],
];

describe.each(languages)('R11.4a the demo in %s', (language, words) => {
  const now = words.now('2026-12-31T10:00');
  const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

  test('plans, asks, acts in each step with valid input, finishes each, and closes', async () => {
    const plan = await ask('intake', `${now}\n\n${words.goal}`);
    expect(plan.name).toBe('create_plan');
    const steps = plan.input.plan as { id: string; description: string; tool?: string; dependencies: string[] }[];
    expect(steps.map(({ dependencies }) => dependencies)).toEqual([
      [],
      ['where'],
      ['where'],
      ['dates'],
      ['way', 'dates'],
    ]);
    const question = await ask('thought', `${now}\n${words.step(1, 5, steps[0]?.description ?? '')}`);
    expect(question.name).toBe('ask_user');

    const acts: Record<string, unknown>[] = [];
    const ids = new Set<string>();
    for (const [at, { description, tool }] of steps.entries()) {
      const asked = `${words.answered}\n${now}\n${words.step(at + 1, 5, description)}`;
      const more: ModelMessage[] = [];
      let made = await ask('thought', asked);
      while (made.name !== 'finish_step') {
        expect(made.name).toBe(tool);
        expect(inputs[made.name as keyof typeof inputs].safeParse(made.input).success).toBe(true);
        expect(isChinese(JSON.stringify(made.input))).toBe(language === 'Chinese');
        expect(ids).not.toContain(made.id);
        ids.add(made.id);
        acts.push(made.input);
        const call = made.id;
        more.push(
          { role: 'assistant', text: made.text, calls: [{ id: call, name: made.name, arguments: '{}' }] },
          {
            role: 'tool',
            call,
            text: made.input.action === 'delete' ? 'Deleted calendar entry' : 'Added (id entry_7), ok',
          },
        );
        made = await ask('thought', asked, more);
      }
      expect(made.input.response).toBeTypeOf('string');
    }
    expect(acts.flatMap(({ start, end }) => (start === undefined ? [] : [[start, end]]))).toEqual([
      ['2027-01-02', '2027-01-03'],
      ['2027-01-09', '2027-01-10'],
    ]);
    expect(acts.find(({ action }) => action === 'delete')).toMatchObject({ id: 'entry_7' });
    expect(acts.flatMap(({ due }) => due ?? [])).toEqual(['2027-01-01', '2027-01-01']);

    const told = steps.map(({ description }) => description).join('\n');
    expect((await ask('replan', `${told}\n${words.remaining(2)}\n${now}`)).name).toBe('keep_plan');
    const end = await ask('replan', `${told}\n${words.answered}\n${words.remaining(0)}\n${now}`);
    expect(end.name).toBe('finish_task');
    expect(isChinese(String(end.input.response))).toBe(language === 'Chinese');
  });

  test('knows only its trip', async () => {
    const only = (await ask('intake', `${now}\n\nPlan a birthday party, 生日`)).text;
    expect(only).toMatch(
      language === 'English' ? /^The demo knows only this trip\. Connect a model/ : /^演示只会这一趟旅行/,
    );
    expect(await ask('intake', `${words.goal}\n\n${now}\n\nPlan a birthday party`)).toMatchObject({ name: '' });
    const trip = `Current task: ${words.goal}\n${now}`;
    const own = await ask('thought', `${trip}\n${words.step(1, 1, '???')}`);
    expect(own).toMatchObject({ name: 'finish_step', input: { blocked: true, response: only } });
    expect((await ask('replan', `???\n${words.remaining(0)}\n${trip}`)).input.response).toBe(only);
  });

  test('has no model for a plan that is not its own', async () => {
    await expect(ask('thought', `${now}\n${words.step(1, 1, '???')}`)).rejects.toThrow('no_key');
    await expect(ask('replan', `???\n${words.remaining(0)}\n${now}`)).rejects.toThrow('no_key');
  });

  test('does what is added to its packing, and does not tick another step that was changed', async () => {
    const plan = await ask('intake', `${now}\n\n${words.goal}`);
    const steps = plan.input.plan as { id: string; description: string }[];
    const asked = (id: string, more: string) => {
      const description = steps.find((step) => step.id === id)?.description ?? '';
      return `${words.answered}\n${now}\n${words.step(4, 5, description + more)}`;
    };
    const called: ModelMessage[] = [1, 2].map((n) => ({ role: 'tool', call: `c${n}`, text: 'ok' }));
    for (const [more, title] of [
      ['，还有婆婆的药', '婆婆的药'],
      ['、婆婆的药', '婆婆的药'],
      [', and a tent', 'a tent'],
      [' plus a tent', 'a tent'],
    ] as const)
      expect(await ask('thought', asked('pack', more), called)).toMatchObject({ name: 'todo', input: { title } });
    for (const [id, more] of [
      ['pack', ' by Friday'],
      ['pack', ', tomorrow'],
      ['pack', ', but no rain jacket'],
      ['pack', ' and no rain jacket'],
      ['pack', '，不带相机'],
      ['pack', '和泳衣，别带相机'],
      ['pack', '、相机除外'],
      ['way', '，不要火车'],
    ] as const)
      expect((await ask('thought', asked(id, more), called)).input).toMatchObject({ blocked: true });
  });

  test('what people wrote before does not mislead it', async () => {
    const plan = await ask('plan', `Now: 1999-01-01T10:00\n\n${now}\n\n${words.goal}`);
    const [first] = plan.input.plan as { description: string }[];
    const act = await ask(
      'thought',
      `Step 9/9: nonsense\n${words.answered}\n${now}\n${words.step(1, 5, first?.description ?? '')}`,
    );
    expect(act.name).toBe('finish_step');
  });
});

describe('R11.4a the demo', () => {
  test('calls only what is offered', async () => {
    const now = 'Now: 2026-11-21T10:00 (Europe/Berlin)';
    expect(await ask('intake', `${now}\n\n${demoGoal.en}`, [], [])).toMatchObject({ name: '' });
    expect((await ask('replan', `${demoGoal.en}\nRemaining: 3\n${now}`, [], ['finish_task'])).name).toBe('finish_task');
    expect((await ask('replan', 'Remaining: 0\nWrite the trip on one page', [], [])).text).toContain('weekend');
    expect((await ask('thought', `${now}\nStep 1/5: Write the trip on one page`, [], ['finish_step'])).name).toBe(
      'finish_step',
    );
  });

  test('answers a goal without words in the language of the page', async () => {
    const chinese = demoModel({ pace: async () => 0, language: async () => 'zh' });
    for (const [goal, isChinese] of [
      ['123', true],
      ['OK', true],
      ['Plan a party', false],
    ] as const) {
      const messages: ModelMessage[] = [{ role: 'user', text: `Now: 2026-11-21T10:00 (Asia/Shanghai)\n\n${goal}` }];
      const outcome = await chinese.reply(
        { purpose: 'intake', messages, tools: [], choice: 'auto' },
        { signal: new AbortController().signal },
      );
      expect(outcome.ok && /\p{Script=Han}/u.test(outcome.reply.text)).toBe(isChinese);
    }
  });

  test('knows the language and the day without being told', async () => {
    expect((await ask('intake', demoGoal.zh)).text).toContain('计划');
    const act = await ask('thought', 'Step 3/5: Hold two weekends in the calendar, then settle on one');
    expect(act.input.start).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('R14.6 its text comes in pieces with real pauses, and an abort in between ends it', async () => {
    const request: ModelRequest = {
      purpose: 'intake',
      messages: [{ role: 'user', text: demoGoal.en }],
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
    await vi.advanceTimersByTimeAsync(700);
    expect(pieces).not.toEqual([]);
    const early = pieces.length;
    await vi.runAllTimersAsync();
    await reply;
    vi.useRealTimers();
    expect(pieces.length).toBeGreaterThan(Math.max(3, early));

    const stop = new AbortController();
    const outcome = await demo.reply(request, { signal: stop.signal, onText: () => stop.abort() });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });

  test('its pauses can be switched off', async () => {
    waits.length = 0;
    const quick = demoModel({ wait: async (ms) => void waits.push(ms), pace: async () => 0 });
    const messages: ModelMessage[] = [{ role: 'user', text: demoGoal.en }];
    await quick.reply(
      { purpose: 'intake', messages, tools: [], choice: 'auto' },
      { signal: new AbortController().signal },
    );
    expect(waits).toEqual([]);
  });
});
