import { expect, test } from 'vitest';
import type { PlanFileError } from '../../../src/formats/plan-file/plan-file-error.ts';
import type { PlanShapeName } from '../../../src/formats/plan-file/plan-shape.ts';
import type { Repair } from '../../../src/formats/plan-file/repair.ts';
import { planfile as en } from '../../../src/i18n/en/planfile.ts';
import { planfile as zh } from '../../../src/i18n/zh/planfile.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { planErrorText } from '../../../src/ui/import/import-text.ts';

type Key =
  | 'planfile.place'
  | 'planfile.step'
  | 'planfile.steps'
  | 'planfile.steps_and_more'
  | 'planfile.between'
  | 'planfile.field_of'
  | `planfile.problem.${PlanFileError['code']}`
  | Extract<keyof typeof en, `planfile.pasted.${PlanFileError['code']}`>
  | `planfile.repair.${Repair['code']}`
  | `planfile.shape.${PlanShapeName}`;

/** The compiler holds that no code is without words, and no words without a code. */
const words: Readonly<Record<'en' | 'zh', Readonly<Record<Key, string>>>> = { en, zh };
const used: Readonly<Record<keyof typeof en, Key>> = Object.fromEntries(
  Object.keys(en).map((key) => [key, key]),
) as Record<Key, Key>;

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

test('R2.6 every problem, repair and shape has words in both languages, with the same values in them', () => {
  expect(Object.keys(words.zh)).toEqual(Object.keys(words.en));
  for (const key of Object.values(used))
    expect([key, placeholders(words.zh[key])]).toEqual([key, placeholders(words.en[key])]);
});

test('R2.6 every sentence about a problem names its place, unless it is the file as a whole', () => {
  const whole = [
    'blank_file',
    'too_large',
    'yaml_too_large',
    'too_many_lines',
    'no_text',
    'not_a_plan',
    'unknown_shape',
  ];
  for (const [key, text] of Object.entries(words.en))
    if (key.startsWith('planfile.problem.') && !whole.some((code) => key.endsWith(`.${code}`)))
      expect(text).toMatch(/\{path\}|\{line\}/);
});

test('R2.6 every sentence about a problem says what is wrong, and then what to do', () => {
  for (const [key, text] of Object.entries(words.en))
    if (key.startsWith('planfile.problem.'))
      expect(text).toMatch(/^[^.]*(?:plan\.json[^.]*)?(?:\.|; )\s?.+\.$|, without quotes\.$/);
  for (const [key, text] of Object.entries(words.zh))
    if (key.startsWith('planfile.problem.')) expect(text).toMatch(/[。；].+。$|，不加引号。$/);
});

test('R2.6 what is wrong with a pasted text is not said of a file', async () => {
  for (const language of [en, zh])
    for (const [key, text] of Object.entries(language))
      if (key.startsWith('planfile.pasted.')) expect(text).not.toMatch(/\bfile\b|[Ee]xport|download|文件|导出|下载/);
  const words = new Translator();
  const error = { code: 'cut_off', path: '', params: { line: 1, column: 9 } } as const;
  await words.loadAll();
  expect(planErrorText(error, words, { isPasted: true })).toBe(
    'Line 1, column 9: the text ends in the middle, so a part of it is missing. Copy all of it and paste it again.',
  );
  expect(planErrorText(error, words)).toMatch(/the file ends in the middle/);
});
