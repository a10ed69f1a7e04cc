/** The laws of the house as functions over the files of src: each returns its breaches as sentences. */
export interface SourceFile {
  /** Its path within src, such as `plan/step.ts`. */
  name: string;
  text: string;
}

interface Import {
  from: string;
  /** A file of src, or the name of a package. */
  to: string;
  isPackage: boolean;
}

/** Which folders and packages each folder of src may import; docs/architecture.md says what each holds. */
const table: Record<string, { folders: string; packages: string }> = {
  values: { folders: '', packages: 'zod' },
  plan: { folders: 'values', packages: 'zod' },
  task: { folders: 'plan values', packages: 'zod' },
  records: { folders: 'plan task values', packages: 'zod' },
  calendar: { folders: 'records values', packages: 'ical.js chrono-node' },
  ports: { folders: 'plan task records values', packages: 'zod' },
  formats: { folders: 'plan task records calendar ports values', packages: 'zod jsonrepair marked yaml saxen fflate' },
  protocols: { folders: 'plan task records ports values', packages: 'zod jsonrepair' },
  agent: { folders: 'protocols plan task records ports i18n values', packages: 'zod' },
  engine: { folders: 'agent plan task records ports formats calendar i18n values', packages: 'xstate svelte' },
  model: {
    folders: 'ports task records values',
    packages: 'eventsource-parser openai @pydantic/genai-prices @wllama/wllama',
  },
  exam: { folders: 'engine ports plan task records values', packages: 'zod' },
  tools: {
    folders: 'ports task records calendar values',
    packages:
      'zod d3-scale d3-shape minisearch @mozilla/readability turndown @truto/turndown-plugin-gfm @modelcontextprotocol/client quickjs-emscripten-core',
  },
  commands: { folders: 'records calendar ports values', packages: '' },
  devices: { folders: 'ports task records values', packages: 'zod' },
  storage: { folders: 'ports plan task records values', packages: 'dexie' },
  browser: { folders: 'ports records values', packages: 'pdfjs-dist fflate' },
  i18n: { folders: '', packages: '' },
  ui: {
    folders: 'engine exam formats calendar commands ports plan task records i18n values',
    packages:
      'svelte xstate minisearch diff virtual:cairn-viewer marked uqr virtua d3-scale @xyflow/svelte @event-calendar/core',
  },
  app: {
    folders: 'ui exam devices engine model tools storage browser formats ports plan task records values',
    packages: '',
  },
  workers: {
    folders: 'app tools formats browser ports values',
    packages: 'zod @jitl/quickjs-wasmfile-release-sync quickjs-emscripten-core',
  },
  'main.ts': { folders: 'app ui browser i18n values', packages: 'svelte' },
};

/** What the page, its workers and a saved page begin with. */
const entries = [
  'main.ts',
  'ui/viewer/main.ts',
  'ui/viewer/languages.ts',
  'ui/viewer/Nothing.svelte',
  'workers/service-worker.ts',
  'formats/plan-file/plan-file.ts',
];

const topOf = (name: string) => name.split('/')[0] ?? '';
const folderOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')));
const specifier = /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

/** Imports between the files; a worker's address (`?worker`) names an entry and is no import. */
function importsOf(files: readonly SourceFile[]): Import[] {
  const known = new Set(files.map(({ name }) => name));
  return files.flatMap(({ name, text }) =>
    [...text.matchAll(specifier)].flatMap((found): Import[] => {
      const to = found[1] ?? found[2] ?? '';
      if (!to.startsWith('.')) return [{ from: name, to, isPackage: true }];
      if (/\?worker/.test(to)) return [];
      const base = new URL(to, `file:///${name}`).pathname.slice(1);
      const target = ['', '.ts', '.svelte', '.svelte.ts'].map((end) => base + end).find((each) => known.has(each));
      return target && target !== name ? [{ from: name, to: target, isPackage: false }] : [];
    }),
  );
}

/** The circles in a graph, each as `a → b → a`. */
function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const state = new Map<string, 'open' | 'closed'>();
  const circles: string[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    if (state.get(name) === 'closed') return;
    if (state.get(name) === 'open') {
      circles.push([...trail.slice(trail.indexOf(name)), name].join(' → '));
      return;
    }
    state.set(name, 'open');
    for (const next of edges.get(name) ?? []) visit(next, [...trail, name]);
    state.set(name, 'closed');
  };
  for (const name of edges.keys()) visit(name, []);
  return circles;
}

