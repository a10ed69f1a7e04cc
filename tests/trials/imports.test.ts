import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieceBatches, PieceAssembler } from '../../src/records/pieces.ts';
import { Plan, planErrors } from '../../src/plan/plan.ts';
import { defaultLimits } from '../../src/values/limits.ts';
import type { SubPlan } from '../../src/plan/step.ts';
import { exportPlan } from '../../src/formats/plan-file/export-plan.ts';
import type { PlanFileError } from '../../src/formats/plan-file/plan-file-error.ts';
import { readPlanFile, TemplateFile } from '../../src/formats/plan-file/read-plan-file.ts';
import { stepFields } from '../../src/formats/plan-file/field-names.ts';
import { importedRun } from '../../src/engine/adopt-plan.ts';
import { planfile as en } from '../../src/i18n/en/planfile.ts';
import { translate } from '../../src/i18n/translate.ts';
import { planfile as zh } from '../../src/i18n/zh/planfile.ts';
import { planArbitrary } from '../fixtures/plan-arbitrary.ts';
import { chance } from './browser/support/chance.ts';
import { damagedPlanFile, foreignMark } from './damaged-plan-file.ts';

const count = Number(process.env.IMPORTS ?? 20_000);
const seed = 20_261_123;
const at = '2026-02-01T00:00:00.000Z';
const context = { planId: 'plan_new', at };

const filesIn = (folder: string) => readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const foreignShapes = [
  {
    task_description: 'Dinner',
    steps: [
      { step: 2, action: 'Bake', status: 'in_progress' },
      { step: 1, action: 'Wash', status: 'done' },
    ],
  },
  {
    goal: 'Dinner',
    steps: [
      { id: 'b', order: 2, description: 'Bake', dependencies: ['a'] },
      { id: 'a', order: 1, description: 'Wash', status: 'success', startTime: 1771945970128, endTime: 1771945980128 },
    ],
  },
  {
    todos: [
      { content: 'Wash', status: 'completed', activeForm: 'Washing' },
      { content: 'Bake', status: 'pending' },
    ],
  },
  ['Wash the apples', 'Bake the cake', 'Set the table'],
];
const inForeignShapes = [
  ...foreignShapes.map((shape) => JSON.stringify(shape)),
  '# Dinner\n\n- [x] Wash the apples\n- [ ] Bake the cake\n  - [ ] Butter\n',
];
const sources = [
  ...filesIn('tests/fixtures/broken-plans'),
  ...filesIn('public/templates').flatMap((text) => {
    const both = TemplateFile.parse(JSON.parse(text));
    return [both.en, both.zh].map(({ plan }) => JSON.stringify(plan));
  }),
  ...Array.from({ length: 15 }, () => inForeignShapes).flat(),
  ...fc.sample(planArbitrary, { numRuns: 150, seed }).map(exportPlan),
];

const ended: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
const planKeys: ReadonlySet<string> = new Set(Object.keys(Plan.shape));
const stepKeys: ReadonlySet<string> = new Set(stepFields);
const subPlanKeys: ReadonlySet<string> = new Set(['goal', 'status', 'steps']);
const progressKeys: ReadonlySet<string> = new Set(['current', 'total']);
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
/** Everything that any object, list, function or text has, as name and value one after the other. */
const ownOfAll = () =>
  prototypes.flatMap((each) =>
    Object.entries(Object.getOwnPropertyDescriptors(each) as PropertyDescriptorMap).flatMap(
      ([name, own]): unknown[] => [name, own.value, Reflect.get(own, 'get')],
    ),
  );
const asTheyWere = ownOfAll();

/** Of a plan that was read: what is wrong with it, or null. */
function wrongPlan(plan: Plan): string | null {
  if (!Plan.safeParse(plan).success) return 'it does not satisfy the schema';
  const [fault] = planErrors(plan);
  if (fault) return `it is not sound: ${fault.code} ${fault.path}`;
  if (!ended.has(plan.status) && plan.status !== 'paused') return `it arrives ${plan.status}`;
  const key = strayKey(plan, planKeys);
  if (key !== null) return `it holds the key ${key}`;
  if (reachingKey(plan)) return 'it holds a key that reaches into prototypes';
  if (JSON.stringify(plan).includes(foreignMark)) return 'it holds a foreign value';
  const run = importedRun(plan, { run: 'r', session: 's', at, before: null, limits: defaultLimits });
  const settled = ended.has(run.phase) || (run.phase === 'paused' && run.pause?.code === 'imported');
  return settled && run.approvals.length === 0 && run.spending_grant === undefined ? null : 'it would go on by itself';
}

