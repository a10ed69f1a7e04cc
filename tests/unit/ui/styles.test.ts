import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../src');
const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:svelte|css|ts)$/.test(name),
);
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');
const sheets = names.filter((name) => !name.endsWith('.ts'));

/**
 * Selectors that style what lies below or beside an element by what another part of it holds. At each change of the
 * page the browser styles all such elements anew, such as each icon of a plan of a thousand steps.
 */
const farHas = (sheet: string) =>
  [
    ...sheet.matchAll(
      /^[^\n{}]*:has\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)+[:\w()-]*\s+[>+~]?\s*[.\w:*[#][^\n{}]*\{/gm,
    ),
  ].map(([selector]) => selector.trim());

test('R14.6 no style restyles the page for a change of one part of it', () => {
  expect(farHas('.actions:has(> :global(:nth-child(3))) :global(svg) {')).toHaveLength(1);
  expect(farHas(':global(body:has(.workspace)) .stack:not(.within) {')).toHaveLength(1);
  expect(farHas('.foot:has(:global([role="group"])) {\n.actions:not(:has(> *)),\n.rest {')).toEqual([]);
  const found = sheets.flatMap((name) => farHas(textOf(name)).map((line) => `${name}: ${line}`));
  expect(found).toEqual([]);
});

test('R14.6 each variable of a style has a value', () => {
  const given = new Set(
    names.flatMap((name) => [...textOf(name).matchAll(/(--[\w-]+)['"]?\s*[:=]/g)].map(([, variable]) => variable)),
  );
  const missing = sheets.flatMap((name) =>
    [...textOf(name).matchAll(/var\((--[\w-]+)\s*\)/g)].flatMap(([, variable]) =>
      given.has(variable) ? [] : [`${name}: ${variable}`],
    ),
  );
  expect(given).toContain('--ink');
  expect(missing).toEqual([]);
});
