import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exportPlan } from '../../../src/formats/plan-file/export-plan.ts';
import { parseYaml } from '../../../src/formats/parse-yaml.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import type { Repair } from '../../../src/formats/plan-file/repair.ts';
import { figure } from '../../fixtures/figure.ts';

const context = { planId: 'plan_new', at: '2026-02-01T00:00:00.000Z', yaml: parseYaml };

function read(text: string) {
  const reading = readPlanFile(text, context);
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  return reading;
}

const brief = (repairs: readonly Repair[]) =>
  repairs.map(({ code, path, from, to }) => `${code} ${path}: ${from} → ${to}`);

test.each(readdirSync('examples/plans'))('R2.5 nothing in the example %s is called a repair', (name) => {
  expect(read(readFileSync(`examples/plans/${name}`, 'utf8')).repairs).toEqual([]);
});

test('R2.5 a field that may be left out is no repair: id, status, dependencies, also in plans within steps', () => {
  const plan = { goal: 'g', steps: [{ description: 'x', children: [{ description: 'y' }] }, { description: 'z' }] };
  const { repairs, plan: made } = read(JSON.stringify(plan));
  expect(repairs).toEqual([]);
  expect(made.steps.map(({ id, status }) => [id, status])).toEqual([
    ['step_1', 'pending'],
    ['step_2', 'pending'],
  ]);
});

describe('R2.5 an integer whose digits a JavaScript number would change is kept as text, and listed', () => {
  const huge = '12345678901234567890';

  test.each([
    [
      'a plan',
      `{"goal":"g",\n"steps":[{"description":"x \\"1","parameters":{"n":${huge},"m":[-9007199254740993]}}]}`,
      2,
    ],
    [
      'a plan with a slip',
      `{"goal":"g",\n"steps":[{"description":'x',"parameters":{"n":${huge},"m":[-9007199254740993]}}]}`,
      2,
    ],
    ['YAML', `goal: g\nsteps:\n- description: x\n  parameters:\n    n: ${huge}\n    m: [-9007199254740993]\n`, 5],
  ])('in %s', (_, text, line) => {
    const { plan, repairs } = read(text);
    expect(plan.steps[0]?.parameters).toEqual({ n: huge, m: ['-9007199254740993'] });
    expect(exportPlan(plan)).toContain(huge);
    const last = text.startsWith('goal') ? line + 1 : line;
    expect(brief(repairs.filter(({ code }) => code === 'digits'))).toEqual([
      `digits ${line}: ${huge} → `,
      `digits ${last}: -9007199254740993 → `,
    ]);
  });

  test('in JSON Lines, and in ids, which stay apart', () => {
    const lines = ['1', '2'].map((end) => `{"id": 1234567890123456789${end}, "description": "x ${end}"}`);
    const { plan, repairs } = read(lines.join('\n'));
    expect(plan.steps.map(({ id }) => id)).toEqual(['12345678901234567891', '12345678901234567892']);
    expect(repairs.map(({ code, path }) => `${code} ${path}`)).toContain('digits 2');
  });

  test('and every number that is exact stays one', () => {
    const numbers = '[0, -0.5, 9007199254740991, 1e21, 1000000000000000000000, 0.30000000000000004, 1.50]';
    const { plan, repairs } = read(`{"goal":"g","steps":[{"description":"x","parameters":{"n":${numbers}}}]}`);
    expect(plan.steps[0]?.parameters?.n).toEqual(JSON.parse(numbers));
    expect(repairs).toEqual([]);
  });

  test.each([
    ['JSON', (numbers: string) => `{"goal":"g","steps":[{"description":"x","parameters":{"n":${numbers}}}]}`],
    ['YAML', (numbers: string) => `goal: g\nsteps:\n- description: x\n  parameters:\n    n: ${numbers}\n`],
  ])('and a decimal fraction stays a number, however many digits a program prints of it, in %s', (_, file) => {
    const numbers = '[0.10000000000000001, 3.141592653589793238, -52.520006599999999, 6.0221407600000000123e23]';
    const { plan, repairs } = read(file(numbers));
    expect(plan.steps[0]?.parameters?.n).toEqual(JSON.parse(numbers));
    expect(repairs).toEqual([]);
  });
});

