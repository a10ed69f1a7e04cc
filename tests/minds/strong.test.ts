import { describe, expect, test } from 'vitest';
import { calls, prose, World } from '../unit/engine/world.ts';
import { offered, usual } from '../unit/engine/usual.ts';
import type { SaidStep } from '../trials/said.ts';
import { errands, type Language, planOf } from './errand.ts';
import { type Came, journey, reached } from './journey.ts';
import { type Habit, mind } from './mind.ts';
import { planSeen, textOf } from './scene.ts';

const words = {
  en: {
    reason: 'The list cannot be written to.',
    eggs: 'Buy eggs',
    drop: 'Only the bread is on your list.',
    stop: 'Enough is done.',
  },
  zh: { reason: '清单无法写入。', eggs: '买鸡蛋', drop: '只有面包在您的清单上。', stop: '这样就够了。' },
};
const languages: readonly Language[] = ['en', 'zh'];

function go(
  means: Habit['means'],
  language: Language,
  thoroughness: 'careful' | 'balanced' = 'careful',
): Promise<Came> {
  return journey(mind([{ name: 'strong', ...(means && { means }) }], 'chain'), { thoroughness, language });
}

describe.each(languages)('R4.2, R6.8 what a strong mind means is heard, %s:', (language) => {
  const { parts, milk, bread } = errands[language];
  const { reason, eggs, drop, stop } = words[language];

  test('an honest "blocked" fails the step with its reason and goes to recovery, which is spent', async () => {
    const rest = { ...planOf(errands[language], 'chain')[3]!, dependencies: [] };
    const came = await go((said, { request, shape }) => {
      if (said.kind === 'act' && said.acts[0]?.input.title === milk) return { kind: 'blocked', reason };
      if (said.kind === 'finish') return { kind: 'finish', response: drop };
      const failed = request.messages.some(({ text }) => text.includes(reason));
      return said.kind === 'keep' && failed && request.purpose === 'replan' && shape === 'chain'
        ? { kind: 'update', steps: [rest] }
        : said;
    }, language);
    expect(came).toMatchObject({ phase: 'completed', recoveries: 1, todos: [bread], closing: drop });
    const failed = came.world.run.plan.steps.find(({ description }) => description === parts.milk.description);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining(reason) as string });
  });

  test('a question at a check waits for the person', async () => {
    const question = language === 'en' ? 'Is soy milk fine, too?' : '豆奶也可以吗？';
    const came = await go(
      (said, { before }) => (said.kind === 'keep' && before === 0 ? { kind: 'ask', question } : said),
      language,
    );
    expect(came.questions).toContain(question);
    expect(reached(came, language)).toBe(true);
  });

  test('a revision that adds a write makes it, once', async () => {
    const input = { action: 'add', title: eggs };
    const came = await go(
      (said, scene) => {
        const more: SaidStep = { description: eggs, tool: 'todo', parameters: input };
        if (said.kind === 'keep' && scene.before === 0)
          return { kind: 'update', steps: [...planSeen(scene).slice(1), more] };
        return said;
      },
      language,
      'balanced',
    );
    expect(came).toMatchObject({ phase: 'completed', recoveries: 0 });
    expect(came.todos.toSorted()).toEqual([milk, bread, eggs].toSorted());
  });

  test('an early finish that is repeated closes the task, and the rest is skipped', async () => {
    const came = await go((said) => (said.kind === 'keep' ? { kind: 'finish', response: stop } : said), language);
    expect(came).toMatchObject({ phase: 'completed', closing: stop, recoveries: 0 });
    expect(came.statuses).toEqual(['completed', 'skipped', 'skipped', 'skipped']);
    const closings = came.replies.flatMap(({ calls: made }, n) =>
      made.some(({ name }) => name === 'finish_task') ? [n] : [],
    );
    expect(closings).toHaveLength(2);
    const askedBack = came.world.model.requests[closings[1]!]!;
    for (const part of ['ask', 'milk', 'bread'] as const) expect(textOf(askedBack)).toContain(parts[part].description);
  });

  test('a step that reports that the plan no longer fits brings about a check, balanced', async () => {
    const came = await go((said) => (said.kind === 'done' ? { ...said, fits: false } : said), language, 'balanced');
    expect(came.world.lines('replanned').some(({ cause }) => cause === 'unfit')).toBe(true);
    expect(reached(came, language)).toBe(true);
  });
});

