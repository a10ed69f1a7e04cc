import { describe, expect, test } from 'vitest';
import { planErrors } from '../../../src/plan/plan.ts';
import type { ModelError, ModelReply } from '../../../src/task/model-reply.ts';
import type { ProtocolName } from '../../../src/task/protocol-name.ts';
import type { Settings } from '../../../src/records/settings.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import type { Script } from '../../fakes/scripted-model.ts';
import { calls, prose, textOf, World } from './world.ts';

const settings: Partial<Settings> = { allowed_origins: ['https://shop.example'] };
const refusal: ModelError = { code: 'no_tools', detail: 'tools are not supported', status: 400, retry_after_ms: null };
const json = (object: unknown): ModelReply => prose(JSON.stringify(object));

/** The description of the step that a thought is about. */
function stepIn(request: ModelRequest): string {
  return /^Step \d+\/\d+: (.*)$/m.exec(textOf(request))?.[1] ?? '';
}

function expectAlternation(world: World): void {
  for (const { messages } of world.model.requests) {
    expect(messages[0]?.role).toBe('system');
    messages.slice(1).forEach(({ role }, at) => expect(role).toBe(at % 2 === 0 ? 'user' : 'assistant'));
  }
}

function shop(script: Script, protocol: ProtocolName, more: Partial<Settings> = {}): World {
  const world = new World(script, { ...settings, ...more });
  world.protocol = protocol;
  world.network
    .page('https://shop.example/gone', { status: 404 })
    .page('https://shop.example/milk', { body: 'Milk: 2 euros' });
  return world;
}

