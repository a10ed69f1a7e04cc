import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedPath, whereShared } from '../../fixtures/shared-data.ts';

const list = 'provider-quirks.md';

whereShared(list, 'R11.3 every quirk of the list has its case', () => {
  test('R11.3 every quirk of the list has its case', () => {
    const known = [...readFileSync(sharedPath(list), 'utf8').matchAll(/^\| ([STFPH]\d+) \|/gm)].map(([, id]) => id);
    const cases = Object.values(
      import.meta.glob<string>('./quirks-*.test.ts', { query: '?raw', import: 'default', eager: true }),
    ).flatMap((source) =>
      [...source.matchAll(/['`]((?:[STFPH]\d+(?:, )?)+) /g)].flatMap(([, ids]) => ids!.split(', ')),
    );
    expect(known.length).toBeGreaterThan(45);
    expect(known.filter((id) => !cases.includes(id!))).toEqual([]);
  });
});