function graphOf(edges: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/**
 * 1. The folders form a directed graph without circles, the table; so do the files, and each is reached from an entry.
 */
export function lawOfFolders(files: readonly SourceFile[]): string[] {
  const imports = importsOf(files);
  const strange = [...new Set(files.map(({ name }) => topOf(name)))].filter((top) => !(top in table));
  const forbidden = imports.filter(({ from, to, isPackage }) => {
    const { folders = '', packages = '' } = table[topOf(from)] ?? {};
    if (!isPackage) return topOf(from) !== topOf(to) && !folders.split(' ').includes(topOf(to));
    const name = to.split('/').slice(0, to.startsWith('@') ? 2 : 1);
    return !packages.split(' ').includes(name.join('/'));
  });
  const inner = imports.filter(({ isPackage }) => !isPackage);
  const next = graphOf(inner.map(({ from, to }) => [from, to]));
  const reached = new Set<string>();
  const reach = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    next.get(name)?.forEach(reach);
  };
  entries.forEach(reach);
  const started = files
    .filter(({ text }) => /\?worker/.test(text))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/['"](\.[^'"]+)\?worker/g)].map(([, to = '']) =>
        new URL(to, `file:///${name}`).pathname.slice(1),
      ),
    );
  started.forEach(reach);
  return [
    ...strange.map((top) => `${top} is in no row of the table`),
    ...forbidden.map(({ from, to }) => `${from} may not import ${to}`),
    ...circlesIn(
      graphOf(
        Object.entries(table).flatMap(([from, { folders }]) =>
          folders
            .split(' ')
            .filter(Boolean)
            .map((to) => [from, to] as const),
        ),
      ),
    ),
    ...circlesIn(next),
    ...files
      .filter(({ name }) => !reached.has(name))
      .map(({ name }) => `${name} is imported by nothing that is started`),
  ];
}

/** 2. Adapters are constructed in `app`, in `main.ts` and in the entries of the workers only. */
export function lawOfAdapters(files: readonly SourceFile[]): string[] {
  const adapters = files.flatMap(({ name, text }) =>
    /^(?:browser|storage|model|devices|tools)\//.test(name)
      ? [...text.matchAll(/export class (\w+)[^{]*? implements /g)].map((found) => ({ name, adapter: found[1] ?? '' }))
      : [],
  );
  return adapters.flatMap(({ name, adapter }) =>
    files
      .filter(
        (file) => !['app', 'main.ts', 'workers'].includes(topOf(file.name)) && folderOf(file.name) !== folderOf(name),
      )
      .filter(({ text }) => text.includes(`new ${adapter}(`))
      .map((file) => `${file.name} constructs ${adapter}`),
  );
}

const outside =
  /(?<![\w.])(?:fetch|setTimeout|setInterval|requestAnimationFrame)\(|\b(?:Date\.now|Math\.random|performance\.now)\(|new Date\(\)|(?<![\w.])(?:navigator|localStorage|sessionStorage|indexedDB|crypto(?=\.(?:random|get)))\./g;

/** 3. What is pure uses no clock, network, storage or chance of its own. */
export function lawOfPurity(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ name }) => /^(?:values|plan|task|records|engine|agent|protocols|calendar|formats)\//.test(name))
    .flatMap(({ name, text }) => [...code(text).matchAll(outside)].map(([found]) => `${name} uses ${found}`));
}

/** Where an effect may start: within what is handed to `perform`. */
const starts: Record<string, RegExp> = {
  'agent/perform-effect.ts': /\beffect\.run\(/g,
  'agent/act.ts': /\bcall\.run\(/g,
  'agent/ask-model.ts': /\bmodel\.reply\(/g,
};

/**
 * 4. Every effect goes through `perform`: a plan runs a call or asks a model in what it hands to `perform`, nowhere
 * else.
 */
export function lawOfEffects(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ name }) => /^(?:agent|engine)\//.test(name))
    .flatMap(({ name, text }) =>
      Object.entries(starts).flatMap(([place, start]) =>
        place === name ? [] : [...code(text).matchAll(start)].map(([found]) => `${name} starts an effect: ${found}`),
      ),
    );
}

/** 5. A component imports no port, no storage and no model; its view model does. */
export function lawOfComponents(files: readonly SourceFile[]): string[] {
  return importsOf(files)
    .filter(
      ({ from, to, isPackage }) =>
        from.endsWith('.svelte') && !isPackage && /^(?:ports|storage|model|browser|app)\//.test(to),
    )
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Words for which the field has its own: an error, a repair, a message, what something is. */
const banned = new Set(
  'fault faults trouble troubles hindrance problem refusal mend mended mends mending minted happening happenings wish told heard kept given taken wanted sought'.split(
    ' ',
  ),
);
const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/**
 * 7. Exported names are the field's words, and each stands in one file; the languages' folders have the same in each.
 */
export function lawOfNames(files: readonly SourceFile[]): string[] {
  const names = files
    .filter(({ name }) => name.endsWith('.ts') && !name.startsWith('i18n/'))
    .flatMap(({ name, text }) =>
      [...new Set([...text.matchAll(declaration)].map(([, word = '']) => word))].map((word) => ({ name, word })),
    );
  const twice = new Map<string, string[]>();
  for (const { name, word } of names) twice.set(word, [...(twice.get(word) ?? []), name]);
  return [
    ...names
      .filter(({ word }) => word.split(/(?=[A-Z])|_/).some((part) => banned.has(part.toLowerCase())))
      .map(({ name, word }) => `${name} exports ${word}`),
    ...[...twice]
      .filter(([, places]) => places.length > 1)
      .map(([word, places]) => `${word} is exported by ${places.join(', ')}`),
  ];
}

/** The text without comments. */
const code = (text: string) => text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