describe('R4.4 the whole of a task in JSON', () => {
  const act = (tool: string, input: unknown) =>
    json({ status: 'continue', current_step: 'this', next_action: { tool, input } });
  const done = (response: string) => json({ status: 'done', response });

  test('R3.1, R7.1 plan, question, answer, replan, tool failure, recovery, parallel steps, verification, done', async () => {
    let bothAsked = (): void => undefined;
    const together = new Promise<void>((resolve) => (bothAsked = resolve));
    const asked = new Set<string>();
    const world = shop(async (request) => {
      const text = textOf(request);
      if (request.purpose === 'intake')
        return prose(
          `Here is my plan:\n\`\`\`json\n${JSON.stringify({
            status: 'planned',
            plan: [
              { id: 'which', description: 'Find out which milk' },
              { id: 'price', description: 'Fetch the price', dependencies: ['which'] },
              { id: 'note', description: 'Note the milk', dependencies: ['which'] },
              { id: 'sum', description: 'Note the sum', dependencies: ['price', 'note'] },
            ],
          })},\n\`\`\``,
        );
      if (request.purpose === 'replan') {
        if (text.includes('A step has failed')) {
          expect(text).toContain('step_2 failed: ');
          return json({
            status: 'replanned',
            plan: [
              { id: 'again', description: 'Fetch the other page' },
              { id: 'step_4', description: 'Note the sum', dependencies: ['again'] },
            ],
          });
        }
        return text.includes('Remaining: 0')
          ? json({ status: 'done', response: 'Oat milk, 2 euros.' })
          : json({ status: 'unchanged', plan: null, question: null, response: null });
      }
      const step = stepIn(request);
      if (step === 'Find out which milk')
        return text.includes('answered: Oat')
          ? done('Oat milk')
          : json({ status: 'ask_user', current_step: step, question: 'Which milk?' });
      if (step === 'Fetch the price' || step === 'Note the milk') {
        asked.add(step);
        if (asked.size === 2) bothAsked();
        await together;
      }
      if (step === 'Fetch the price')
        return text.includes('Result of fetch (failed)')
          ? done('no such page')
          : act('fetch', { url: 'https://shop.example/gone' });
      if (step === 'Fetch the other page')
        return text.includes('Result of fetch (ok)')
          ? done('2 euros')
          : act('fetch', { url: 'https://shop.example/milk' });
      const title = step === 'Note the milk' ? 'Oat milk' : '2 euros';
      return text.includes('Result of todo (ok)') ? done(`${title} noted`) : act('todo', { action: 'add', title });
    }, 'json');
    let most = 0;
    world.runner.subscribe(({ run }) => {
      most = Math.max(most, run?.plan.steps.filter((step) => step.status === 'running').length ?? 0);
    });

    world.submit('Buy milk');
    await world.untilPhase('waiting');
    expect(world.run.question?.text).toBe('Which milk?');
    void world.runner.send({ type: 'question.answer', text: 'Oat' });
    const run = await world.untilPhase('completed');

    expect(most).toBe(2);
    expect(run.plan.steps.map((step) => [step.description, step.status])).toEqual([
      ['Find out which milk', 'completed'],
      ['Fetch the price', 'failed'],
      ['Note the milk', 'completed'],
      ['Fetch the other page', 'completed'],
      ['Note the sum', 'completed'],
    ]);
    expect(planErrors(run.plan)).toEqual([]);
    expect(run.plan.replan_count).toBe(1);
    expect(world.lines('replanned').map((line) => line['cause'])).toContain('clarified');
    expect(world.lines('recovery')).toHaveLength(1);
    expect(world.todos().sort()).toEqual(['2 euros', 'Oat milk']);
    expect(world.lines('final_verify')).toMatchObject([{ ok: true, checked: 2 }]);
    expect(world.lines('message').at(-1)).toMatchObject({ kind: 'closing', text: 'Oat milk, 2 euros.' });
    expect(world.model.requests.every((request) => request.tools.length === 0 && request.format !== undefined)).toBe(
      true,
    );
    expectAlternation(world);
  });

  test('R3.5 an intake may answer, and may act at once', async () => {
    const world = shop(() => json({ status: 'answer', response: 'Paris.' }), 'json');
    world.submit('The capital of France?');
    await world.untilPhase('answered');
    expect(world.lines('message')).toMatchObject([{ kind: 'reply', text: 'Paris.' }]);

    const acting = shop((request) => {
      if (request.purpose === 'intake') return act('todo', { action: 'add', title: 'Water plants' });
      if (request.purpose === 'replan') return json({ status: 'done', response: 'Noted.' });
      expect(textOf(request)).toMatch(/Water plants[\s\S]*Result of todo \(ok\)/);
      return json({ control: 'step_done' });
    }, 'json');
    acting.submit('Remind me to water the plants');
    await acting.untilPhase('completed');
    expect(acting.todos()).toEqual(['Water plants']);
    expectAlternation(acting);
  });

  test('R4.6 a reply that breaks the contract is told the exact violation, and asked again at most twice', async () => {
    const broken = [
      'I would add it.',
      '{"status":"continue","current_step":"1"',
      '{"status":"done","response":"added"}',
    ];
    let tries = 0;
    const world = shop((request) => {
      if (request.purpose === 'intake') return json({ status: 'planned', plan: ['Add milk'] });
      if (request.purpose === 'replan') return json({ status: 'done', response: 'ok' });
      return prose(broken[tries++] ?? '');
    }, 'json');
    world.submit('Buy milk');
    const run = await world.untilPhase('completed');
    expect(run.plan.step_count).toBe(3 + 1);
    const told = world.model.requests.filter((request) => request.purpose === 'thought').map(textOf);
    expect(told[1]).toContain('Your reply cannot be used: Nothing was done yet.');
    expect(told[2]).toContain('Your reply cannot be used: The JSON object was cut off before its end.');
    expectAlternation(world);
  });

  test('R4.4 the control envelope replan ends the step and says that the plan no longer fits', async () => {
    const world = shop(
      (request) => {
        if (request.purpose === 'intake') return json({ status: 'planned', plan: ['Look', 'Act'] });
        if (request.purpose === 'thought') return prose('re-plan');
        return json({ status: 'done', response: 'It does not fit.' });
      },
      'json',
      { thoroughness: 'balanced' },
    );
    world.submit('Buy milk');
    await world.untilPhase('completed');
    expect(world.lines('replanned')).toMatchObject([{ cause: 'unfit', outcome: 'done' }]);
    expect(world.statuses()).toEqual(['completed', 'skipped']);
  });
});

