import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const list = fileURLToPath(new URL('../../../../shared/provider-quirks.md', import.meta.url));

test.runIf(existsSync(list))('R11.3 every quirk of the list has its case', () => {
  const known = [...readFileSync(list, 'utf8').matchAll(/^\| ([STFPH]\d+) \|/gm)].map(([, id]) => id);
  const cases = Object.values(
    import.meta.glob<string>('./quirks-*.test.ts', { query: '?raw', import: 'default', eager: true }),
  ).flatMap((source) => [...source.matchAll(/['`]((?:[STFPH]\d+(?:, )?)+) /g)].flatMap(([, ids]) => ids!.split(', ')));
  expect(known.length).toBeGreaterThan(45);
  expect(known.filter((id) => !cases.includes(id!))).toEqual([]);
});
