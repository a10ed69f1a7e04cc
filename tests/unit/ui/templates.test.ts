import { expect, test } from 'vitest';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Templates } from '../../../src/ui/templates/templates.svelte.ts';

const at = '2026-01-01T10:00:00.000Z';

function savedAs(name: string): string[] {
  const names: string[] = [];
  const dependencies = {
    stores: { templates: { list: () => ({ subscribe: () => () => undefined }) } },
    saveFile: (file: string) => void names.push(file),
  };
  const app = { dependencies, words: { language: 'en' } } as unknown as App;
  new Templates(app).download({ id: 't', name, description: '', plan: emptyPlan('p', 'Go', at), created_at: at });
  return names;
}

test.each([
  ['Packing list', 'Packing list.json'],
  ['CON', '_CON.json'],
  ['a/b: c?', 'a b c.json'],
  ['photo\u202egpj.exe', 'photo gpj.exe.json'],
  [' ', '_.json'],
])('R2.7 a template called %j is handed over under the safe name %j', (name, file) => {
  expect(savedAs(name)).toEqual([file]);
});
