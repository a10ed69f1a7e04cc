import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import type { PlanShapeName } from '../../../src/formats/plan-file/plan-shape.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import type { Repair } from '../../../src/formats/plan-file/repair.ts';

const at = '2026-02-01T00:00:00.000Z';

function read(text: string): { plan: Plan; shape: PlanShapeName; repairs: Repair[] } {
  const reading = readPlanFile(text, { planId: 'plan_new', at });
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  return reading;
}

const brief = (repairs: Repair[]) => repairs.map(({ code, path, from, to }) => `${code} ${path}: ${from} → ${to}`);
const lines = (plan: Plan) => plan.steps.map((step) => `${step.id} ${step.status} ${step.description}`);

describe('R2.5 foreign shapes are read, and each repair is listed', () => {
  test('plan.json without a version, with the plan status executing', () => {
    const { plan, shape, repairs } = read(
      JSON.stringify({
        id: 'plan_1771945970128',
        goal: 'Chart five years of revenue',
        status: 'executing',
        steps: [
          { id: 'step_1', description: 'Fetch', status: 'completed', result: '5 rows' },
          { id: 'step_2', description: 'Draw', status: 'running', progress: { current: 2, total: 5 } },
        ],
        current_step_index: 1,
        iteration_count: 15,
      }),
    );
    expect(shape).toBe('unversioned');
    expect(brief(repairs)).toEqual(['status status: executing → running']);
    expect(plan).toMatchObject({ id: 'plan_1771945970128', status: 'paused', iteration_count: 15, step_count: 0 });
    expect(lines(plan)).toEqual(['step_1 completed Fetch', 'step_2 running Draw']);
    expect(plan.steps[1]).toMatchObject({ progress: { current: 2, total: 5 }, result: null, dependencies: [] });
    expect(plan.created_at).toBe(at);
  });

  test('a task description with actions, numbered and in progress', () => {
    const { plan, shape, repairs } = read(
      JSON.stringify({
        task_description: '整理资料',
        steps: [
          { step: 2, action: '写总结', status: 'in_progress', result: '' },
          { step: 1, action: '收集', status: 'complete', result: '三份' },
          { step: 3, action: '发送' },
        ],
      }),
    );
    expect(shape).toBe('task_description');
    expect(brief(repairs)).toEqual([
      'status steps[0].status: in_progress → running',
      'status steps[1].status: complete → completed',
      'missing_status steps[2].status:  → pending',
      'sorted steps: step → ',
    ]);
    expect(plan).toMatchObject({ id: 'plan_new', goal: '整理资料', status: 'paused' });
    expect(lines(plan)).toEqual(['step_2 completed 收集', 'step_1 running 写总结', 'step_3 pending 发送']);
    expect(plan.steps.map((step) => step.result)).toEqual(['三份', null, null]);
  });

  test('a goal with ordered steps, tools, results of any kind and times', () => {
    const { plan, shape, repairs } = read(
      JSON.stringify({
        id: 7,
        goal: 'Compare prices',
        status: 'executing',
        createdAt: '2026-01-01T09:00:00Z',
        updatedAt: '2026-01-01T11:00:00Z',
        steps: [
          {
            id: 1,
            order: 1,
            description: 'Fetch the list',
            tool: 'fetch',
            parameters: { url: 'https://example.org' },
            dependencies: [],
            status: 'success',
            result: { rows: 5 },
            startTime: '2026-01-01 10:00:00',
            endTime: 1767261604000,
          },
          { id: 2, order: 2, description: 'Compare', tool: '', parameters: null, dependencies: [1], status: 'pending' },
        ],
      }),
    );
    expect(shape).toBe('ordered_steps');
    expect(brief(repairs)).toEqual([
      'status steps[0].status: success → completed',
      'result_as_text steps[0].result: {"rows":5} → {"rows":5}',
      'time steps[0].startTime: 2026-01-01 10:00:00 → 2026-01-01T10:00:00.000Z',
      'time steps[0].endTime: 1767261604000 → 2026-01-01T10:00:04.000Z',
      'blank_field steps[1].tool:  → ',
      'id_as_text steps[0].id: 1 → 1',
      'id_as_text steps[1].id: 2 → 2',
      'id_as_text steps[1].dependencies[0]: 1 → 1',
      'status status: executing → running',
      'id_as_text id: 7 → 7',
    ]);
    expect(plan.steps[0]).toMatchObject({ id: '1', output: { rows: 5 }, result: '{"rows":5}' });
    expect(plan.steps[1]).toMatchObject({ id: '2', dependencies: ['1'] });
    expect(plan.steps[1]).not.toHaveProperty('tool');
    expect(plan.steps[1]).not.toHaveProperty('parameters');
    expect(plan).toMatchObject({ id: '7', created_at: '2026-01-01T09:00:00Z', updated_at: '2026-01-01T11:00:00Z' });
  });

  test('a list of to-dos, whose goal is made from the steps', () => {
    const { plan, shape, repairs } = read(
      JSON.stringify({
        todos: [
          { content: 'Write the parser', status: 'done', activeForm: 'Writing the parser' },
          { content: 'Test it', status: 'in-progress', activeForm: 'Testing it', priority: 'high' },
        ],
      }),
    );
    expect(shape).toBe('todos');
    expect(brief(repairs)).toEqual([
      'status todos[0].status: done → completed',
      'unknown_field todos[1].priority: high → ',
      'status todos[1].status: in-progress → running',
      'missing_goal goal:  → Write the parser; Test it',
    ]);
    expect(plan.goal).toBe('Write the parser; Test it');
    expect(lines(plan)).toEqual(['step_1 completed Write the parser', 'step_2 running Test it']);
  });

  test('a bare list of texts', () => {
    const { plan, shape, repairs } = read('["Pack", "Book a train"]');
    expect(shape).toBe('list');
    expect(brief(repairs)).toEqual(['missing_goal goal:  → Pack; Book a train']);
    expect(lines(plan)).toEqual(['step_1 pending Pack', 'step_2 pending Book a train']);
    expect(plan.status).toBe('paused');
    expect(read('["联系搬家公司", "打包厨房"]').plan.goal).toBe('联系搬家公司；打包厨房');
  });

  test('a Markdown task list under a heading', () => {
    const { plan, shape, repairs } = read(
      [
        '# Trip to Bern',
        '',
        'Some words before it.',
        '',
        '- [x] Pack',
        '* [X] Book a train',
        '  that leaves early',
        '1. [ ] Go',
        '   - [ ] Buy bread',
        '- [?] Come back',
        '- not a task',
      ].join('\r\n'),
    );
    expect(shape).toBe('markdown');
    expect(plan.goal).toBe('Trip to Bern');
    expect(lines(plan)).toEqual([
      'step_1 completed Pack',
      'step_2 completed Book a train that leaves early',
      'step_3 pending Go',
      'step_4 pending Come back',
      'step_5 pending not a task',
    ]);
    expect(plan.steps[2]?.plan?.steps.map(({ description }) => description)).toEqual(['Buy bread']);
    expect(brief(repairs)).toEqual([
      'prose 3: Some words before it. → ',
      'sign 10: [?] → pending',
      'guessed_boxless 11: not a task → ',
    ]);
  });

  test('a numbered Markdown list, also in a code fence', () => {
    const { plan, repairs } = read('```markdown\n# 旅行\n1. 收拾行李\n2) 买票\n```\n');
    expect(plan.goal).toBe('旅行');
    expect(lines(plan)).toEqual(['step_1 pending 收拾行李', 'step_2 pending 买票']);
    expect(brief(repairs)).toEqual(['code_fence 1:  → ']);
  });

  test.each([
    ['- [ ] 1. Book\n- [x] 2. Pay\n- [ ] 3. Go', ['Book', 'Pay', 'Go']],
    ['[ ] 1. Book\n[ ] 2) Pay', ['Book', 'Pay']],
    ['☐ 1) Book\n☐ 2) Pay', ['Book', 'Pay']],
    ['- 1. Book\n- 2. Pay', ['Book', 'Pay']],
    ['- [ ] 1、订酒店\n- [ ] （2）付款', ['订酒店', '付款']],
    ['- [ ] 1. Book\n  - [ ] 1.1 Search\n  - [ ] 1.2 Compare\n- [ ] 2. Pay', ['Book', 'Search', 'Compare', 'Pay']],
  ])('numbers that count items with boxes or bullets go: %j', (text, names) => {
    const { steps } = read(text).plan;
    expect(steps.flatMap((step) => [step, ...(step.plan?.steps ?? [])].map((each) => each.description))).toEqual(names);
  });

  test.each([
    '- [ ] 2024 budget\n- [ ] 3.5 km run\n- [ ] 10. Dezember buchen',
    '- [ ] 1. Book\n- [ ] Pay\n- [ ] 2) Go',
    '- [ ] 2. Book\n- [ ] 3. Pay',
    '- [ ] 1. Bundesliga ansehen',
  ])('numbers that count nothing stay: %j', (text) => {
    const names = text.split('\n').map((line) => line.slice(6));
    expect(read(text).plan.steps.map(({ description }) => description)).toEqual(names);
  });

  test('a list that is done arrives completed', () => {
    expect(read('- [x] Pack\n- [x] Go').plan.status).toBe('completed');
  });
});

