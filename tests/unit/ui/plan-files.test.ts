// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { newRun } from '../../../src/task/run.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { planErrorText } from '../../../src/ui/import/import-text.ts';
import { downloadPlan } from '../../../src/ui/plan/download-plan.ts';

const words = new Translator();
await words.loadAll();

test.each([
  ['plan[1].description', { line: 1 }, 'Line 1, “description” of step 2: this is empty.'],
  ['[0]', { line: 3 }, 'Line 3, step 1: this is empty.'],
  ['steps[2].dependencies[0]', {}, '“dependencies” of step 3: this is empty.'],
  ['goal', { line: 2 }, 'Line 2, goal: this is empty.'],
])('R2.6 the place %s is named by its step', (path, params, said) => {
  expect(planErrorText({ code: 'blank', path, params }, words)).toBe(
    `${said} Write something there in the file, then choose it again.`,
  );
});

test('R2.7 an exported plan is named after its goal, whatever characters that has', () => {
  const saved: string[] = [];
  const host = { dependencies: { saveFile: (name: string) => void saved.push(name) }, toasts: new Toasts(), words };
  for (const goal of ['Plan a party: who/what?', '给小美办生日']) {
    const run = newRun({ run: 'r', session: 's', plan: 'p' }, goal, '2026-01-01T10:00:00.000Z');
    downloadPlan({ ...run, plan: { ...run.plan, steps: [newStep('step_1', 'x')] } }, host);
  }
  expect(saved).toEqual(['Plan a party who what.json', '给小美办生日.json']);
});
