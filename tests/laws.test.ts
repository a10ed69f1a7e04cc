import { describe, expect, test } from 'vitest';
import {
  lawOfAdapters,
  lawOfComponents,
  lawOfEffects,
  lawOfFolders,
  lawOfNames,
  lawOfPurity,
  type SourceFile,
} from './laws.ts';

const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });
const files = Object.entries(sources).map(([path, text]): SourceFile => ({ name: path.replace('../src/', ''), text }));

/** Each law with files that break it, and what it says of them. */
const laws: [string, (files: readonly SourceFile[]) => string[], SourceFile[], string[]][] = [
  [
    'folders and files import one another in no circle, by the table only',
    lawOfFolders,
    [
      { name: 'plan/late.ts', text: "import '../ui/app/app.svelte.ts';\nimport 'dexie';\nimport './early.ts';" },
      { name: 'plan/early.ts', text: "import './late.ts';" },
      { name: 'main.ts', text: "import './plan/late.ts';" },
      { name: 'attic/box.ts', text: '' },
    ],
    [
      'attic is in no row of the table',
      'main.ts may not import plan/late.ts',
      'plan/late.ts may not import ui/app/app.svelte.ts',
      'plan/late.ts may not import dexie',
      'plan/late.ts → plan/early.ts → plan/late.ts',
      'attic/box.ts is imported by nothing that is started',
    ],
  ],
  [
    'adapters are constructed by the app and the workers only',
    lawOfAdapters,
    [
      { name: 'browser/paper.ts', text: 'export class Paper implements Files {}' },
      { name: 'engine/desk.ts', text: 'const paper = new Paper();' },
    ],
    ['engine/desk.ts constructs Paper'],
  ],
  [
    'what is pure uses no clock, network, storage or chance',
    lawOfPurity,
    [{ name: 'calendar/now.ts', text: '/** Not Date.now(). */\nexport const now = () => Date.now() + Math.random();' }],
    ['calendar/now.ts uses Date.now(', 'calendar/now.ts uses Math.random('],
  ],
  [
    'every effect goes through perform',
    lawOfEffects,
    [{ name: 'agent/rash.ts', text: 'const came = await model.reply(request);' }],
    ['agent/rash.ts starts an effect: model.reply('],
  ],
  [
    'a component imports no port, no storage and no model',
    lawOfComponents,
    [
      { name: 'ui/plan/Rash.svelte', text: "<script>\n  import { clock } from '../../ports/clock.ts';</script>" },
      { name: 'ports/clock.ts', text: '' },
    ],
    ['ui/plan/Rash.svelte imports ports/clock.ts'],
  ],
  [
    'exported names are the words of the field, each in one file',
    lawOfNames,
    [
      { name: 'plan/one.ts', text: 'export interface PlanFault {}\nexport const twin = 1;' },
      { name: 'plan/two.ts', text: 'export const twin = 2;' },
    ],
    ['plan/one.ts exports PlanFault', 'twin is exported by plan/one.ts, plan/two.ts'],
  ],
];

describe.each(laws)('%s', (_, law, planted, told) => {
  test('holds', () => {
    expect(law(files)).toEqual([]);
  });

  test('tells a planted breach', () => {
    const breaches = law([...files.filter(({ name }) => !planted.some((each) => each.name === name)), ...planted]);
    expect(breaches).toEqual(expect.arrayContaining(told));
  });
});