describe('R2.5 common slips are repaired, and each repair is listed', () => {
  test('comments, trailing commas, a byte order mark and a code fence around the file', () => {
    const { plan, repairs } = read(
      '\uFEFFHere it is:\n```json\n{\n  // the goal\n  "goal": "Trip", /* two\n  lines */\n  "status": "paused",\n' +
        '  "steps": ["Pack", "Say \\"no, // really,]\\"",],\n}\n```\nGood luck!\n',
    );
    expect(brief(repairs)).toEqual([
      'bom 1:  → ',
      'code_fence 2:  → ',
      'comment 4: // the goal → ',
      'comment 5: /* two lines */ → ',
      'trailing_comma 8: , → ',
      'trailing_comma 8: , → ',
      'text_step steps[0]: Pack → ',
      'text_step steps[1]: Say "no, // really,]" → ',
    ]);
    expect(plan.steps[1]!.description).toBe('Say "no, // really,]"');
  });

  test('other mistakes in the JSON are shown line by line', () => {
    const { plan, repairs } = read('{\n  \'goal\': \'Trip\',\n  status: "paused",\n  "steps": ["Pack" "Go"]\n}');
    expect(brief(repairs).slice(0, 3)).toEqual([
      `syntax 2: 'goal': 'Trip', → "goal": "Trip",`,
      'syntax 3: status: "paused", → "status": "paused",',
      'syntax 4: "steps": ["Pack" "Go"] → "steps": ["Pack", "Go"]',
    ]);
    expect(lines(plan)).toEqual(['step_1 pending Pack', 'step_2 pending Go']);
  });

  test('mistakes that change the number of lines are shown line by line, too', () => {
    const { plan, repairs } = read('{\n"goal": "Trip\nto Bern",\nstatus: "paused",\n"steps": ["Pack"]\n}');
    const told = repairs.filter(({ code }) => code === 'syntax');
    expect(told.map(({ path, from }) => `${path}: ${from}`)).toEqual([
      '2: "goal": "Trip',
      '3: to Bern",',
      '4: status: "paused",',
    ]);
    expect(plan.goal).toBe('Trip\nto Bern');
  });

  test('missing ids never collide with those that are there', () => {
    const steps = [{ description: 'a' }, { id: 'step_1', description: 'b' }, { description: 'c' }];
    const { plan } = read(JSON.stringify({ version: 1, goal: 'g', steps }));
    expect(plan.steps.map((step) => step.id)).toEqual(['step_2', 'step_1', 'step_3']);
  });

  test('a missing plan status is made from the steps, and a version in quotes is a version', () => {
    const steps = [{ id: 'a', description: 'x', status: 'Done' }];
    const { plan, repairs, shape } = read(JSON.stringify({ version: '1', id: 'p', goal: 'g', steps }));
    expect(shape).toBe('plan');
    expect(plan.status).toBe('completed');
    expect(brief(repairs)).toEqual(['version version: 1 → 1', 'status steps[0].status: Done → completed']);
  });

  test('fields that a plan does not have are left out and named, whatever they are called', () => {
    const file = {
      version: 1,
      $schema: './plan.schema.json',
      id: 'p',
      goal: 'g',
      status: 'paused',
      toString: 1,
      'a b': [],
    };
    const { repairs } = read(
      JSON.stringify({ ...file, steps: [{ id: 'a', description: 'x', status: 'pending', note: 'n' }] }),
    );
    expect(brief(repairs)).toEqual([
      'unknown_field toString: 1 → ',
      'unknown_field ["a b"]: [] → ',
      'unknown_field steps[0].note: n → ',
    ]);
  });

  test('current_step_index is computed, so what a file says is ignored', () => {
    const file = { version: 1, id: 'p', goal: 'g', status: 'paused', current_step_index: 'far', steps: [] };
    expect(read(JSON.stringify(file)).repairs).toEqual([]);
  });

  test.each(['running', 'planning', 'waiting', 'blocked', 'paused'])('a plan that was %s arrives paused', (status) => {
    expect(read(JSON.stringify({ version: 1, id: 'p', goal: 'g', status, steps: [] })).plan.status).toBe('paused');
  });

  test.each(['failed', 'cancelled', 'completed'])('a plan that was %s stays so', (status) => {
    expect(read(JSON.stringify({ version: 1, id: 'p', goal: 'g', status, steps: [] })).plan.status).toBe(status);
  });
});
