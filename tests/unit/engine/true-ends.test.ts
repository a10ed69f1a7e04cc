import type { WrittenCount } from '../../../src/task/task-end.ts';
import { describe, expect, test } from 'vitest';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { singleEntryFields } from '../../../src/records/calendar-entry.ts';
import type { PlanEdit } from '../../../src/plan/plan-edits.ts';
import { planStatistics } from '../../../src/plan/plan-progress.ts';
import { stepState } from '../../../src/task/step-state.ts';
import { stuckStep } from '../../../src/task/stuck.ts';
import { unfinishedSteps } from '../../../src/task/task-end.ts';
import type { Thoroughness } from '../../../src/values/limits.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { summarizeSession } from '../../../src/storage/journal/session-summary.ts';
import { statusLine } from '../../../src/ui/session/status-line.ts';
import { McpTools } from '../../../src/tools/mcp/mcp-tools.ts';
import { FakeMcp } from '../../fakes/fake-mcp.ts';
import { withoutPauses } from './without-pauses.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

type Planned =
  | string
  | { description: string; tool?: string; parameters?: unknown; dependencies?: string[]; id?: string };
type Thought = (request: ModelRequest, n: number) => ModelReply;

const levels: readonly Thoroughness[] = ['careful', 'balanced', 'economy'];
const add = (title: string): [string, unknown] => ['todo', { action: 'add', title }];
const finish = (response = 'I have added it.'): [string, unknown] => ['finish_step', { response }];
const asksBack = (request: ModelRequest) => /is not done yet|还没有完成/.test(request.messages.at(-1)?.text ?? '');

/** A task over the very engine: this plan, these thoughts, and a mind that keeps its plan and closes. */
function worldOf(plan: Planned[], thought: Thought, thoroughness: Thoroughness = 'careful'): World {
  let n = 0;
  return new World(
    (request) => {
      if (request.purpose === 'intake' || request.purpose === 'plan') return calls(['create_plan', { plan }]);
      if (request.purpose === 'thought') return thought(request, (n += 1));
      if (request.purpose === 'evaluation')
        return calls(['judge_step', { success: true, decision: 'continue', reason: '' }]);
      return request.tools.some(({ name }) => name === 'keep_plan')
        ? calls(['keep_plan', {}])
        : calls(['finish_task', { response: 'Milk and bread are noted.' }]);
    },
    { thoroughness },
  );
}

async function ended(world: World, goal = 'Note milk and bread'): Promise<World> {
  world.submit(goal);
  await world.untilPhase('completed', 'failed', 'blocked', 'paused', 'waiting');
  return world;
}

const tones = (world: World) => [statusLine(world.run).tone, world.lines('task_end')[0]?.tone];
const thoughtsOf = (world: World) => world.model.requests.filter(({ purpose }) => purpose === 'thought');
const errors = (world: World) => world.run.plan.steps.map(({ error }) => error);

describe.each(levels)('R6.9 an end is held to what the step owes, %s:', (level) => {
  const step = 'Add milk to the to-do list';

  test.each<[string, ModelReply]>([
    ['finish_step', calls(finish())],
    ['words', prose('I have added it.')],
    ['finish_task', calls(['finish_task', { response: 'I have added it.' }])],
  ])('%s without a call is asked back once, and then the step fails in words', async (_, end) => {
    for (const plan of [step, { description: step, tool: 'todo' }] satisfies Planned[]) {
      const world = await ended(worldOf([plan], () => end, level));
      expect(world.run.plan.steps).toMatchObject([{ status: 'failed', reason: { code: 'nothing_done' } }]);
      expect(thoughtsOf(world)).toHaveLength(2);
      expect(thoughtsOf(world).filter(asksBack)).toHaveLength(1);
      expect(world.run.plan.replan_count).toBe(0);
      expect(tones(world)).toEqual(['failed', 'red']);
      expect(textOf(world.model.requests.at(-1)!)).toContain('Nothing was done in this step');
    }
  });

  test('one that is said after failed calls only fails as well', async () => {
    const world = await ended(
      worldOf(
        [{ description: step, tool: 'todo' }],
        (_, n) => calls(n === 1 ? ['todo', { action: 'brew' }] : finish()),
        level,
      ),
    );
    expect(world.run.plan.steps[0]).toMatchObject({ status: 'failed', reason: { code: 'nothing_done' } });
  });

  test('a mind that does it when asked back is done and green', async () => {
    const world = await ended(
      worldOf([step], (request) => (asksBack(request) ? calls(add('Milk'), finish()) : calls(finish())), level),
    );
    expect([world.todos(), tones(world)]).toEqual([['Milk'], ['done', 'green']]);
  });

  test('one that is said again after the list was read stands, marked and not green', async () => {
    const world = await ended(
      worldOf(
        [step, 'Sum up'],
        (request) => {
          if (stepOf(request) === 2) return calls(finish('Summed up.'));
          return calls(asksBack(request) ? ['todo', { action: 'list' }] : finish('Milk is there already.'));
        },
        level,
      ),
    );
    expect(world.run.plan.steps[0]).toMatchObject({
      status: 'completed',
      result: 'Nothing was written: Milk is there already.',
      reason: { code: 'nothing_written' },
    });
    expect(thoughtsOf(world)).toHaveLength(4);
    expect(tones(world)).toEqual(['partly', 'amber']);
    expect(world.lines('task_end')[0]).toMatchObject({ written: [], undone: [{ description: step }] });
  });

  test('an honest step is not asked back: it has written, or an earlier step has written for it', async () => {
    const world = await ended(
      worldOf(
        ['Add milk to the to-do list', 'Add bread to the to-do list'],
        (request) =>
          stepOf(request) === 1 && results(request).length === 0 ? calls(add('Milk'), add('Bread')) : calls(finish()),
        level,
      ),
    );
    expect(thoughtsOf(world).filter(asksBack)).toHaveLength(0);
    expect([world.statuses(), tones(world)]).toEqual([
      ['completed', 'completed'],
      ['done', 'green'],
    ]);
  });

  test('a resumed step decides alike', async () => {
    const world = worldOf([step], () => calls(finish()), level);
    world.submit('Note it');
    await world.until(() => world.model.requests.some(asksBack), 'asked back');
    world.reload();
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.run.plan.steps[0]).toMatchObject({ status: 'failed', reason: { code: 'nothing_done' } });
  });
});

