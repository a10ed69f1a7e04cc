import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PlanFileError } from '../../../src/formats/plan-file/plan-file-error.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import { planfile as en } from '../../../src/i18n/en/planfile.ts';
import { translate } from '../../../src/i18n/translate.ts';
import { planfile as zh } from '../../../src/i18n/zh/planfile.ts';
import { figure } from '../../fixtures/figure.ts';

/** Each broken file: the code, and the path or `line:column` that its sentence names; empty for the file as a whole. */
const expected: Readonly<Record<string, [code: PlanFileError['code'], place: string]>> = {
  'empty.json': ['blank_file', ''],
  'prose.md': ['not_a_plan', ''],
  'binary.json': ['not_a_plan', ''],
  'cut-in-string.json': ['cut_off', '14:28'],
  'cut-after-step.json': ['cut_off', '12:1'],
  'cut-in-list.json': ['cut_off', '1:18'],
  'missing-quote.json': ['bad_json', '2:24'],
  'second-document.json': ['bad_json', '2:1'],
  'too-deep.json': ['too_deep', '3:62'],
  'number.json': ['not_a_plan', ''],
  'text.json': ['not_a_plan', ''],
  'package.json': ['unknown_shape', ''],
  'newer-version.json': ['unknown_version', 'version'],
  'odd-version.json': ['unknown_version', 'version'],
  'no-steps.json': ['missing', 'steps'],
  'steps-object.json': ['no_step_list', 'steps'],
  'steps-empty.json': ['no_steps', 'steps'],
  'list-empty.json': ['no_steps', '[]'],
  'todos-text.json': ['no_step_list', 'todos'],
  'todos-empty.json': ['no_steps', 'todos'],
  'list-number.json': ['not_a_step', '[2]'],
  'list-blank.json': ['blank', '[1].description'],
  'step-null.json': ['not_a_step', 'steps[1]'],
  'goal-number.json': ['not_text', 'goal'],
  'goal-missing.json': ['missing', 'goal'],
  'status-unknown.json': ['bad_status', 'steps[3].status'],
  'status-number.json': ['bad_status', 'steps[0].status'],
  'plan-status.json': ['bad_plan_status', 'status'],
  'description-missing.json': ['missing', 'steps[1].description'],
  'description-list.json': ['not_text', 'steps[0].description'],
  'content-missing.json': ['missing', 'todos[1].content'],
  'content-blank.json': ['blank', 'todos[0].content'],
  'action-number.json': ['not_text', 'steps[0].action'],
  'start-time.json': ['bad_time', 'steps[0].startTime'],
  'tool-number.json': ['not_text', 'steps[0].tool'],
  'parameters-text.json': ['not_an_object', 'steps[0].parameters'],
  'number-too-large.json': ['number_too_large', 'steps[0].output.sums[1]'],
  'dependencies-text.json': ['no_id_list', 'steps[1].dependencies'],
  'dependency-object.json': ['not_text', 'steps[1].dependencies[0]'],
  'dependency-unknown.json': ['unknown_dependency', 'steps[1].dependencies[1]'],
  'dependency-itself.json': ['self_dependency', 'steps[0].dependencies'],
  'cycle.json': ['cycle', 'steps[0].dependencies'],
  'id-twice.json': ['duplicate_id', 'steps[2].id'],
  'id-object.json': ['not_text', 'steps[0].id'],
  'id-too-long.json': ['too_long', 'steps[0].id'],
  'attempts-negative.json': ['not_a_count', 'steps[0].attempts'],
  'count-fraction.json': ['not_a_count', 'iteration_count'],
  'progress-text.json': ['not_a_count', 'steps[0].progress.current'],
  'edited-text.json': ['not_yes_or_no', 'steps[0].edited_by_person'],
  'time-month.json': ['bad_time', 'created_at'],
  'time-ended.json': ['times', 'steps[0].ended_at'],
  'time-updated.json': ['times', 'updated_at'],
  'completed-open.json': ['unfinished', 'steps[1].status'],
  'completed-running.json': ['unfinished', 'steps[0].status'],
  'nested-four-deep.json': ['nested_too_deep', 'steps[0].plan.steps[0].plan.steps[0].plan.steps[0].plan'],
  'nested-status.json': ['bad_status', 'steps[1].plan.steps[0].status'],
  'nested-text.json': ['not_an_object', 'steps[0].plan'],
  'nested-cycle.json': ['cycle', 'steps[0].plan.steps[0].dependencies'],
  'nested-open.json': ['unfinished', 'steps[0].plan.steps[0].status'],
};

