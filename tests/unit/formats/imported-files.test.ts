import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeFile } from '../../../src/records/decode-file.ts';
import type { Step } from '../../../src/plan/step.ts';
import { readImport } from '../../../src/formats/run-import.ts';
import type { PlanFileReading, PlanReadFromFile } from '../../../src/formats/plan-file/plan-file-reading.ts';

const folder = new URL('../../fixtures/imports/', import.meta.url);
const names = readdirSync(folder).filter((name) => !name.endsWith('.expected') && name !== 'README.md');
const signs = { completed: 'x', pending: '.', running: '>', skipped: '-', failed: '!', blocked: '?' } as const;

function readingOf(name: string): PlanFileReading {
  const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
  const wish = { kind: 'plan', file: new Blob([]), planId: 'p', at: '2026-02-01T00:00:00.000Z' } as const;
  const turns = readImport(wish, decodeFile(bytes), () => 'id');
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  return turn.value as PlanFileReading;
}

/** A plan in the notation of the expectations. */
function written({ plan, repairs }: PlanReadFromFile): string[] {
  const stated = repairs.some(({ code, path }) => code === 'missing_goal' && !path.includes('['));
  return [...(stated ? [] : [`goal: ${plan.goal}`]), ...stepLines(plan.steps, '')];
}

function stepLines(steps: readonly Step[], indent: string): string[] {
  const at = new Map(steps.map(({ id }, nth) => [id, nth + 1]));
  return steps.flatMap((step) => {
    const [first = '', ...details] = step.description.split('\n');
    const after = step.dependencies.length > 0 ? ` <- ${step.dependencies.map((id) => at.get(id)).join(' ')}` : '';
    const inner = step.plan ? stepLines(step.plan.steps, `${indent}  `) : [];
    return [`${indent}${signs[step.status]} ${first}${after}`, ...details.map((line) => `| ${line}`), ...inner];
  });
}

/** What is wrong with the file as a whole is in no line. */
const ofWhole = /blank_file|not_a_plan|unknown_shape/;

const isNamed = ({ repairs }: PlanReadFromFile, line: number) =>
  repairs.some(({ path }) => {
    const [from = NaN, to = from] = path.split('–').map(Number);
    return from <= line && line <= to;
  });

test('R2.5 there are at least 200 files as people have them', () => {
  expect(names.length).toBeGreaterThanOrEqual(200);
});

test.each(names)('R2.5, R2.6 %s is read as a person would read it, and what is left out is named', (name) => {
  const lines = readFileSync(new URL(`${name}.expected`, folder), 'utf8')
    .trimEnd()
    .split('\n');
  const reading = readingOf(name);
  if (lines[0]?.startsWith('refused ')) {
    const place = reading.ok ? undefined : reading.error.params.line;
    if (!ofWhole.test(lines[0])) expect(place).toEqual(expect.any(Number));
    expect(reading.ok ? written(reading) : `refused ${reading.error.code}`).toBe(lines[0]);
    return;
  }
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  const plans = [reading, ...(reading.others ?? [])];
  const said = plans.map(written).flatMap((plan, at) => (at === 0 ? plan : ['===', ...plan]));
  expect(said).toEqual(lines.filter((line) => !line.startsWith('named: ')));
  for (const line of lines.filter((each) => each.startsWith('named: ')).flatMap((each) => each.slice(7).split(' ')))
    expect([line, isNamed(reading, Number(line))]).toEqual([line, true]);
});
