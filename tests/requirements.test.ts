import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const defined = [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^- \*\*(\w+(?:\.\d+)?)\*\* /gm)].map(
  ([, id]) => id!,
);
const cited = new Map<string, string>();
for (const folder of ['tests', 'scripts']) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|mjs|svelte)$|rules\.json$/.test(name) || /node_modules|fixtures/.test(name)) continue;
    const path = `${folder}/${name}`;
    /** What servers do to a reply has letters of its own, which elsewhere may be keys or hours. */
    const letters = path.includes('/model/') ? 'RSTFHP' : 'RW';
    const ids = new RegExp(`(?<![\\w./-])[${letters}][1-9]\\d?(?:\\.[1-9]\\d?)?(?![\\w.]*\\w|:\\d)`, 'g');
    for (const line of readFileSync(path, 'utf8').split('\n'))
      for (const [id] of isTitleOrComment(line) ? line.matchAll(ids) : []) cited.set(id, path);
  }
}

/** Ids stand in titles and comments of tests, and in the rules of the planted faults; src has none. */
function isTitleOrComment(line: string): boolean {
  return /^\s*(\/?\*|\/\/|<!--)|\/\*\*? |["'`]/.test(line);
}

test('each id that the code or a test cites is defined in docs/requirements.md', () => {
  const known = new Set(defined);
  expect([...cited].filter(([id]) => !known.has(id))).toEqual([]);
});

test('each id that docs/requirements.md defines is cited, once defined', () => {
  expect(defined.filter((id, at) => defined.indexOf(id) !== at)).toEqual([]);
  const chapter = (id: string) => /^R\d+$/.test(id);
  expect(defined.filter((id) => !chapter(id) && !cited.has(id))).toEqual([]);
});

test('src cites none: a reader of the code needs no key', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name));
  const cites = files.filter((name) => /\bR[1-9]\d?\.[1-9]\d?\b/.test(readFileSync(`src/${name}`, 'utf8')));
  expect(cites).toEqual([]);
});