describe('R4.5 the whole of a task in markers', () => {
  test('R3.1 plan, question, answer, replan, tool failure, recovery, verification, done', async () => {
    const world = shop((request) => {
      const text = textOf(request);
      if (request.purpose === 'intake')
        return prose('I plan:\n[Step] Find out which milk\n[Step] Fetch the price\n[Step] Put it on the todo list');
      if (request.purpose === 'replan') {
        if (text.includes('A step has failed'))
          return prose('[Step] Fetch the other page\n[Step] Put it on the todo list');
        return prose(text.includes('Remaining: 0') ? '[Finish] Oat milk, 2 euros.' : 'It goes well. [Keep]');
      }
      const step = stepIn(request);
      if (step === 'Find out which milk')
        return prose(text.includes('answered: Oat') ? 'Oat milk. [Done]' : '[Ask] Which milk?');
      if (step === 'Fetch the price')
        return prose(
          text.includes('Result of fetch (failed)')
            ? '[Done] no such page'
            : '[Act] fetch {"url":"https://shop.example/gone"}',
        );
      if (step === 'Fetch the other page')
        return prose(
          text.includes('Result of fetch (ok)')
            ? '【完成】2 euros'
            : '【执行】fetch {"url":"https://shop.example/milk"}',
        );
      return prose(
        text.includes('list') && text.includes('Result of todo')
          ? '[Act] todo {"action":"add","title":"Oat milk"}'
          : '[Act] todo {"action":"list"}',
      );
    }, 'markers');
    world.submit('Buy milk');
    await world.untilPhase('waiting');
    void world.runner.send({ type: 'question.answer', text: 'Oat' });
    const run = await world.untilPhase('completed');
    expect(run.plan.steps.map((step) => [step.description, step.status])).toEqual([
      ['Find out which milk', 'completed'],
      ['Fetch the price', 'failed'],
      ['Fetch the other page', 'completed'],
      ['Put it on the todo list', 'completed'],
    ]);
    expect(world.todos()).toEqual(['Oat milk']);
    expect(world.lines('final_verify')).toMatchObject([{ ok: true, checked: 1 }]);
    expect(world.lines('message').at(-1)).toMatchObject({ kind: 'closing', text: 'Oat milk, 2 euros.' });
    expect(world.model.requests.every((request) => request.tools.length === 0 && !request.format)).toBe(true);
    expectAlternation(world);
  });

  /** A plan of one step that says these things in turn. */
  const saying = (description: string, ...replies: string[]) => {
    let said = 0;
    return shop((request) => {
      if (request.purpose === 'intake') return prose(`[Step] ${description}`);
      if (request.purpose === 'replan')
        return prose(textOf(request).includes('Remaining: 0') ? '[Finish] ok' : '[Keep]');
      return prose(replies[said++] ?? 'hm');
    }, 'markers');
  };
  const thoughts = (world: World) => world.model.requests.filter((request) => request.purpose === 'thought').length;

  test.each([
    ['an explicit marker', 'The weather', ['Fine. [Done]'], 1],
    ['a transition word, not before the second round', 'The weather', ['Now I look.', 'Next, the rest.'], 2],
    [
      'a read and the write that the step names',
      'Put it on the todo list',
      ['[Act] todo {"action":"list"}', '[Act] todo {"action":"add","title":"x"}'],
      2,
    ],
    [
      'a read and another write, at the next round',
      'The weather',
      ['[Act] todo {"action":"list"}', '[Act] todo {"action":"add","title":"x"}', 'hm'],
      3,
    ],
    ['five rounds', 'The weather', [], 5],
    ['three rounds where it names one action', 'Fetch it', [], 3],
    ['eight rounds where it names several', 'Fetch it, compare it and write it', [], 8],
    [
      'three rounds that act, the last one carried out',
      'Search it',
      Array.from({ length: 9 }, (_, at) => `[Act] todo {"action":"list","tag":"${at}"}`),
      3,
    ],
  ] as const)('R4.5 a step ends by %s', async (_, description, replies, rounds) => {
    const world = saying(description, ...replies);
    world.submit('Do it');
    await world.untilPhase('completed');
    expect(world.statuses()).toEqual(['completed']);
    expect(thoughts(world)).toBe(rounds);
    expectAlternation(world);
  });

  test('R4.5 each round collects new [Step] declarations: they run after the plan’s own steps, once each', async () => {
    let round = 0;
    const world: World = shop((request) => {
      if (request.purpose === 'intake') return prose('[Step] Look\n[Step] Sum up');
      if (request.purpose === 'replan')
        return prose(textOf(request).includes('Remaining: 0') ? '[Finish] ok' : '[Keep]');
      round += 1;
      if (round === 1) return prose('I see more.\n[Step] Proofread\n[Step] sum up');
      if (round <= 2) expect(world.run.plan.steps).toHaveLength(2);
      if (round === 2) return prose('[步骤] Print\n[Step] Proofread\n[Done]');
      return prose(`[Done]\n[Step] Proofread`);
    }, 'markers');
    world.submit('Do it');
    const run = await world.untilPhase('completed');
    expect(run.plan.steps.map((step) => [step.id, step.description, step.status])).toEqual([
      ['step_1', 'Look', 'completed'],
      ['step_2', 'Sum up', 'completed'],
      ['step_3', 'Proofread', 'completed'],
      ['step_4', 'Print', 'completed'],
    ]);
    const replan = world.model.requests.find((request) => request.purpose === 'replan');
    expect(textOf(replan!)).toMatch(
      /step_1 completed[\s\S]*step_3: Proofread\n[\s\S]*step_4: Print[\s\S]*Remaining: 3/,
    );
  });

  test('R4.5, R5.4 a model that declares a step in each round still comes to an end', async () => {
    let count = 0;
    const world = shop((request) => {
      if (request.purpose === 'intake') return prose('[Step] Look');
      if (request.purpose === 'replan')
        return prose(textOf(request).includes('Remaining: 0') ? '[Finish] ok' : '[Keep]');
      count += 1;
      return prose(`[Done]\n[Step] Another thing, number ${count}`);
    }, 'markers');
    world.submit('Do it');
    const run = await world.untilPhase('completed');
    expect(run.plan.steps).toHaveLength(20);
  });

  test('R4.5, R8.3 declarations survive a reload in the middle of their step', async () => {
    let round = 0;
    const world: World = shop((request) => {
      if (request.purpose === 'intake') return prose('[Step] Look');
      if (request.purpose === 'replan')
        return prose(textOf(request).includes('Remaining: 0') ? '[Finish] ok' : '[Keep]');
      round += 1;
      if (round === 1) return prose('[Step] Proofread');
      if (round === 2) {
        queueMicrotask(() => world.reload());
        return new Promise(() => undefined);
      }
      return prose('[Done]');
    }, 'markers');
    world.submit('Do it');
    await world.untilPhase('paused');
    void world.runner.send({ type: 'plan.continue' });
    const run = await world.untilPhase('completed');
    expect(run.plan.steps.map((step) => step.description)).toEqual(['Look', 'Proofread']);
  });
});

