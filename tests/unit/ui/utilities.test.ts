import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The names in the selectors of a style sheet. */
const classesOf = (style: string) =>
  new Set([...style.matchAll(/\.(-?[a-z][\w-]*)(?=[^{};]*\{)/gi)].map(([, name]) => name));

const shared = classesOf(readFileSync('src/ui/utilities.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, ''));
const components = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svelte'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

test('no component styles a class with the name of a shared one', () => {
  const own = components.flatMap(({ file, text }) =>
    [...classesOf(/<style>.*<\/style>/s.exec(text)?.[0] ?? '')].map((name) => ({ file, name })),
  );
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ name }) => shared.has(name))).toEqual([]);
});

test('each shared class is used by three components or more', () => {
  const uses = (name = '') =>
    components.filter(({ text }) => new RegExp(`class="[^"]*(?<![\\w-])${name}(?![\\w-])`).test(text));
  expect(shared.size).toBeGreaterThan(0);
  expect([...shared].filter((name) => uses(name).length < 3)).toEqual([]);
});