test('R2.5 a repair in a long line shows the place that was changed, and each of several places', () => {
  const long = 'long '.repeat(40);
  const { repairs } = read(
    `{"goal":"${long}","steps":[{"description":"${long}","parameters":{"mean":NaN,"note":"${long}","last":NaN}}]}`,
  );
  expect(repairs.map(({ code }) => code)).toEqual(['syntax', 'syntax']);
  for (const { from, to } of repairs) {
    expect(from).not.toBe(to);
    expect(from).toContain('NaN');
    expect(to).toContain('"NaN"');
  }
  expect(repairs[0]?.from).toContain('"mean":NaN,"note"');
  expect(repairs[1]?.from).toContain('"last":NaN}');
});

describe('R2.5 Chinese names of fields', () => {
  const names = ['描述', '说明', '标题', '内容', '任务', '名称', '步骤'];

  test.each(names)('%s is what a step says', (name) => {
    const { plan, repairs } = read(
      JSON.stringify({ 目标: '周末出游', 步骤: [{ [name]: '订票' }, { [name]: '收拾' }] }),
    );
    expect([plan.goal, ...plan.steps.map(({ description }) => description)]).toEqual(['周末出游', '订票', '收拾']);
    expect(repairs).toEqual([]);
  });

  test('every field of a step is read by its Chinese name', () => {
    const steps = [
      {
        编号: 'a',
        标题: '查价格',
        描述: '三家店',
        工具: 'fetch',
        参数: { url: 'https://example.org' },
        状态: '已完成',
        结果: '18',
      },
      { 编号: 'b', 内容: '比较', 依赖: 'a', 预期输出: '一张表', 子任务: [{ 名称: '列表' }] },
    ];
    const { plan, repairs } = read(JSON.stringify({ 目标: '比价', 任务列表: steps }));
    expect(plan.steps).toMatchObject([
      { id: 'a', description: '查价格\n三家店', tool: 'fetch', status: 'completed', result: '18' },
      { id: 'b', dependencies: ['a'], expected_output: '一张表', plan: { steps: [{ description: '列表' }] } },
    ]);
    expect(plan.steps[0]?.parameters).toEqual({ url: 'https://example.org' });
    expect(repairs.map(({ code }) => code)).not.toContain('unknown_field');
  });
});

describe('R2.5 a plan in Traditional Chinese is read as one in Simplified', () => {
  test('as JSON', () => {
    const steps = [
      {
        編號: 'a',
        標題: '查價格',
        說明: '三家店',
        工具: 'fetch',
        參數: { url: 'https://example.org' },
        狀態: '已完成',
        結果: '18',
      },
      { 編號: 'b', 內容: '比較', 依賴: 'a', 預期輸出: '一張表', 子任務: [{ 名稱: '列表' }] },
    ];
    const { plan, repairs } = read(JSON.stringify({ 目標: '比價', 步驟: steps }));
    expect(plan.goal).toBe('比價');
    expect(plan.steps).toMatchObject([
      { id: 'a', description: '查價格\n三家店', tool: 'fetch', status: 'completed', result: '18' },
      { id: 'b', dependencies: ['a'], expected_output: '一張表', plan: { steps: [{ description: '列表' }] } },
    ]);
    expect(repairs.map(({ code }) => code)).not.toContain('unknown_field');
  });

  test.each([
    ['as numbered lines', '目標：搬家\n\n步驟1：打包書房\n步驟2：聯絡搬家公司'],
    ['as a table', '步驟,描述,狀態\n步驟1,打包書房,待辦\n步驟2,聯絡搬家公司,待辦'],
    ['as YAML', '目標: 搬家\n步驟:\n- 描述: 打包書房\n- 描述: 聯絡搬家公司\n'],
  ])('%s', (_, text) => {
    expect(read(text).plan.steps.map(({ description }) => description)).toEqual(['打包書房', '聯絡搬家公司']);
  });
});