describe('R4.7 an endpoint that refuses a protocol is asked in the next one', () => {
  const inJson: Script = (request) => {
    if (request.purpose === 'intake') return json({ status: 'planned', plan: ['Add milk'] });
    if (request.purpose === 'replan') return json({ status: 'done', response: 'ok' });
    return textOf(request).includes('Result of todo')
      ? json({ status: 'done', response: 'added' })
      : json({
          status: 'continue',
          current_step: '1',
          next_action: { tool: 'todo', input: { action: 'add', title: 'Milk' } },
        });
  };

  test('tools → json, under the same effect, at no extra cost, and the finding is remembered', async () => {
    const world = shop((request, index) => (request.tools.length > 0 ? refusal : inJson(request, index)), 'tools');
    world.submit('Buy milk');
    const run = await world.untilPhase('completed');
    expect(world.protocol).toBe('json');
    expect(world.model.requests.filter((request) => request.tools.length > 0)).toHaveLength(1);
    const intakes = world.storage
      .journal('s1')
      .filter(({ body }) => body.type === 'model_reply' && body.purpose === 'intake');
    expect(intakes).toMatchObject([{ effect: 's1/t1/~intake/1', body: { protocol: 'json' } }]);
    expect(run.plan.step_count).toBe(2 + 1 + 1);
    expect(world.todos()).toEqual(['Milk']);
  });

  test('tools → json → markers', async () => {
    const world = shop((request) => {
      if (request.tools.length > 0 || request.format) return refusal;
      if (request.purpose === 'intake') return prose('[Step] Add milk');
      if (request.purpose === 'replan') return prose('[Finish] ok');
      return prose('[Done] added');
    }, 'tools');
    world.submit('Buy milk');
    await world.untilPhase('completed');
    expect(world.protocol).toBe('markers');
    expect(world.model.requests).toHaveLength(2 + 3);
  });

  test('an endpoint that refuses even plain text pauses the plan, and fails no step', async () => {
    const world = shop(() => refusal, 'tools');
    world.submit('Buy milk');
    const run = await world.untilPhase('paused');
    expect(run.pause).toMatchObject({ code: 'endpoint', error: { code: 'no_tools' } });
    expect(world.model.requests).toHaveLength(3);
  });

  test('in the middle of a step the conversation so far is told in the new protocol', async () => {
    const world = shop((request, index) => {
      if (world.protocol !== 'tools') return inJson(request, index);
      if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Add milk'] }]);
      const observed = request.messages.some((message) => message.role === 'tool');
      return observed ? refusal : calls(['todo', { action: 'add', title: 'Milk' }]);
    }, 'tools');
    world.submit('Buy milk');
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Milk']);
    const retold = world.model.requests.find((request) => request.format && request.purpose === 'thought');
    expect(retold?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(textOf(retold!)).toContain('"title":"Milk"');
  });

  test('R12.1 a reply is read by the protocol it was asked in, also when the profile has changed since', async () => {
    let thoughts = 0;
    const world: World = shop((request, index) => {
      if (request.purpose !== 'thought')
        return world.protocol === 'json' ? inJson(request, index) : calls(['finish_task', { response: 'ok' }]);
      thoughts += 1;
      if (thoughts === 1) return inJson(request, index);
      if (thoughts > 2) return calls(['finish_step', { response: 'added' }]);
      queueMicrotask(() => world.reload());
      return new Promise(() => undefined);
    }, 'json');
    world.submit('Buy milk');
    await world.untilPhase('paused');
    world.protocol = 'tools';
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Milk']);
    const retold = world.model.requests.find((request) => request.tools.length > 0);
    expect(retold?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  });

  test('R6.6 a model that cannot plan in JSON is asked for its plan in markers at last', async () => {
    const world = shop((request) => {
      if (request.format) return prose('{"status":"planned","plan":');
      if (request.purpose === 'plan') return prose('[Step] Add milk');
      return prose(request.purpose === 'replan' ? '[Finish] ok' : '[Done]');
    }, 'json');
    world.submit('Buy milk');
    await world.untilPhase('completed');
    expect(world.protocol).toBe('markers');
    expect(world.lines('planning_retry')).toHaveLength(2);
  });
});

test('R4.8 what was said before stands before a new goal, beginning with the person', async () => {
  for (const protocol of ['tools', 'json', 'markers'] as const) {
    const world = shop(() => prose('An answer.'), protocol);
    for (let goal = 1; goal <= 9; goal += 1) {
      world.submit(`Question ${goal}`);
      void world.runner.note({ type: 'message', kind: 'goal', text: `Question ${goal}` });
      await world.until((run) => run.id === `t${goal}` && run.phase === 'answered');
    }
    expectAlternation(world);
    expect(textOf(world.model.requests[8]!)).toContain('Question 5');
  }
});