const folder = new URL('../../fixtures/broken-plans/', import.meta.url);
const context = { planId: 'plan_new', at: '2026-02-01T00:00:00.000Z' };

function problemOf(text: string): PlanFileError {
  const reading = readPlanFile(text, context);
  if (reading.ok) throw new Error(`was read: ${JSON.stringify(reading)}`);
  return reading.error;
}

function sentences({ code, path, params }: PlanFileError): string[] {
  return [en, zh].map((words) => translate(words[`planfile.problem.${code}`], { path, ...params }));
}

test('R2.6 the table of broken files and the folder agree, and there are at least 30', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(expected).sort());
  expect(Object.keys(expected).length).toBeGreaterThanOrEqual(30);
});

describe('R2.6 a broken file is refused with one sentence that names the place', () => {
  test.each(Object.entries(expected))('%s: %s', (name, [code, place]) => {
    const problem = problemOf(readFileSync(new URL(name, folder), 'utf8'));
    const line = 'line' in problem.params ? `${problem.params.line}:${problem.params.column}` : problem.path;
    expect([problem.code, line]).toEqual([code, place]);
    const [english, chinese] = sentences(problem);
    for (const sentence of [english, chinese]) {
      expect(sentence).not.toMatch(/\{\w+\}|undefined|“”/);
      for (const part of problem.path === '' ? place.split(':') : [place]) expect(sentence).toContain(part);
    }
    expect(english).not.toEqual(chinese);
    expect(chinese).toMatch(/\p{Script=Han}/u);
  });
});

