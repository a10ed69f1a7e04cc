import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './support/test.ts';

test('R12.1 no file imports the one that a worker starts with, which Safari would carry out a second time @gate', () => {
  const names = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
  const entries = names.filter((name) => /^(?:compute|engine|image|import|network|office)-worker-/.test(name));
  expect(entries).toHaveLength(6);
  const imports = /\b(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+)["'`]/g;
  const imported = names.flatMap((name) =>
    [...readFileSync(`dist/assets/${name}`, 'utf8').matchAll(imports)].map(([, file = '']) => file),
  );
  expect(imported.length).toBeGreaterThan(50);
  expect(entries.filter((entry) => imported.includes(entry))).toEqual([]);
});