/** A key that has no place in a plan or in a step. */
function strayKey(plan: SubPlan, known: ReadonlySet<string>): string | null {
  const stray = Object.keys(plan).find((key) => !known.has(key));
  if (stray !== undefined) return stray;
  for (const step of plan.steps) {
    const key = Object.keys(step).find((each) => !stepKeys.has(each));
    const inner = Object.keys(step.progress ?? {}).find((each) => !progressKeys.has(each));
    const found = key ?? inner ?? (step.plan ? strayKey(step.plan, subPlanKeys) : null);
    if (found !== null) return found;
  }
  return null;
}

function reachingKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.getPrototypeOf(value) !== (Array.isArray(value) ? Array.prototype : Object.prototype)) return true;
  for (const name of ['__proto__', 'constructor', 'prototype']) if (Object.hasOwn(value, name)) return true;
  return Object.values(value).some(reachingKey);
}

/** Of a refusal: what is wrong with it, or null. */
function wrongRefusal({ code, path, params }: PlanFileError): string | null {
  for (const words of [en, zh]) {
    const sentence = translate(words[`planfile.problem.${code}`], { path, ...params });
    if (/\{(path|line|column|limit|value|name)\}/.test(sentence)) return `its sentence has gaps: ${sentence}`;
    if (path !== '' && !sentence.includes(path)) return `its sentence does not name the place: ${sentence}`;
  }
  const ofWhole = [
    'blank_file',
    'too_many_lines',
    'too_large',
    'not_a_plan',
    'unknown_shape',
    'unknown_version',
    'missing',
    'no_step_list',
  ];
  return path !== '' || 'line' in params || ofWhole.includes(code) ? null : `it names no place: ${code}`;
}

/** The reading as the page has it: apart, copied, and together again. */
function handedOver(value: unknown, most: number): string {
  const joined = new PieceAssembler();
  for (const pieces of jsonPieceBatches(value, most)) joined.add(structuredClone(pieces));
  return JSON.stringify(joined.value);
}

test(
  `R13.4 ${count} damaged files are read as sound plans that wait, or refused with their place, and nothing is polluted`,
  { timeout: 60_000 + 5 * count },
  () => {
    const outcomes = new Map<string, number>();
    const ways = new Map<string, number>();
    const more = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
    const wrong: string[] = [];
    let slowest = { took: 0, what: '' };
    const started = performance.now();
    for (let nth = 0; nth < count; nth += 1) {
      const random = chance(seed + nth);
      const { text, how } = damagedPlanFile(sources[Math.floor(random() * sources.length)] ?? '', random);
      for (const way of how) more(ways, way);
      const began = performance.now();
      let fault: string | null;
      try {
        const reading = readPlanFile(text, context);
        fault = reading.ok ? wrongPlan(reading.plan) : wrongRefusal(reading.error);
        more(outcomes, reading.ok ? `read as ${reading.shape}` : reading.error.code);
        if (nth % 10 === 0 && handedOver(reading, 20 + (nth % 200)) !== JSON.stringify(reading))
          fault ??= 'it is not what is handed over';
      } catch (error) {
        fault = `it threw: ${String(error)}`;
      }
      if (Object.keys(Object.prototype).length > 0 || 'polluted' in {}) fault ??= 'it polluted';
      if (fault !== null) wrong.push(`${nth} (${how.join(', ')}): ${fault}: ${text.slice(0, 200)}`);
      const took = performance.now() - began;
      if (took > slowest.took) slowest = { took, what: `${text.length} letters, ${how.join(', ')}` };
    }
    const read = [...outcomes].filter(([name]) => name.startsWith('read')).reduce((sum, [, times]) => sum + times, 0);
    const listed = (counts: Map<string, number>) =>
      [...counts]
        .sort(([, a], [, b]) => b - a)
        .map(([name, times]) => `${name} ${times}`)
        .join(', ');
    process.stdout.write(
      [
        `${count} imports, seed ${seed}: ${read} read, ${count - read} refused, ${wrong.length} wrong,`,
        `${((performance.now() - started) / 1000).toFixed(1)} s, the slowest ${slowest.took.toFixed(0)} ms (${slowest.what})\n`,
        `${listed(outcomes)}\n${listed(ways)}\n`,
      ].join(' '),
    );
    expect(wrong.slice(0, 20)).toEqual([]);
    const now = ownOfAll();
    expect(now).toHaveLength(asTheyWere.length);
    expect(now.filter((each, nth) => each !== asTheyWere[nth])).toEqual([]);
    expect(read).toBeGreaterThan(count / 10);
    expect(count - read).toBeGreaterThan(count / 10);
  },
);