test('R6.9 a write that the person did not allow skips the step with that reason', async () => {
  const world = worldOf([{ description: 'Delete the to-do Milk', tool: 'todo' }], (request) =>
    results(request).length === 0
      ? calls(['todo', { action: 'delete', title: 'Milk' }])
      : calls(['finish_step', { blocked: true, response: 'Not allowed' }]),
  );
  world.storage.tables.todos.set('todo_milk', {
    ...{ id: 'todo_milk', title: 'Milk', notes: '', due: null, priority: 'normal', tags: [], done: false, position: 1 },
    ...{ session_id: null, created_at: '2026-01-01', updated_at: '2026-01-01', deleted_at: null },
  });
  await ended(world);
  void world.runner.send({ type: 'approval.decide', effect: world.run.approvals[0]!.effect, decision: 'deny' });
  await world.untilPhase('completed');
  expect(world.run.plan.steps[0]).toMatchObject({ status: 'skipped', reason: { code: 'not_allowed' } });
  expect(world.run.plan.replan_count).toBe(0);
  expect(tones(world)).toEqual(['failed', 'red']);
});

describe('R6.9 denied or undone work is never green:', () => {
  const read: [string, unknown] = ['fetch', { url: 'https://shop.example/prices' }];
  const deny = (world: World) =>
    void world.runner.send({ type: 'approval.decide', effect: world.run.approvals.at(-1)!.effect, decision: 'deny' });
  const deniedIn = async (plan: Planned, end: ModelReply, level: Thoroughness) => {
    const world = worldOf(
      [plan, 'Sum up'],
      (request) => {
        if (stepOf(request) === 2) return calls(finish('Summed up.'));
        return results(request).length === 0 ? calls(read) : end;
      },
      level,
    );
    await ended(world, 'Compare the prices');
    deny(world);
    await world.until(({ phase }) => phase === 'completed');
    return world;
  };

  test.each(
    levels.flatMap((level) =>
      ([calls(finish('All read.')), prose('All read.')] as const).map((end) => [level, end] as const),
    ),
  )('a step whose only call was not allowed is to be checked, %s', async (level, end) => {
    for (const plan of [
      'Look at the prices',
      { description: 'Look at the prices', tool: 'fetch' },
    ] satisfies Planned[]) {
      const world = await deniedIn(plan, end, level);
      expect(world.run.plan.steps[0]).toMatchObject({ status: 'completed', reason: { code: 'said_denied' } });
      expect(world.run.plan.steps[0]?.result).toBe(
        'The model says that it is done, but you did not allow this: Read shop.example/prices',
      );
      expect(tones(world)).toEqual(['partly', 'amber']);
      expect(planStatistics(world.run.plan)).toMatchObject({ completed: 1, failed: 0, doubtful: 1, skipped: 0 });
    }
  });

  test('so is one whose only call failed; the person accepts it, tries it again or skips it', async () => {
    const fails = () =>
      worldOf(['Look around', 'Sum up'], (request) => {
        if (stepOf(request) === 2 || results(request).length > 0) return calls(finish('Seen.'));
        return calls(['files', { action: 'read', name: 'b\u0000' }]);
      });
    for (const kind of ['accept', 'skip'] as const) {
      const world = await ended(fails(), 'Look around');
      expect(world.run.plan.steps[0]?.reason?.code).toMatch(/said_failed|missing/);
      void world.runner.send({ type: 'plan.edit', edit: { kind, id: 'step_1' } });
      expect(world.statuses()[0]).toBe(kind === 'accept' ? 'completed' : 'skipped');
      if (kind === 'accept') expect(world.run.plan.steps[0]?.reason?.code).toBe('accepted');
      expect(statusLine(world.run).tone).toBe('done');
    }
  });

  test.each(levels)(
    'so is one whose write failed beside others, unless a later reply makes it good, %s',
    async (level) => {
      const missing: [string, unknown] = ['todo', { action: 'complete', title: 'Nothing' }];
      for (const [later, tone] of [
        [null, 'amber'],
        [add('Bread'), 'amber'],
        [add('Nothing'), 'green'],
      ] as const) {
        const world = await ended(
          worldOf(
            ['Put the list in order', 'Sum up'],
            (request) => {
              const made = stepOf(request) === 1 ? results(request).length : 3;
              if (made === 0) return calls(missing, add('Milk'));
              return made === 2 && later ? calls(later) : calls(finish('Ticked off and added.'));
            },
            level,
          ),
        );
        expect(world.run.plan.steps[0]).toMatchObject(
          tone === 'green' ? { result: 'Ticked off and added.' } : { reason: { code: 'said_failed' } },
        );
        expect(tones(world)[1]).toBe(tone);
      }
    },
  );

  test.each(levels)('so is one that writes another file than it names, %s', async (level) => {
    for (const [name, tone] of [
      ['comparison.md', 'amber'],
      ['Compare.md', 'green'],
    ]) {
      const world = await ended(
        worldOf(
          ['Write the table to compare.md', 'Sum up'],
          (request) =>
            stepOf(request) === 1 && results(request).length === 0
              ? calls(['files', { action: 'write', name, content: '| a | (see compare.md)' }])
              : calls(finish('The table is in compare.md.')),
          level,
        ),
      );
      expect(tones(world)[1]).toBe(tone);
      if (tone === 'amber')
        expect(world.run.plan.steps[0]?.result).toBe('It asks for compare.md, but no file of that name was written');
    }
  });

  test.each<[string, string, string, [string, unknown][], [string, unknown]]>([
    [
      'wrote another file than it names',
      'Write the table to compare.md',
      'none of that name has been written in it',
      [['files', { action: 'write', name: 'comparison.md', content: '| a |' }]],
      ['files', { action: 'write', name: 'compare.md', content: '| a |' }],
    ],
    [
      'had a write fail',
      'Put the list in order',
      'a write failed and was not made good: todo complete “Nothing”',
      [['todo', { action: 'complete', title: 'Nothing' }], add('Milk')],
      add('Nothing'),
    ],
    [
      'had all its calls fail',
      'Look the price up',
      'no call has succeeded in it',
      [['fetch', { url: 'not an address' }]],
      ['todo', { action: 'list' }],
    ],
  ])('one that %s is asked once to make it good', async (_, step, words, first, then) => {
    for (const mends of [true, false]) {
      let asked = 0;
      const world = await ended(
        worldOf([step, 'Sum up'], (request) => {
          if (stepOf(request) !== 1) return calls(finish());
          if (results(request).length === 0) return calls(...first);
          if (!asksBack(request)) return calls(finish('It is done.'));
          asked += 1;
          expect(textOf(request)).toContain(words);
          return calls(mends ? then : finish('It is done.'));
        }),
      );
      expect(asked).toBe(1);
      expect(tones(world)[1]).toBe(mends ? 'green' : 'amber');
    }
  });

  test.each(levels)('so is one whose words say that a file was saved which nothing wrote, %s', async (level) => {
    const sums: [string, unknown] = ['compute', { code: '2 + 3' }];
    const writes: [string, unknown] = ['files', { action: 'write', name: 'total.csv', content: 'total\n5\n' }];
    for (const [call, plan, mends, isDone] of [
      [sums, ['Compute the total', 'Sum up'], false, false],
      [sums, ['Compute the total', 'Sum up'], true, true],
      [sums, ['Compute the total', 'Write the total to total.csv'], false, true],
      [writes, ['Compute the total', 'Sum up'], false, true],
    ] as const) {
      const asked: number[] = [];
      const world = await ended(
        worldOf(
          [...plan],
          (request) => {
            if (stepOf(request) !== 1)
              return calls(results(request).length === 0 ? writes : finish('It is in total.csv.'));
            if (results(request).length === 0) return calls(call);
            if (asksBack(request)) {
              asked.push(1);
              expect(textOf(request)).toContain('“total.csv” was saved');
              if (mends) return calls(writes);
            }
            return calls(finish('The total is 5 and is saved in total.csv.'));
          },
          level,
        ),
        'What is the total?',
      );
      expect(asked).toHaveLength(call === sums && plan[1] === 'Sum up' ? 1 : 0);
      expect(world.run.plan.steps[0]).toMatchObject({
        status: 'completed',
        ...(!isDone && {
          reason: { code: 'unsaved_file', params: { file: 'total.csv' } },
          result: 'The model says that total.csv was saved, but there is no file of that name',
        }),
      });
      expect(tones(world)[1]).toBe(isDone ? 'green' : 'amber');
    }
  });

  describe('one that is to read something and makes no call', () => {
    const address = 'https://court.example/judgment';
    const reads: [string, unknown] = ['fetch', { url: address }];
    const world = (steps: Planned[], thought: Thought) => {
      const made = worldOf(steps, thought);
      made.settings = { ...made.settings, allowed_origins: ['https://court.example'] };
      made.reload();
      made.network.page(address, { body: 'Six months.' });
      return made;
    };
    const first = `Read ${address} and note the period`;

    test('is asked once, and is to be checked if it still makes none', async () => {
      for (const mends of [true, false]) {
        let asked = 0;
        const made = await ended(
          world([first, 'Sum up'], (request) => {
            if (!asksBack(request)) return calls(finish('I have read it: six months.'));
            asked += 1;
            expect(textOf(request)).toContain('no call has read it');
            return calls(mends ? reads : finish('I have read it: six months.'));
          }),
        );
        expect(asked).toBe(1);
        expect(tones(made)[1]).toBe(mends ? 'green' : 'amber');
        if (!mends)
          expect(made.run.plan.steps[0]).toMatchObject({ reason: { code: 'not_read', params: { name: address } } });
      }
    });

    test('is done where an earlier step has read it, or it only names it', async () => {
      for (const later of [`Read ${address} again`, `Compare both with ${address}`, `If need be, read ${address}/2`]) {
        const made = await ended(
          world([first, later], (request) =>
            calls(stepOf(request) === 1 && results(request).length === 0 ? reads : finish('Six months.')),
          ),
        );
        expect([later, tones(made)[1]]).toEqual([later, 'green']);
        expect(thoughtsOf(made).filter(asksBack)).toEqual([]);
      }
    });
  });

  test.each(levels)('a file that the goal names may still be saved while steps are left, %s', async (level) => {
    const writes: [string, unknown] = ['files', { action: 'write', name: 'total.csv', content: 'total\n5\n' }];
    const world = await ended(
      worldOf(
        ['Compute the total', 'Take care of the file'],
        (request) =>
          results(request).length === 0
            ? calls(stepOf(request) === 1 ? ['compute', { code: '2 + 3' }] : writes)
            : calls(finish('The total is 5 and is saved in total.csv.')),
        level,
      ),
      'Compute the total and save it to total.csv',
    );
    expect(thoughtsOf(world).filter(asksBack)).toHaveLength(0);
    expect(tones(world)).toEqual(['done', 'green']);
  });

  test.each<[string, [string, unknown]]>([
    ['reads with invalid input', ['fetch', { url: 'not an address' }]],
    ['reads with a field missing', ['search', {}]],
    ['names a tool that does not exist', ['web_search', { q: 'price' }]],
  ])('one whose first call %s and is put right is done', async (_, wrong) => {
    const world = await ended(
      worldOf(['Look the price up', 'Sum up'], (request) => {
        const made = stepOf(request) === 1 ? results(request).length : 2;
        return calls(made === 0 ? wrong : made === 1 ? ['todo', { action: 'list' }] : finish('Three euros.'));
      }),
    );
    expect(tones(world)[1]).toBe('green');
  });

  test.each([
    ['its words alone', 'Book the hotel in Rome', calls(finish('Booked Hotel Roma for three nights.'))],
    ['prose', '在携程上预订酒店', prose('已经订好酒店。')],
  ])('so is one that no tool can do, by %s, at any level; an answer or a write does it', async (_, step, end) => {
    for (const level of levels) {
      const world = await ended(
        worldOf([step, 'Sum up'], () => end, level),
        'Rome',
      );
      expect(world.run.plan.steps.map(({ reason }) => reason?.code)).toEqual(['said_outside', undefined]);
      expect(tones(world)).toEqual(['partly', 'amber']);
      expect(thoughtsOf(world)).toHaveLength(2);
    }
    const wrote = await ended(
      worldOf([step], (request) => (results(request).length > 0 ? end : calls(add('Book the hotel')))),
      'Rome',
    );
    expect(tones(wrote)).toEqual(['done', 'green']);
    const read = await ended(
      worldOf([step], (request) => (results(request).length > 0 ? end : calls(['todo', { action: 'list' }]))),
      'Rome',
    );
    expect(tones(read)).toEqual(['failed', 'red']);
  });

  describe('what needs a step that is to be checked waits for the person:', () => {
    /** Step 1 is only claimed, step 2 needs it, and step 3 needs neither. */
    const claimed = async (level: Thoroughness) => {
      const plan = [
        { id: 'step_1', description: 'Look around' },
        { id: 'step_2', description: 'Sum up', dependencies: ['step_1'] },
        { id: 'step_3', description: 'Name a colour' },
      ];
      const world = worldOf(
        plan,
        (request) =>
          stepOf(request) !== 1 || results(request).length > 0
            ? calls(finish('Seen.'))
            : calls(['compute', { expression: '1 +' }]),
        level,
      );
      return ended(world, 'Look around');
    };

    test.each(levels)('the rest is done first, then one card names both, %s', async (level) => {
      const world = await claimed(level);
      expect([world.run.phase, world.statuses()]).toEqual(['blocked', ['completed', 'blocked', 'completed']]);
      expect(stuckStep(world.run)).toMatchObject({ n: 1, step: { status: 'completed' }, waiting: [{ n: 2 }] });
      expect(statusLine(world.run).tone).toBe('needs-you');
      expect(world.run.plan.replan_count).toBe(0);
    });

    test.each<[string, PlanEdit, string[], string]>([
      ['Accept', { kind: 'accept', id: 'step_1' }, ['completed', 'completed', 'completed'], 'done'],
      ['Do it anyway', { kind: 'without', id: 'step_2' }, ['completed', 'completed', 'completed'], 'partly'],
      ['Skip both', { kind: 'skip', id: 'step_1', more: ['step_2'] }, ['skipped', 'skipped', 'completed'], 'done'],
    ])('it goes on by “%s”', async (_, edit, statuses, tone) => {
      const world = await claimed('balanced');
      void world.runner.send({ type: 'plan.edit', edit });
      await world.untilPhase('completed');
      expect([world.statuses(), statusLine(world.run).tone]).toEqual([statuses, tone]);
    });

    test('tried again, it is done anew before the next', async () => {
      const world = await claimed('balanced');
      const before = thoughtsOf(world).length;
      void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
      await world.until(() => thoughtsOf(world).length > before, 'another try');
      expect(stepOf(thoughtsOf(world).at(-1)!)).toBe(1);
    });
  });

  test('one that owes a call and made only failed ones says which failed, and why', async () => {
    const world = await ended(
      worldOf([{ description: 'Look around', tool: 'compute' }], (request) =>
        results(request).length > 0 ? calls(finish('Seen.')) : calls(['compute', { expression: '1 +' }]),
      ),
      'Look around',
    );
    const { reason, error } = world.run.plan.steps[0]!;
    expect(reason).toMatchObject({ code: 'nothing_done', params: { tool: 'compute', said: 'Seen.' } });
    expect(error).toMatch(/^The calculation tool failed \([^)]+\)\. The model said: Seen\.$/);
    expect(error).not.toContain('(Seen.');
  });

  test('the person’s wish to try a denied call again asks anew', async () => {
    const world = await deniedIn('Look at the prices', calls(finish('All read.')), 'careful');
    void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
    await world.untilPhase('waiting');
    expect(world.run.approvals.filter(({ decision }) => decision === null)).toHaveLength(1);
  });
});