describe('R2.5 an object with an entry for each step is a list of steps', () => {
  const steps = { b: { description: 'Pack' }, a: { description: 'Go', dependencies: ['b'] } };

  test.each([
    ['steps', { goal: 'g', steps }],
    ['version 1', { version: 1, goal: 'g', steps }],
    ['tasks', { goal: 'g', tasks: steps }],
  ])('by its keys as ids, in their order: %s', (_, file) => {
    const { plan, repairs } = read(JSON.stringify(file));
    expect(plan.steps).toMatchObject([
      { id: 'b', description: 'Pack' },
      { id: 'a', description: 'Go', dependencies: ['b'] },
    ]);
    expect(repairs.map(({ code, path }) => `${code} ${path}`)).toEqual([
      `by_id ${'tasks' in file ? 'tasks' : 'steps'}`,
    ]);
  });

  test('also in a plan within a step', () => {
    const file = { goal: 'g', steps: [{ description: 'x', plan: { goal: 'h', steps } }] };
    const { plan, repairs } = read(JSON.stringify(file));
    expect(plan.steps[0]?.plan?.steps.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(brief(repairs)).toEqual(['by_id steps[0].plan.steps:  → ']);
  });

  test.each([
    ['{"3":"Third","1":"First"}', ['1', '3'], 'by_number'],
    ['{"b":"Pack","2":"Go"}', ['2', 'b'], 'by_number'],
    ['{"03":"Third","01":"First"}', ['03', '01'], 'by_id'],
  ])('and keys that are numbers come first, by size, which is listed: %s', (written, ids, code) => {
    for (const file of [
      `{"goal":"g","steps":${written}}`,
      `{"goal":"g","steps":[{"description":"x","plan":{"goal":"h","steps":${written}}}]}`,
    ]) {
      const { plan, repairs } = read(file);
      expect((plan.steps[0]?.plan ?? plan).steps.map(({ id }) => id)).toEqual(ids);
      expect(repairs.map((repair) => repair.code)).toEqual([code]);
    }
  });

  test.each(['null', '{}', '{"count": 1}', '"Pack"'])(
    'and steps that are %s are refused with what to write',
    (value) => {
      const reading = readPlanFile(`{"goal": "g", "steps": ${value}}`, context);
      expect(reading).toMatchObject({ ok: false, error: { code: 'no_step_list', path: 'steps' } });
    },
  );
});

test('R2.5 dependencies that say yes or no for each id are those with yes', () => {
  const steps = [
    { id: 'a', description: 'x' },
    { id: 'b', description: 'y', dependencies: { a: true, c: false } },
  ];
  for (const version of [{}, { version: 1 }]) {
    const { plan, repairs } = read(JSON.stringify({ ...version, goal: 'g', steps }));
    expect(plan.steps[1]?.dependencies).toEqual(['a']);
    expect(brief(repairs)).toEqual(['as_list steps[1].dependencies: {"a":true,"c":false} → ["a"]']);
  }
});

test.each([
  ['买菜、洗菜', ['买菜、洗菜', '做饭'], ['买菜、洗菜']],
  ['洗菜；切菜', ['洗菜；切菜', '做饭'], ['洗菜；切菜']],
  ['Wash, cut', ['Wash, cut', 'Cook'], ['Wash, cut']],
  ['买菜、洗菜，切菜', ['买菜、洗菜', '切菜', '做饭'], ['买菜、洗菜', '切菜']],
  ['买菜、洗菜；切菜', ['买菜', '洗菜', '切菜', '做饭'], ['买菜', '洗菜', '切菜']],
])('R2.5 what %s waits for is split only where the whole names no step', (text, tasks, named) => {
  const steps = tasks.map((task, at) => (at < tasks.length - 1 ? { task } : { task, depends_on: text }));
  const { plan } = read(JSON.stringify({ goal: 'g', steps }));
  const ids = plan.steps.filter(({ description }) => named.includes(description)).map(({ id }) => id);
  expect(plan.steps.at(-1)?.dependencies).toEqual(ids);
});

test('R2.5 steps that wait for very many others are compared with the file without stopping the page', () => {
  const ids = Array.from({ length: 19_960 }, (_, at) => `s${at}`);
  const waits = Array.from({ length: 40 }, (_, at) => ({ id: `w${at}`, description: 'w', dependencies: ids }));
  const steps = [...ids.map((id) => ({ id, description: id })), ...waits];
  figure(() => expect(read(JSON.stringify({ goal: 'g', steps })).repairs).toEqual([]));
}, 30_000);

test('R2.5 a step that uses the result of another one waits for it, and this is listed', () => {
  const uses = (id: string) => ({ text: `\${${id}.result}` });
  const inner = {
    goal: 'h',
    steps: [
      { id: 'p', description: 'p' },
      { id: 'q', description: 'q', parameters: uses('p') },
    ],
  };
  const steps = [
    { id: 'a', description: 'x' },
    { id: 'b', description: 'y', plan: inner },
    {
      id: 'c',
      description: 'z',
      dependencies: ['a'],
      parameters: { ...uses('b'), more: '${a.result}', lost: '${nope.result}' },
    },
  ];
  const { plan, repairs } = read(JSON.stringify({ goal: 'g', steps }));
  expect(plan.steps[2]?.dependencies).toEqual(['a', 'b']);
  expect(plan.steps[1]?.plan?.steps[1]?.dependencies).toEqual(['p']);
  expect(brief(repairs)).toEqual(['implied steps[1].plan.steps[1]: p → 2.1', 'implied steps[2]: b → 2']);
});

describe('R2.6 a column that only numbers the rows of a table is not what its steps say', () => {
  test.each([
    ['| 步骤 | 内容 | 状态 |\n|---|---|---|\n| 1 | 进货 | ✅ |\n| 2 | 上架 | |', ['进货', '上架']],
    ['| 步骤 | 说明 |\n|---|---|\n| 第1步 | 进货 |\n| 第二步 | 上架 |', ['进货', '上架']],
    ['| Step | Content |\n|---|---|\n| Step 1 | Buy |\n| Step 2 | Sell |', ['Buy', 'Sell']],
    ['| # | What |\n|---|---|\n| 1 | Buy |\n| 2 | Sell |', ['Buy', 'Sell']],
    ['| No. | Item |\n|---|---|\n| 1a | Buy |\n| 1b | Sell |', ['Buy', 'Sell']],
    ['步骤\t内容\t截止\n①\t进货\t周五\n②\t上架\t周六', ['进货\n截止：周五', '上架\n截止：周六']],
    ['Step\tContent\n1\tBuy\n2\tSell', ['Buy', 'Sell']],
    ['| 步骤 | 说明 |\n|---|---|\n| 进货 | 找三家 |', ['进货\n说明：找三家']],
    ['| Step | Description |\n|---|---|\n| Pack | All in one bag |', ['Pack\nDescription: All in one bag']],
    ['| 任务 | 负责人 |\n|---|---|\n| 1 | 小王 |', ['1\n负责人：小王']],
  ])('%j', (text, steps) => {
    expect(read(text).plan.steps.map(({ description }) => description)).toEqual(steps);
  });
});

describe('R2.5 YAML whose keys are Chinese is read as YAML, also with full-width colons', () => {
  const written = ['目标: 开年货店', '步骤:', '- 描述: 联系供应商', '  状态: 已完成', '- 描述: 上架', '  状态: 待办'];

  test.each([
    ['as it is', written, []],
    ['with full-width colons', written.map((line) => line.replace(/: ?/, '：')), ['syntax']],
    ['without a space after the colons', written.map((line) => line.replace(/: (?=\S)/, ':')), ['syntax']],
  ])('%s', (_, lines, codes) => {
    const { plan, repairs } = read(lines.join('\n'));
    expect(plan.goal).toBe('开年货店');
    expect(plan.steps.map(({ description, status }) => [description, status])).toEqual([
      ['联系供应商', 'completed'],
      ['上架', 'pending'],
    ]);
    expect([...new Set(repairs.map(({ code }) => code))].filter((code) => code !== 'status')).toEqual(codes);
  });

  test('and the words of a block stay as they are', () => {
    const { plan } = read('目标：开店\n步骤：\n- 描述：|\n    说明：慢慢来\n    状态:好\n  状态：已完成\n');
    expect(plan.steps.map(({ description, status }) => [description.trim(), status])).toEqual([
      ['说明：慢慢来\n状态:好', 'completed'],
    ]);
  });

  test.each([
    ['- 内容：打包\n- 内容：交 #1 钥匙', ['打包', '交 #1 钥匙']],
    ['- 任务：打包 #重要\n- 任务：交钥匙 # 给房东', ['打包 #重要', '交钥匙 # 给房东']],
    ['- 任务：#1 钥匙\r\n- 任务:@小王: 交“钥匙”\r\n', ['#1 钥匙', '@小王: 交“钥匙”']],
    ['目标：搬家\n步骤：# 两步\n- 任务：打包\n- 任务：交钥匙', ['打包', '交钥匙']],
    ["- 任务：买 Tom's 书 # 急\n- 任务：'引 # 号' # 注\n", ["买 Tom's 书 # 急", '引 # 号']],
    [
      '目标：搬家\n步骤：\n- 任务：联系房东，说明：退押金\n- 任务：买箱子 x3: 大号',
      ['联系房东，说明：退押金', '买箱子 x3: 大号'],
    ],
  ])('and no part of a step is taken for a comment or a field: %j', (text, steps) => {
    const { plan, shape } = read(text);
    expect(plan.steps.map(({ description }) => description)).toEqual(steps);
    expect(shape).not.toBe('markdown');
  });

  test('and what is no YAML after all is a list, or its error has its place', () => {
    const { plan } = read('目标：搬家\n步骤：\n- 任务：[急] 联系房东\n- 任务：[急] 买箱子');
    expect(plan.steps.map(({ description }) => description)).toEqual(['任务：[急] 联系房东', '任务：[急] 买箱子']);
    const bad = readPlanFile('目标：搬家\n步骤：\n  - 任务: 联系房东\n  - 任务: "买箱子\n    状态: 待办', context);
    expect(bad).toMatchObject({ ok: false, error: { code: 'bad_yaml', params: { line: 5 } } });
  });

  test.each([
    ['采购清单：\n- 苹果\n- 梨', '采购清单', ['苹果', '梨']],
    ['步骤：\n- ✅ 进货\n- ⬜ 上架', '进货；上架', ['进货', '上架']],
    ['目标：开店\n步骤：\n1. 进货\n2. 上架', '开店', ['进货', '上架']],
    ['目标：开店\n\n- 进货\n- 上架', '开店', ['进货', '上架']],
    ['Goal: open a shop\n\n1. Buy\n2. Sell', 'open a shop', ['Buy', 'Sell']],
  ])('but a plain list stays a list: %j', (text, goal, steps) => {
    const { plan, shape } = read(text);
    expect([shape, plan.goal, ...plan.steps.map(({ description }) => description)]).toEqual([
      ...['markdown', goal],
      ...steps,
    ]);
  });
});

describe('R2.5 full-width punctuation in JSON is repaired outside of strings, and listed', () => {
  const words = '买菜，做饭：“好”';

  test.each([
    `{“goal”：“买菜，做饭：'好'”，“steps”：［{“description”：“看 https://a.example ｛1｝”}］}`,
    `｛"目标"："买菜，做饭：'好'"，"步骤"：[{"描述"："看 https://a.example ｛1｝"}]｝`,
    `{"goal":"买菜，做饭：'好'", // 目标\n"steps":[{"description":"看 https://a.example ｛1｝","status":"pending"，"tool"："todo"},]}`,
    `好的：\n{“goal”：“买菜，做饭：'好'”，“steps”：[{“description”：“看 https://a.example ｛1｝”}]}\n祝好`,
  ])('%s', (text) => {
    const { plan, repairs } = read(text);
    expect([plan.goal, plan.steps[0]?.description]).toEqual([`买菜，做饭：'好'`, '看 https://a.example ｛1｝']);
    expect(repairs.map(({ code }) => code)).toContain('syntax');
  });

  test.each([
    ['{\n  目标: 学英语，每天,\n  步骤: [背单词, 做题]\n}', '学英语，每天', ['背单词', '做题']],
    ['{goal: 学英语，每天, steps: [{description: 背：单词}]}', '学英语，每天', ['背：单词']],
  ])('but not in words without quotes: %j', (text, goal, steps) => {
    const { plan } = read(text);
    expect([plan.goal, ...plan.steps.map(({ description }) => description)]).toEqual([goal, ...steps]);
  });

  test('and a file that needs no such repair has none', () => {
    const { plan, repairs } = read(
      `{"goal":"${words.replaceAll(/[“”]/g, '’')}","steps":[{"description":"x：y，"},]} // c`,
    );
    expect(plan.steps[0]?.description).toBe('x：y，');
    expect(repairs.map(({ code }) => code)).toEqual(['trailing_comma', 'comment']);
  });
});

describe('R2.5 short lines without any marks are steps, and the person is told so', () => {
  test.each([
    ['进货\n上架\n\n发货', ['进货', '上架', '发货'], 'bare_lines 1–4:  → '],
    ['开店要做的事：\r\n进货\r\n上架 ✅', ['进货', '上架'], 'bare_lines 2–3:  → '],
    ['老板 10:21\n进货\n上架', ['进货', '上架'], 'bare_lines 2–3:  → '],
    ['Buy milk\nCall mum at 9:30', ['Buy milk', 'Call mum at 9:30'], 'bare_lines 1–2:  → '],
  ])('%j', (text, steps, note) => {
    const { plan, repairs } = read(text);
    expect(plan.steps.map(({ description }) => description)).toEqual(steps);
    expect(brief(repairs)).toContain(note);
  });

  test.each([
    'I went to the shop\nand then I came home',
    'Dear all,\nthe shop opens on Friday\nBest wishes',
    '今天天气很好，我们去公园\n然后回家吃饭',
    '老板 10:21\n进货\n小王 10:25\n收到',
    '姓名：王小明\n电话：12345',
    '进货',
    'const a = 1\nconst b = 2',
    '1234\n5678',
    '这是一个很长的段落没有标点但是它确实是一段话而不是一个步骤\n它在下一行还没有结束',
  ])('but prose and data are not: %j', (text) => {
    expect(readPlanFile(text, context).ok).toBe(false);
  });
});

test.each(['老板 10:21', '小王 2026年1月31日 晚上 10:21', '张三 昨天 22:05:31', 'Alice Smith, 10:21 pm'])(
  'R2.5 the head of a message, %j, is no goal',
  (head) => {
    const { plan, repairs } = read(`${head}\n1. 进货\n2. 上架`);
    expect(plan.goal).toBe('进货；上架');
    expect(brief(repairs)).toContain(`prose 1: ${head} → `);
  },
);

test.each([
  ['二步', '第二步'],
  ['a digit', '第2步'],
  ['a heading', '步骤二'],
  ['English', 'Step 2'],
])('R2.5 a step is found by its place in words, also where steps have ids: %s', (_, name) => {
  const steps = (ids: boolean) =>
    ['甲', '乙', '丙'].map((description, at) => ({
      description,
      ...(ids && { id: `id_${at}` }),
      ...(at === 2 && { 依赖: [name] }),
    }));
  for (const ids of [true, false]) {
    const { plan } = read(JSON.stringify({ goal: 'g', steps: steps(ids) }));
    expect(plan.steps[2]?.dependencies).toEqual([plan.steps[1]?.id]);
  }
});

test('R2.5 one dependency without brackets is a list of one if a step has that id; a place that is not there is named', () => {
  const steps = (on: unknown) => [
    { id: 'b', description: 'x' },
    { id: 'c', description: 'y', dependencies: on },
  ];
  expect(read(JSON.stringify({ goal: 'g', steps: steps('b') })).plan.steps[1]?.dependencies).toEqual(['b']);
  for (const on of ['z', ['第九步']])
    expect(readPlanFile(JSON.stringify({ goal: 'g', steps: steps(on) }), context).ok).toBe(false);
});

test('R2.5 a step that waits for its own number in words waits for the step at that place', () => {
  const tasks = [
    { id: '0', task: 'a' },
    { id: '1', task: 'b', depends_on: 'Step 1' },
    { id: '2', task: 'c', depends_on: ['Step 2'] },
  ];
  const { plan } = read(JSON.stringify({ goal: 'g', tasks }));
  expect(plan.steps.map(({ dependencies }) => dependencies)).toEqual([[], ['0'], ['1']]);
});

test.each(['第一步和第二步', '第一步与第二步', 'step 1 and step 2'])(
  'R2.5 two places joined by a word are two: %s',
  (both) => {
    const tasks = [
      { id: 'a', task: 'Fetch' },
      { id: 'b', task: 'Write' },
      { id: 'c', task: 'Send', depends_on: both },
    ];
    expect(read(JSON.stringify({ goal: 'g', tasks })).plan.steps[2]?.dependencies).toEqual(['a', 'b']);
  },
);

test.each([
  ['depends_on', 'params'],
  ['dependsOn', 'args'],
  ['needs', 'arguments'],
  ['after', 'input'],
])('R2.5 in a file of the own format, too, %s are dependencies and %s parameters', (needs, input) => {
  const steps = (on: unknown) => [
    { id: 'a', description: 'Look' },
    { id: 'b', description: 'Fetch', tool: 'fetch', [input]: { url: 'https://example.org' }, [needs]: on },
  ];
  for (const on of [['a'], 'a']) {
    const { plan } = read(JSON.stringify({ version: 1, goal: 'g', steps: steps(on) }));
    expect(plan.steps[1]).toMatchObject({ dependencies: ['a'], parameters: { url: 'https://example.org' } });
  }
});

test.each([5, { a: 1 }, ['a'], true])('R2.5 a full result that is no text is left out: %j', (odd) => {
  const steps = [{ description: 'x', status: 'completed', result: 'X', full_result: odd }];
  const [step] = read(JSON.stringify({ goal: 'g', steps })).plan.steps;
  expect(step).toMatchObject({ status: 'completed', result: 'X' });
  expect(step).not.toHaveProperty('full_result');
});

test('R2.5 a full result is kept by a step that has ended, and by no other', () => {
  const steps = ['completed', 'failed', 'skipped', 'pending', 'running', undefined].map((status) => ({
    ...{ description: 'x', status, full_result: 'old' },
  }));
  const made = read(JSON.stringify({ goal: 'g', steps })).plan.steps;
  expect(made.map(({ full_result }) => full_result)).toEqual(['old', 'old', 'old', undefined, undefined, undefined]);
});