describe('R2.6 limits', () => {
  const steps = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `Step ${n}`));

  test('20,000 steps are read, one more is refused', () => {
    expect(readPlanFile(steps(20_000), context).ok).toBe(true);
    expect(problemOf(steps(20_001))).toEqual({ code: 'too_many_steps', path: '[]', params: { limit: 20_000 } });
  });

  test('steps of plans within steps count, too', () => {
    const inner = { goal: 'inner', steps: Array.from({ length: 10_000 }, () => 'Part') };
    const file = { version: 1, goal: 'g', steps: [1, 2].map((n) => ({ description: String(n), plan: inner })) };
    expect(problemOf(JSON.stringify(file))).toMatchObject({ code: 'too_many_steps', path: 'steps[1].plan.steps' });
  });

  test('more than 20 MB of UTF-8 are refused, however few the characters', () => {
    const text = (length: number) => JSON.stringify(['计'.repeat(length)]);
    expect(problemOf(text(7_000_000))).toEqual({ code: 'too_large', path: '', params: { limit: 20 } });
    expect(readPlanFile(text(6_900_000), context).ok).toBe(true);
    expect(problemOf(`["${'x'.repeat(21 * 1024 * 1024)}"]`).code).toBe('too_large');
  });

  test('64 levels are read, one more is refused, and a million do no harm', () => {
    const deep = (levels: number) =>
      `{"version": 1, "goal": "g", "steps": [{"description": "x", "output": ${'['.repeat(levels - 3)}${']'.repeat(levels - 3)}}]}`;
    expect(readPlanFile(deep(64), context).ok).toBe(true);
    expect(problemOf(deep(65)).code).toBe('too_deep');
    expect(problemOf('['.repeat(1_000_000)).code).toBe('too_deep');
    expect(problemOf(`{"a":`.repeat(1_000_000)).code).toBe('too_deep');
    expect(problemOf(`["unclosed, ${'['.repeat(90_000)}`).code).toBe('cut_off');
    expect(problemOf(`{'a': "b" c "${'['.repeat(90_000)}`).code).toBe('bad_json');
  });

  test('a million values are read, and more are refused with their place, whatever they are', () => {
    const many = (value: string, count: number) =>
      `{"version": 1, "goal": "g", "steps": [{"description": "x", "output": [\n${`${value},`.repeat(count)}0]}]}`;
    expect(readPlanFile(many('7', 999_990), context).ok).toBe(true);
    for (const [value, count] of [
      ['7', 1_000_001],
      ['[]', 600_000],
      ['{"a":1}', 600_000],
    ] as const)
      expect(problemOf(many(value, count))).toMatchObject({
        code: 'too_many_values',
        params: { line: 2, limit: 1_000_000 },
      });
    expect(problemOf(`["x"${'/**/'.repeat(1_000_001)}]`).code).toBe('too_many_values');
  });

  test('as many repairs and faults as a file may hold are no trouble', () => {
    const step = '"id": "a", "description": "x", "status": "pending"';
    const repaired = readPlanFile(`["x"${'/**/'.repeat(300_000)}]`, context);
    expect(repaired.ok && repaired.repairs.length).toBe(300_001);
    const unsafe = `{"version": 1, "goal": "g", "steps": [{${step}, "output": [${'{"__proto__":0},'.repeat(200_000)}0]}]}`;
    expect(readPlanFile(unsafe, context).ok).toBe(true);
    const inner = JSON.stringify(
      Array.from({ length: 19_000 }, (_, n) => ({ id: n, description: 'x', dependencies: Array(12).fill('z') })),
    );
    const faulty = `{"version": 1, "goal": "g", "steps": [{${step}, "plan": {"goal": "g", "steps": ${inner}}}]}`;
    expect(problemOf(faulty)).toMatchObject({
      code: 'unknown_dependency',
      path: 'steps[0].plan.steps[0].dependencies[0]',
    });
  });

  test.each([
    ['trailing commas', `[${'"a",'.repeat(19_000)}]`],
    ['comments', `[${'"a", // b\n'.repeat(19_000)}"z"]`],
    ['blanks in a fence', `\`\`\`\n${' '.repeat(1_000_000)}`],
    ['a heading of blanks', `# a${' '.repeat(1_000_000)}b\n- [ ] c`],
    ['stray quotes', `[${'"a" b" c, '.repeat(100_000)}]`],
  ])('a large file with %s is answered', (_name, text) => {
    expect(figure(() => readPlanFile(text, context))).toHaveProperty('ok');
  });

  test('keys that reach into prototypes are dropped and named, and nothing is polluted', () => {
    const text =
      '{"version": 1, "id": "p", "goal": "g", "__proto__": {"polluted": 1}, "steps": [{"id": "a", "description": "x", "status": "pending",' +
      '"parameters": {"keep": 1, "constructor": {"prototype": {"polluted": 1}}, "nested": [{"__proto__": {"polluted": 1}}]}}]}';
    const reading = readPlanFile(text, context);
    expect(reading).toMatchObject({ ok: true, plan: { steps: [{ parameters: { keep: 1, nested: [{}] } }] } });
    expect(
      reading.ok && reading.repairs.filter((repair) => repair.code === 'unsafe_key').map((repair) => repair.path),
    ).toEqual(['__proto__', 'steps[0].parameters.constructor', 'steps[0].parameters.nested[0].__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('text stays text', () => {
    const text = '<img src=x onerror=alert(1)>';
    const reading = readPlanFile(JSON.stringify({ goal: text, steps: [text] }), context);
    expect(reading).toMatchObject({ ok: true, plan: { goal: text, steps: [{ description: text }] } });
  });
});