describe('R8.6 being stuck is no dead end:', () => {
  const soon = withoutPauses();
  const rests = ({ phase }: World['run']) => phase === 'blocked' || phase === 'failed' || phase === 'completed';
  const shut: [string, unknown] = ['fetch', { url: 'https://shut.example/' }];
  /** Step 1 cannot be done; step 2 needs it; the model knows no other way. */
  const stuckWorld = async () => {
    const plan = [
      { id: 'step_1', description: 'Read the page', tool: 'fetch' },
      { id: 'step_2', description: 'Sum it up', dependencies: ['step_1'] },
    ];
    const world = worldOf(plan, (request) => {
      if (stepOf(request) === 2) return calls(finish('Summed up.'));
      return results(request).length === 0 ? calls(shut) : calls(['finish_step', { blocked: true, response: 'Shut.' }]);
    });
    world.settings = { ...world.settings, allowed_origins: ['https://shut.example'] };
    void world.runner.send({ type: 'settings.change', settings: world.settings });
    world.submit('Read it');
    await soon(world, rests);
    return world;
  };
  const edit = (world: World, change: PlanEdit) => world.runner.send({ type: 'plan.edit', edit: change });

  test('the card names the step, the cause in plain words, and what needs it', async () => {
    const world = await stuckWorld();
    const stuck = stuckStep(world.run);
    expect(stuck).toMatchObject({ n: 1, waiting: [{ n: 2 }] });
    expect(stuck?.step.reason?.params.failure).toBe('closed_site');
  });

  test('a task of which nothing was done is not green, though the person skipped all of it', async () => {
    const world = await stuckWorld();
    void edit(world, { kind: 'skip', id: 'step_1', more: ['step_2'] });
    await soon(world, (run) => run.phase === 'completed');
    expect(statusLine(world.run)).toMatchObject({ tone: 'partly', key: 'plan.status.completed_ended_skipped' });
    expect(world.lines('task_end').at(-1)).toMatchObject({ tone: 'amber' });
  });

  test.each<[string, PlanEdit, string[]]>([
    ['without it', { kind: 'without', id: 'step_2' }, ['skipped', 'completed']],
    ['with it after all', { kind: 'retry', id: 'step_1' }, ['completed', 'completed']],
    ['with the answer of the person', { kind: 'accept', id: 'step_1', result: 'Four.' }, ['completed', 'completed']],
  ])('a step that the person skipped has a card, too, if another one needs it: it goes on %s', async (_, way, ends) => {
    const plan = [
      { id: 'step_1', description: 'Look at it' },
      { id: 'step_2', description: 'Sum it up', dependencies: ['step_1'] },
    ];
    const world = worldOf(plan, () => calls(finish('Done so.')));
    world.settings.review = true;
    world.submit('Look');
    await world.untilPhase('reviewing');
    void edit(world, { kind: 'skip', id: 'step_1' });
    void world.runner.send({ type: 'plan.approve' });
    await soon(world, rests);
    expect(stuckStep(world.run)).toMatchObject({ n: 1, step: { status: 'skipped' }, waiting: [{ n: 2 }] });
    expect(statusLine(world.run).action).toBe('decide');
    expect(world.lines('recovery')).toMatchObject([{ skipped: true }]);
    void edit(world, way);
    await soon(world, (run) => run.phase === 'completed');
    expect(world.statuses()).toEqual(ends);
  });

  test('“continue” makes no call again that has just failed', async () => {
    const world = await stuckWorld();
    const made = world.network.requested.length;
    void world.runner.send({ type: 'plan.continue' });
    await soon(world, (run) => !rests(run), 'going on');
    await soon(world, rests);
    expect(world.network.requested).toHaveLength(made);
  });

  test.each<[string, PlanEdit[], string[]]>([
    [
      'the answer of the person',
      [{ kind: 'accept', id: 'step_1', result: 'It costs 4 euros.' }],
      ['completed', 'completed'],
    ],
    ['doing the next without it', [{ kind: 'without', id: 'step_2' }], ['failed', 'completed']],
    ['skipping both', [{ kind: 'skip', id: 'step_1', more: ['step_2'] }], ['skipped', 'skipped']],
  ])('it goes on with %s', async (_, edits, statuses) => {
    const world = await stuckWorld();
    for (const each of edits) void edit(world, each);
    await soon(world, (run) => run.phase === 'completed' && run.plan.steps[1]?.status === statuses[1], 'the end');
    expect(world.statuses()).toEqual(statuses);
  });

  test('trying again makes the call once more', async () => {
    const world = await stuckWorld();
    const made = world.network.requested.length;
    world.network.page('https://shut.example/', { body: 'Open now.' });
    void edit(world, { kind: 'retry', id: 'step_1' });
    await soon(world, () => world.network.requested.length > made, 'another try');
  });
});