test('R6.7 a plan that says a thing twice writes it twice', async () => {
  const step = { description: 'Note bread', tool: 'todo', parameters: { action: 'add', title: 'Bread' } };
  for (const thoroughness of ['careful', 'balanced'] as const) {
    const world = new World(
      usual([step, step], {
        thought: (request) =>
          request.messages.some(({ role }) => role === 'tool') ? undefined : calls(['todo', step.parameters]),
      }),
      { thoroughness },
    );
    world.submit('Note bread twice: two people shop');
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Bread', 'Bread']);
  }
});

test('R6.7 a revision may write more of the same kind', async () => {
  const note = (title: string) => ({
    description: `Note ${title}`,
    tool: 'todo',
    parameters: { action: 'add', title },
  });
  let revised = false;
  const world = new World(
    usual([note('bread'), note('milk')], {
      replan: () => {
        if (revised) return undefined;
        revised = true;
        return calls(['update_plan', { plan: [note('rye bread'), note('bread rolls')] }]);
      },
    }),
    { thoroughness: 'balanced' },
  );
  world.submit('Note the bread that is missing');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['bread', 'milk', 'rye bread', 'bread rolls']);
});

test('R6.7 a step that the person adds is made though it says what was done before', async () => {
  const bread = { action: 'add', title: 'Bread' };
  const world = new World(
    usual(['Note bread', 'Wait for the person'], {
      thought: (request) => {
        if (request.messages.some(({ role }) => role === 'tool')) return calls(['finish_step', { response: 'done' }]);
        return /Step \d\/\d: Wait/.test(request.messages.map(({ text }) => text).join('\n'))
          ? calls(['ask_user', { question: 'More?' }])
          : calls(['todo', bread]);
      },
    }),
  );
  world.submit('Note bread, then wait');
  await world.untilPhase('waiting');
  void world.runner.send({
    type: 'plan.edit',
    edit: { kind: 'add', id: '', description: 'Note bread once more', at: null },
  });
  const effect = world.run.question?.effect;
  void world.runner.send({ type: 'question.answer', text: 'Bread once more' });
  await world.until(
    (run) => run.phase === 'completed' || (run.phase === 'waiting' && run.question?.effect !== effect),
    'end',
  );
  if (world.run.phase === 'waiting') {
    void world.runner.send({ type: 'question.answer', text: 'No' });
    await world.untilPhase('completed');
  }
  expect(world.todos()).toEqual(['Bread', 'Bread']);
});

test('R6.1 a call that failed may be made again with other input in the same step', async () => {
  const world = new World(
    usual(['Tick the bread off'], {
      thought: (request) => {
        const seen = request.messages.filter(({ role }) => role === 'tool').length;
        if (seen === 0) return calls(['todo', { action: 'complete', title: 'Bread' }]);
        if (seen === 1) return calls(['todo', { action: 'add', title: 'Bread' }]);
        return undefined;
      },
    }),
  );
  world.submit('Tick the bread off, or note it first');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Bread']);
});

test('R3.5 an answer with a list stays an answer where nothing is to be done', async () => {
  const recipe = '1. Mix flour and water\n2. Let it rest\n3. Bake it';
  const world = new World(() => prose(recipe));
  world.submit('How do people bake bread?');
  await world.untilPhase('answered');
  expect(world.run.plan.steps).toEqual([]);
  expect(world.lines('message')).toMatchObject([{ kind: 'reply', text: recipe }]);
  expect(offered(world.model.requests[0]!)).toContain('create_plan');
});
