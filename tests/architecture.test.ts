import { describe, expect, test } from 'vitest';
import { entries, importTable } from './house.ts';

const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });
const specifier = /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

interface Import {
  from: string;
  /** A file of src as `domain/plan/plan.ts`, or the name of a package. */
  to: string;
  isPackage: boolean;
}

/** `../src/domain/plan/plan.ts` as `domain/plan/plan.ts`. */
const nameOf = (path: string) => path.replace('../src/', '');
const folderOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')));
const topOf = (name: string) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : name);
const files = Object.entries(sources).map(([path, text]) => ({ name: nameOf(path), text }));
const known = new Set(files.map(({ name }) => name));

function resolve(from: string, to: string): string | undefined {
  const base = new URL(to, `file:///${from}`).pathname.slice(1).replace(/\.js$/, '');
  return ['', '.ts', '.svelte', '.svelte.ts'].map((end) => base + end).find((name) => known.has(name));
}

function importsOf(name: string, text: string): Import[] {
  return [...text.matchAll(specifier)].flatMap((found): Import[] => {
    const to = found[1] ?? found[2] ?? '';
    if (!to.startsWith('.')) return [{ from: name, to, isPackage: true }];
    const target = resolve(name, to);
    return target && target !== name ? [{ from: name, to: target, isPackage: false }] : [];
  });
}

const imports = files.flatMap(({ name, text }) => importsOf(name, text));
const inner = imports.filter(({ isPackage }) => !isPackage);

describe('the import table', () => {
  test('covers every file of src, and nothing else', () => {
    expect([...new Set(files.map(({ name }) => topOf(name)))].sort()).toEqual(Object.keys(importTable).sort());
  });

  test('holds for every import', () => {
    const wrong = imports.filter(({ from, to, isPackage }) => {
      const row = importTable[topOf(from)];
      if (!isPackage) return topOf(from) !== topOf(to) && !row?.folders.includes(topOf(to));
      const name = to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
      return !row?.packages.includes(name);
    });
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test('holds no row that nothing needs', () => {
    const idle = Object.entries(importTable).flatMap(([top, { folders }]) =>
      folders
        .filter((folder) => !inner.some(({ from, to }) => topOf(from) === top && topOf(to) === folder))
        .map((folder) => `${top} → ${folder}`),
    );
    expect(idle).toEqual([]);
  });
});

describe('the files', () => {
  test('import one another in no circle', () => {
    const state = new Map<string, 'open' | 'closed'>();
    const circles: string[] = [];
    const visit = (name: string, trail: string[]): void => {
      if (state.get(name) === 'closed') return;
      if (state.get(name) === 'open') {
        circles.push([...trail.slice(trail.indexOf(name)), name].join(' → '));
        return;
      }
      state.set(name, 'open');
      for (const { to } of inner.filter(({ from }) => from === name)) visit(to, [...trail, name]);
      state.set(name, 'closed');
    };
    files.forEach(({ name }) => visit(name, []));
    expect(circles).toEqual([]);
  });

  test('are each reached from an entry; what only tests import is dead', () => {
    const unreached = (from: readonly string[]): string[] => {
      const reached = new Set<string>();
      const visit = (name: string): void => {
        if (reached.has(name)) return;
        reached.add(name);
        for (const { to } of inner.filter((each) => each.from === name)) visit(to);
      };
      from.forEach(visit);
      return files.map(({ name }) => name).filter((name) => !reached.has(name));
    };
    expect(unreached(entries)).toEqual([]);
    expect(unreached(['domain/plan/plan.ts'])).toContain('main.ts');
  });
});

test('adapters are constructed by the composition only', () => {
  const adapters = files.flatMap(({ name, text }) =>
    /^(?:browser|storage|llm|mcp)\//.test(name)
      ? [...text.matchAll(/export class (\w+)[^{]*? implements /g)].map((found) => ({ name, adapter: found[1] ?? '' }))
      : [],
  );
  expect(adapters.length).toBeGreaterThan(10);
  const elsewhere = adapters.flatMap(({ name, adapter }) =>
    files
      .filter((each) => topOf(each.name) !== 'composition' && folderOf(each.name) !== folderOf(name))
      .filter(({ text }) => text.includes(`new ${adapter}(`))
      .map((each) => `${each.name} constructs ${adapter}`),
  );
  expect(elsewhere).toEqual([]);
});