describe('R8.1 “stop” stops:', () => {
  test('it withdraws what is asked, ends the running steps in the journal, and marks them', async () => {
    const world = worldOf(['Read it'], () => calls(['fetch', { url: 'https://a.example/' }]));
    await ended(world);
    expect(world.run.phase).toBe('waiting');
    void world.runner.send({ type: 'plan.stop' });
    await world.untilPhase('cancelled');
    expect(world.run.approvals.filter(({ decision }) => decision === null)).toEqual([]);
    expect(world.run.plan.steps.map((step) => stepState(world.run, step))).toEqual(['stopped']);
    expect(world.lines('plan_step_end')).toMatchObject([{ status: 'skipped', reason: { code: 'cancelled' } }]);
  });

  test.each([false, true])('and “continue” goes on with the rest, nothing twice; reloaded: %s', async (reloads) => {
    let isStopped = false;
    const world = worldOf(['Add milk to the to-do list', 'Add bread to the to-do list', 'Sum up'], (request) => {
      const n = stepOf(request);
      if (n === 3 || results(request).length > 0) return calls(finish());
      if (n === 2 && !isStopped) void world.runner.send({ type: 'plan.stop' });
      isStopped ||= n === 2;
      return calls(add(n === 1 ? 'Milk' : 'Bread'));
    });
    world.submit('Note milk and bread');
    const { id } = await world.untilPhase('cancelled');
    expect(world.statuses()).toEqual(['completed', 'skipped', 'skipped']);
    if (reloads) world.reload();
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect([world.run.id, world.statuses()]).toEqual([id, ['completed', 'completed', 'completed']]);
    expect(world.todos()).toEqual(['Milk', 'Bread']);
  });

  test.each([false, true])(
    'in the middle of a step, it goes on from there with all that was done; reloaded: %s',
    async (reloads) => {
      let thoughts = 0;
      const world = worldOf(['Add milk and bread to the to-do list'], (request) => {
        const n = results(request).length;
        thoughts += 1;
        if (thoughts === 2) void world.runner.send({ type: 'plan.stop' });
        return n === 2 ? calls(finish()) : calls(add(n === 1 ? 'Bread' : `Milk of try ${thoughts}`));
      });
      world.submit('Note milk and bread');
      await world.untilPhase('cancelled');
      if (reloads) world.reload();
      void world.runner.send({ type: 'plan.continue' });
      await world.untilPhase('completed');
      expect(world.todos()).toEqual(['Milk of try 1', 'Bread']);
    },
  );

  test.each([false, true])('a plan stopped before its approval waits for that again; reloaded: %s', async (reloads) => {
    const world = worldOf(['Add milk to the to-do list'], (request) =>
      results(request).length > 0 ? calls(finish()) : calls(add('Milk')),
    );
    world.settings.review = true;
    world.submit('Note milk');
    await world.untilPhase('reviewing');
    void world.runner.send({ type: 'plan.stop' });
    await world.untilPhase('cancelled');
    if (reloads) world.reload();
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('reviewing');
    expect([world.statuses(), world.todos()]).toEqual([['pending'], []]);
    void world.runner.send({ type: 'plan.continue' });
    expect(world.run.phase).toBe('reviewing');
    void world.runner.send({ type: 'plan.approve' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Milk']);
    expect(world.lines('edit')).toMatchObject([{ what: 'approve' }]);
  });

  test('a plan stopped once before its approval and once at work goes on with its work the second time', async () => {
    let thoughts = 0;
    const world = worldOf(['Add milk to the to-do list'], (request) => {
      thoughts += 1;
      if (thoughts === 1) void world.runner.send({ type: 'plan.stop' });
      return results(request).length > 0 ? calls(finish()) : calls(add('Milk'));
    });
    world.settings.review = true;
    world.submit('Note milk');
    await world.untilPhase('reviewing');
    void world.runner.send({ type: 'plan.stop' });
    await world.untilPhase('cancelled');
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('reviewing');
    void world.runner.send({ type: 'plan.approve' });
    await world.untilPhase('cancelled');
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Milk']);
  });
});

test('R4.3, R6.9 an honest “blocked” is heard at once', async () => {
  const blocked = calls(['finish_step', { blocked: true, response: 'There is no list.' }]);
  const world = worldOf([{ description: 'Add milk to the to-do list', tool: 'todo' }, 'Sum up'], (request) =>
    stepOf(request) === 1 ? blocked : calls(finish('Summed up.')),
  );
  await ended(world);
  expect(errors(world)[0]).toBe('There is no list.');
  expect(thoughtsOf(world).filter((request) => stepOf(request) === 1)).toHaveLength(1);
  expect(world.run.plan.replan_count).toBe(1);
});

describe('R6.10 what a try has written before it came to no end', () => {
  const goesOn = async (world: World) => {
    void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
    await world.until((run) => run.phase === 'completed', 'the end');
  };
  const writes = { en: 'An earlier try', zh: '此前没有做完的尝试' };

  test.each(['en', 'zh'] as const)('is told to the next try, and to who revises the plan: %s', async (language) => {
    let n = 0;
    const world = worldOf(['Add milk and bread to the to-do list'], (request) => {
      n += 1;
      if (n === 2) return calls(['finish_step', { blocked: true, response: 'No more for now.' }]);
      if (results(request).length > 0) return calls(finish());
      return calls(add(textOf(request).includes(writes[language]) ? 'Bread' : `Milk, ${n}`));
    });
    await ended(world, language === 'en' ? 'Note milk and bread' : '把牛奶和面包记下来');
    const revising = world.model.requests.findLast(({ purpose }) => purpose === 'replan')!;
    expect(textOf(revising)).toContain(writes[language]);
    expect(textOf(revising)).toContain('Milk, 1');
    await goesOn(world);
    expect(world.todos()).toEqual(['Milk, 1', 'Bread']);
  });

  test('is not told once the person has taken it back', async () => {
    let n = 0;
    const world = worldOf(['Add milk to the to-do list'], (request) => {
      n += 1;
      if (n === 2) return calls(['finish_step', { blocked: true, response: 'No more for now.' }]);
      if (results(request).length > 0) return calls(finish());
      return calls(add(textOf(request).includes(writes.en) ? 'Bread' : `Milk, ${n}`));
    });
    await ended(world);
    for (const [id, todo] of world.storage.tables.todos)
      world.storage.tables.todos.set(id, { ...todo, deleted_at: '2999-01-01T00:00:00.000Z' });
    await goesOn(world);
    expect(world.todos()).toEqual(['Milk, 3']);
  });
});

describe('R6.10 a write is made once in a step:', () => {
  test('the same one in each round is answered “already done”, and the step is done with one to-do', async () => {
    for (const level of levels) {
      const world = await ended(worldOf(['Add milk to the to-do list'], () => calls(add('Milk')), level));
      expect([world.todos(), world.statuses()]).toEqual([['Milk'], ['completed']]);
      expect(world.lines('tool_result')[1]).toMatchObject({ result: { already: 'step_1', again: true } });
    }
  });

  test('a step goes on after it: a slip in between loses nothing', async () => {
    const rounds = [add('Milk'), add('Milk'), add('Bread'), finish()];
    const world = await ended(worldOf(['Add both to the to-do list'], (_, n) => calls(rounds[n - 1]!)));
    expect(world.todos()).toEqual(['Milk', 'Bread']);
  });

  test('it is made again once it was undone, by a call or by the person', async () => {
    const rounds = [
      ['todo', { action: 'add', title: 'Milk' }],
      ['todo', { action: 'complete', title: 'Milk' }],
      ['todo', { action: 'reopen', title: 'Milk' }],
      ['todo', { action: 'complete', title: 'Milk' }],
      finish(),
    ] as [string, unknown][];
    const world = await ended(worldOf(['Add and tick off the to-do Milk'], (_, n) => calls(rounds[n - 1]!)));
    expect([...world.storage.tables.todos.values()].map(({ done }) => done)).toEqual([true]);
  });

  test('an append is made as often as it is called for', async () => {
    const append: [string, unknown] = ['files', { action: 'append', name: 'log.md', content: 'tick' }];
    const rounds = [append, append, finish()];
    const world = await ended(worldOf(['Log twice'], (_, n) => calls(rounds[n - 1]!)));
    expect([...world.storage.tables.files.values()].map(({ content }) => content)).toEqual(['tick\ntick']);
  });
});

describe('R6.10 the same write several times in one reply:', () => {
  const append: [string, unknown] = ['files', { action: 'append', name: 'log.md', content: 'tick' }];
  const isSecond = (request: ModelRequest) => results(request).length > 0;

  test('is made once, and the model is told so, not that it was refused', async () => {
    for (const level of levels) {
      const nine = Array.from({ length: 9 }, () => add('Milk'));
      const world = await ended(
        worldOf(['Note milk'], (request) => (isSecond(request) ? calls(finish()) : calls(...nine)), level),
      );
      expect([world.todos(), world.statuses(), tones(world)]).toEqual([['Milk'], ['completed'], ['done', 'green']]);
      const said = results(thoughtsOf(world).at(-1)!);
      expect(said).toHaveLength(9);
      expect(said.filter((text) => text.includes('it was made once'))).toHaveLength(8);
      expect(said.join()).not.toContain('Refused');
    }
  });

  test('is made once in the markers protocol, and at the intake', async () => {
    const act = '[Act] todo {"action":"add","title":"Milk"}';
    let n = 0;
    const world = new World(({ purpose }) => {
      if (purpose === 'intake') return prose('[Step] Note milk');
      return prose(purpose === 'thought' ? ((n += 1) === 1 ? `${act}\n${act}` : 'Noted.\n[Done]') : '[Finish] Noted.');
    });
    world.protocol = 'markers';
    await ended(world);
    expect([world.todos(), n]).toEqual([['Milk'], 2]);
    const begun = await ended(
      new World(({ purpose }) => (purpose === 'intake' ? calls(add('Milk'), add('Milk')) : calls(finish()))),
    );
    expect(begun.todos()).toEqual(['Milk']);
  });

  test('with other arguments, or between others, each is made', async () => {
    const world = await ended(
      worldOf(['Note them'], (request) =>
        isSecond(request) ? calls(finish()) : calls(add('Milk'), add('Bread'), add('Milk')),
      ),
    );
    expect(world.todos()).toEqual(['Milk', 'Bread']);
  });

  test('that has a further effect by nature is made as often as it stands there', async () => {
    const world = await ended(
      worldOf(['Log twice'], (request) => (isSecond(request) ? calls(finish()) : calls(append, append))),
    );
    expect([...world.storage.tables.files.values()].map(({ content }) => content)).toEqual(['tick\ntick']);
  });

  test('a reload between them leaves it at one', async () => {
    const world = worldOf(['Note milk'], (request) =>
      isSecond(request) ? calls(finish()) : calls(add('Milk'), add('Milk')),
    );
    world.submit('Note milk');
    await world.until(() => world.todos().length > 0, 'a to-do');
    world.reload();
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Milk']);
  });
});

describe('R8.6 reasons are sentences, in the language of the goal:', () => {
  const codes = /act_refused|too_many|too_long|nothing_done|wrong_value|^\d+$|^[a-z_]+$/;

  test.each([
    [
      'Note milk',
      'The to-do tool was called 3 times with a value for “action” that it does not know, BREW_TODO; nothing was written',
    ],
    ['请把牛奶记到清单上', '待办工具连续 3 次收到“action”中它不认识的值 BREW_TODO，什么也没有写入'],
  ])('calls that are refused: %s', async (goal, sentence) => {
    const brew: [string, unknown] = ['todo', { action: 'BREW_TODO', title: 'Milk' }];
    const world = await ended(
      worldOf([{ description: goal, tool: 'todo' }], () => calls(brew)),
      goal,
    );
    expect(errors(world)).toEqual([sentence]);
    expect(textOf(world.model.requests.at(-1)!)).toContain(sentence);
    expect(textOf(world.model.requests.at(-1)!)).not.toContain('act_refused');
  });

  test('the same reading call again and again', async () => {
    const world = await ended(worldOf(['See the list'], () => calls(['todo', { action: 'list' }])));
    expect(errors(world)[0]).toBe('The same call was made four times with the same result');
    expect(world.lines('plan_step_end')[0]).toMatchObject({ reason: { code: 'loop' } });
  });

  test('calls without an end', async () => {
    const world = await ended(worldOf(['Add much'], (_, n) => calls(add(`Thing ${n}`))));
    expect(errors(world)[0]).toContain('The model used tools in 8 rounds of this step and came to no end');
    for (const error of errors(world)) expect(error).not.toMatch(codes);
  });

  test('replies that cannot be read', async () => {
    const world = await ended(worldOf(['Ponder'], () => calls(['finish_step', { response: 3, blocked: 'perhaps' }])));
    expect(errors(world)).toEqual(['The replies of the model could not be read, and nothing was done']);
  });
});

describe('R8.6 ends are true:', () => {
  test('a failure that the next replan mended is green', async () => {
    const world = new World((request) => {
      if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Try the first way', 'Sum up'] }]);
      if (request.purpose === 'thought')
        return /first way$/m.test(textOf(request).split('Step 1/')[1] ?? '')
          ? calls(['finish_step', { blocked: true, response: 'It is shut.' }])
          : calls(finish('Done.'));
      if (/mend the plan/.test(textOf(request)))
        return calls([
          'update_plan',
          { plan: [{ description: 'Try the second way' }, { id: 'step_2', description: 'Sum up' }] },
        ]);
      return request.tools.some(({ name }) => name === 'keep_plan')
        ? calls(['keep_plan', {}])
        : calls(['finish_task', { response: 'All is well.' }]);
    });
    await ended(world, 'Get there');
    expect(world.statuses()).toEqual(['failed', 'completed', 'completed']);
    expect(tones(world)).toEqual(['done', 'green']);
  });

  test('the person goes on with what failed, and a write of the first try is not made again', async () => {
    let able = false;
    const world = worldOf(['Add milk to the to-do list', 'Add bread to the to-do list'], (request) =>
      stepOf(request) === 1 || able ? calls(add(stepOf(request) === 1 ? 'Milk' : 'Bread'), finish()) : calls(finish()),
    );
    await ended(world);
    expect(tones(world)).toEqual(['partly', 'amber']);
    expect(statusLine(world.run).action).toBe('rest');
    able = true;
    void world.runner.send({ type: 'plan.continue' });
    await world.until((run) => run.phase === 'completed' && unfinishedSteps(run).length === 0, 'the rest');
    expect(world.todos()).toEqual(['Milk', 'Bread']);
    expect(statusLine(world.run)).toMatchObject({ tone: 'done', action: null });
  });

  test('what was written is counted by rule, each row once', async () => {
    const rounds = [add('Milk'), add('Bread'), ['files', { action: 'write', name: 'a.md', content: 'A' }], finish()];
    const world = await ended(worldOf(['Write all of it'], (_, n) => calls(rounds[n - 1] as [string, unknown])));
    expect(world.lines('task_end')[0]).toMatchObject({
      written: [
        { store: 'todos', change: 'put', n: 2, names: ['Milk', 'Bread'] },
        { store: 'files', change: 'put', n: 1, names: ['a.md'] },
      ],
    });
  });

  test('files that the closing answer alone says were written are named', async () => {
    for (const [closing, absent] of [
      ['I saved the table to table.md and summary.md.', true],
      ['I saved the table to table.md.', false],
    ] as const) {
      const world = await ended(
        new World(({ purpose, tools }) => {
          if (purpose === 'intake') return calls(['create_plan', { plan: ['Write the table to table.md', 'Sum up'] }]);
          if (purpose === 'thought')
            return calls(['files', { action: 'write', name: 'table.md', content: '| a |' }], finish());
          if (tools.some(({ name }) => name === 'keep_plan')) return calls(['keep_plan', {}]);
          return calls(['finish_task', { response: closing }]);
        }),
      );
      expect(world.lines('task_end')[0]?.written).toEqual([
        { store: 'files', change: 'put', n: 1, names: ['table.md'] },
        ...(absent ? [{ store: 'files', change: 'missing', n: 1, names: ['summary.md'] }] : []),
      ]);
      expect(tones(world)).toEqual(absent ? ['partly', 'amber'] : ['done', 'green']);
      const session = {
        id: 's',
        title: '',
        plan_status: null,
        steps_ended: 0,
        steps_total: 0,
        created_at: '',
        updated_at: '',
      };
      expect(summarizeSession(session as never, world.run).steps_failed).toBe(absent ? 0 : undefined);
    }
  });

  test('that a step or the goal asks for a file is no sign that it is there, nor are the words of a step’s end', async () => {
    for (const [goal, step, absent] of [
      ['Compare the kettles', 'Generate report.md with the comparison', true],
      ['Compare the kettles and save it as report.md', 'Draft it', true],
      ['Compare the kettles with report.md', 'Draft it', false],
    ] as const) {
      const world = await ended(
        new World(({ purpose, tools }) => {
          if (purpose === 'intake') return calls(['create_plan', { plan: [step, 'Sum up'] }]);
          if (purpose === 'thought') return calls(finish('I generated report.md.'));
          if (tools.some(({ name }) => name === 'keep_plan')) return calls(['keep_plan', {}]);
          return calls(['finish_task', { response: 'I generated report.md with the comparison.' }]);
        }),
        goal,
      );
      const missing = { store: 'files', change: 'missing', n: 1, names: ['report.md'] };
      expect(world.lines('task_end')[0]?.written).toEqual(absent ? [missing] : []);
      expect(world.lines('task_end')[0]?.tone === 'green').toBe(!absent);
    }
  });

  test.each([
    [
      'Write a bash script that saves the log to out.txt and explain it',
      'The script reads the log. The result is written to out.txt.',
    ],
    ['Write a Python function that exports rows to data.json', 'Rows are exported to data.json.'],
    [
      'Write a Python script that reads data.csv and writes the sums to sums.csv',
      'The sums of data.csv are written to sums.csv.',
    ],
    ['写一个脚本，把日志保存到 out.txt', '日志已保存到 out.txt 中。'],
    ['Summarize the changes from v1.md to v2.md: a, then a and b', 'v2.md was created on 3 May and adds b.'],
    ['Compare data.md with b.md and write the result to a.md', 'data.md was created on 3 May.'],
  ])('a file that the goal names, but not as one to be written, is not missing: %s', async (goal, response) => {
    const world = await ended(
      new World(({ purpose, tools }) => {
        if (purpose === 'intake') return calls(['create_plan', { plan: ['Think about it', 'Sum up'] }]);
        if (purpose === 'thought') return calls(finish('It is thought through.'));
        if (tools.some(({ name }) => name === 'keep_plan')) return calls(['keep_plan', {}]);
        return calls(['finish_task', { response }]);
      }),
      goal,
    );
    expect(world.lines('task_end')[0]).toMatchObject({ written: [], tone: 'green' });
  });

  test('changes that the closing answer alone says were made are named', async () => {
    for (const [closing, kinds] of [
      ['I added milk to your to-do list and the meeting to your calendar, and emailed Li.', ['entries', 'messages']],
      ['I added milk to your to-do list.', []],
    ] as const) {
      const world = await ended(
        new World(({ purpose }) => {
          if (purpose === 'intake') return calls(['create_plan', { plan: ['Add milk to the to-do list', 'Sum up'] }]);
          if (purpose === 'thought') return calls(add('Milk'), finish());
          return calls(['finish_task', { response: closing }]);
        }),
      );
      expect(world.lines('task_end')[0]?.written).toEqual([
        { store: 'todos', change: 'put', n: 1, names: ['Milk'] },
        ...kinds.map((store) => ({ store, change: 'missing', n: 1 })),
      ]);
    }
  });

  test.each([
    ['a to-do', add('Pay the fee'), false],
    ['an entry without a reminder', ['schedule', { action: 'add', title: 'Pay', start: '2026-12-15T09:00' }], false],
    [
      'an entry with a reminder',
      ['schedule', { action: 'add', title: 'Pay', start: '2026-12-15T09:00', reminder: 0 }],
      true,
    ],
  ] as const)(
    'only an entry with a reminder is a reminder that the answer says was set: %s',
    async (_, call, isOne) => {
      const world = await ended(
        new World(({ purpose }) => {
          if (purpose === 'intake') return calls(['create_plan', { plan: ['Take care of the fee', 'Sum up'] }]);
          if (purpose === 'thought') return calls([call[0], call[1]], finish());
          return calls(['finish_task', { response: 'I set a reminder for the fee.' }]);
        }),
        'Remind me of the fee',
      );
      const written = world.lines('task_end')[0]?.written as WrittenCount[];
      expect(written.some(({ store, change }) => store === 'reminders' && change === 'missing')).toBe(!isOne);
      expect(written.filter(({ store }) => store === 'entries').map((each) => each.no_reminder)).toEqual(
        call[0] === 'schedule' ? [isOne ? undefined : true] : [],
      );
    },
  );

  test.each([
    ['s1', false],
    ['other', true],
  ])('a reminder that an earlier task of this session has set is not missing: %s', async (session_id, isMissing) => {
    const world = new World(({ purpose }) => {
      if (purpose === 'intake') return calls(['create_plan', { plan: ['Add milk to the to-do list', 'Sum up'] }]);
      if (purpose === 'thought') return calls(add('Milk'), finish());
      return calls(['finish_task', { response: 'I set a reminder for the fee.' }]);
    });
    world.storage.tables.entries.set('entry_fee', {
      ...{ id: 'entry_fee', title: 'Fee', notes: '', place: '', start: '2026-12-15T09:00', end: '2026-12-15T10:00' },
      ...{ all_day: false, zone: 'Europe/Berlin', reminder: 0, session_id, ...singleEntryFields() },
      ...{ created_at: '2026-01-01', updated_at: '2026-01-01', deleted_at: null },
    });
    await ended(world);
    const written = world.lines('task_end')[0]?.written as WrittenCount[];
    expect(written.some(({ store }) => store === 'reminders')).toBe(isMissing);
  });

  test.each([
    ['Note the check-up in the calendar', 'It is noted. A reminder: come with an empty stomach.'],
    ['Note the museum and remind Ana by mail text', 'It is noted.'],
    ['把体检记入日程，写一句温馨提醒', '体检已记下。温馨提醒：请空腹前往。'],
  ])('an entry is called one without a reminder only if the goal asks for one, not: %s', async (goal, response) => {
    const entry: [string, unknown] = ['schedule', { action: 'add', title: 'Check-up', start: '2026-12-15T09:00' }];
    const world = await ended(
      new World(({ purpose }) => {
        if (purpose === 'intake') return calls(['create_plan', { plan: ['Take care of it', 'Sum up'] }]);
        if (purpose === 'thought') return calls(entry, finish());
        return calls(['finish_task', { response }]);
      }),
      goal,
    );
    expect(world.lines('task_end')[0]?.written).toEqual([
      { store: 'entries', change: 'put', n: 1, names: ['Check-up'] },
    ]);
  });

  test('what a server may have sent is not called missing, also if its step was skipped afterwards', async () => {
    const url = 'https://mail.example/mcp';
    const mcp = new FakeMcp();
    mcp.server(url).offer('send', { content: [{ kind: 'text', text: 'Sent.' }], failed: false });
    const tools = new McpTools({
      connect: (_, changed) => mcp.connect({ url, key: async () => null }, changed),
      wait: () => new Promise(() => undefined),
      ...{ seen: () => undefined, named: () => undefined, held: () => undefined },
    });
    tools.follow([{ id: 'm1', name: 'Mail', url, enabled: true }]);
    await tools.ready();
    const send = tools.list().map(({ name }): [string, unknown] => [name, {}]);
    const world = new World(
      (request) => {
        if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Send the mail', 'Sum up'] }]);
        if (request.purpose === 'replan') return calls(['finish_task', { response: 'I emailed Li.' }]);
        if (stepOf(request) === 2) return calls(finish('Summed up.'));
        const order: [string, unknown] = ['fetch', { url, method: 'POST', body: 'x' }];
        return calls(...(results(request).length === 0 ? send : [order]));
      },
      {},
      tools.list(),
    );
    world.submit('Send the mail to Li');
    await world.untilPhase('waiting');
    void world.runner.send({ type: 'approval.decide', effect: world.run.approvals[0]!.effect, decision: 'once' });
    await world.until(({ approvals }) => approvals.length === 2);
    void world.runner.send({ type: 'plan.pause' });
    await world.untilPhase('paused');
    void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: 'step_1' } });
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed', 'blocked', 'failed');
    expect(world.lines('message').at(-1)?.text).toBe('I emailed Li.');
    expect(world.lines('task_end')[0]?.written).toEqual([{ store: 'calls', change: 'put', n: 1, names: ['Mail'] }]);
  });

  test('an answer without a plan to a goal that asks for a change says that nothing was written', async () => {
    for (const [goal, unwritten] of [
      ['Add milk to my to-do list', true],
      ['What is a to-do list?', undefined],
    ] as const) {
      const world = new World(() => prose('I have added milk.'));
      world.submit(goal);
      await world.untilPhase('answered');
      expect(world.lines('message').at(-1)?.unwritten).toBe(unwritten);
    }
  });
});

describe.each(levels)('R6.10 what one step has written for the others is not written again, %s:', (level) => {
  const [milk, bread] = ['Add milk to the to-do list', 'Add bread to the to-do list'];
  /** A mind that adds these in the first step, and in each later one the first of its own names. */
  const eager = (own: readonly string[][]) => (request: ModelRequest) => {
    const titles = own[stepOf(request) - 1] ?? [];
    return results(request).length === 0 ? calls(...titles.map(add)) : calls(finish());
  };

  test('a surplus write counts for the step that makes it once more', async () => {
    const world = await ended(worldOf([milk, bread], eager([['Milk', 'Bread'], ['Bread']]), level));
    expect(world.todos()).toEqual(['Milk', 'Bread']);
    expect([world.statuses(), tones(world)]).toEqual([
      ['completed', 'completed'],
      ['done', 'green'],
    ]);
  });

  test('what the plan asks for twice is written twice', async () => {
    const world = await ended(worldOf([milk, `${milk} once more`], eager([['Milk'], ['Milk']]), level));
    expect(world.todos()).toEqual(['Milk', 'Milk']);
  });
});
