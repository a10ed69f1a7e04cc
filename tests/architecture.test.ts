import { expect, test } from 'vitest';

/** The import table of the README's architecture section, executable. */
const table: Record<string, { folders: string[]; packages: string[] }> = {
  domain: { folders: [], packages: ['zod'] },
  'task-lists': { folders: ['domain'], packages: ['marked'] },
  planfile: { folders: ['domain', 'task-lists'], packages: ['zod', 'jsonrepair'] },
  'todo-formats': { folders: ['domain', 'task-lists'], packages: [] },
  calendar: { folders: ['domain'], packages: ['ical.js'] },
  ports: { folders: ['domain'], packages: ['zod'] },
  imports: { folders: ['domain', 'ports', 'planfile', 'todo-formats', 'calendar'], packages: ['yaml'] },
  lifecycle: { folders: ['domain'], packages: ['xstate'] },
  agent: { folders: ['domain', 'ports'], packages: ['zod', 'jsonrepair'] },
  runner: { folders: ['domain', 'ports', 'lifecycle', 'agent'], packages: ['xstate'] },
  exam: { folders: ['domain', 'ports', 'runner'], packages: ['zod'] },
  llm: { folders: ['domain', 'ports'], packages: ['openai', '@pydantic/genai-prices', '@wllama/wllama'] },
  tools: {
    folders: ['domain', 'ports', 'calendar'],
    packages: [
      'zod',
      'd3-scale',
      'd3-shape',
      'minisearch',
      '@mozilla/readability',
      'turndown',
      '@truto/turndown-plugin-gfm',
    ],
  },
  mcp: { folders: ['domain', 'ports'], packages: ['@modelcontextprotocol/client'] },
  commands: { folders: ['domain', 'ports', 'planfile', 'calendar'], packages: ['chrono-node'] },
  storage: { folders: ['domain', 'ports'], packages: ['dexie'] },
  browser: { folders: ['domain', 'ports'], packages: ['pdfjs-dist', 'fflate'] },
  sandbox: { folders: ['domain', 'ports'], packages: ['quickjs-emscripten-core'] },
  'service-worker': { folders: ['domain', 'ports', 'browser'], packages: [] },
  text: { folders: [], packages: [] },
  state: {
    folders: [
      'domain',
      'ports',
      'lifecycle',
      'commands',
      'planfile',
      'calendar',
      'imports',
      'runner',
      'text',
      'todo-formats',
    ],
    packages: ['svelte', 'xstate', 'minisearch'],
  },
  ui: {
    folders: ['domain', 'state', 'text'],
    packages: ['svelte', 'marked', 'virtua', 'd3-scale', '@xyflow/svelte', '@event-calendar/core'],
  },
};

const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });
const specifier = /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

function importsOf(path: string): string[] {
  return [...(sources[path] ?? '').matchAll(specifier)].map((found) => found[1] ?? found[2] ?? '');
}

function resolve(from: string, to: string): string {
  const base = new URL(to, `file:///${from.replace('../', '')}`).pathname.slice(1);
  const known = ['', '.ts', '.svelte', '.svelte.ts'].map((end) => `../${base.replace(/\.js$/, '')}${end}`);
  return known.find((path) => path in sources) ?? `../${base}`;
}

/** What the page and its service worker begin with, and what `npm run schema` writes a file from; other workers are imported by their address. */
const entries = ['../src/main.ts', '../src/service-worker/service-worker.ts', '../src/planfile/plan-schema.ts'];

const folderOf = (path: string) => /^\.\.\/src\/([^/]+)\//.exec(path)?.[1];

test('every import stands in the import table', () => {
  const wrong: string[] = [];
  for (const path of Object.keys(sources)) {
    const folder = folderOf(path);
    if (!folder) continue;
    const row = table[folder];
    if (!row) wrong.push(`${path}: unknown folder ${folder}`);
    for (const to of importsOf(path)) {
      const target = to.startsWith('.') ? (folderOf(resolve(path, to)) ?? 'outside src folders') : null;
      const name = to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
      const allowed = target ? target === folder || row?.folders.includes(target) : row?.packages.includes(name);
      if (!allowed) wrong.push(`${path} imports ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no imports go round in a circle', () => {
  const state = new Map<string, 'open' | 'closed'>();
  const circles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'closed') return;
    if (state.get(path) === 'open') {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const to of importsOf(path)) {
      const target = resolve(path, to);
      const recursiveComponent = target === path && path.endsWith('.svelte');
      if (to.startsWith('.') && !recursiveComponent) visit(target, [...trail, path]);
    }
    state.set(path, 'closed');
  };
  Object.keys(sources).forEach((path) => visit(path, []));
  expect(circles).toEqual([]);
});

function unreached(from: readonly string[]): string[] {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const to of importsOf(path)) if (to.startsWith('.')) visit(resolve(path, to));
  };
  from.forEach(visit);
  return Object.keys(sources).filter((path) => !reached.has(path));
}

test('every file is reached from an entry; what only tests import is dead', () => {
  expect(unreached(entries)).toEqual([]);
  expect(unreached(['../src/domain/plan.ts'])).toContain('../src/main.ts');
});
