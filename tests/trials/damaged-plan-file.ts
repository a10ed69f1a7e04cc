/** A file that was made into another one, and how. */
export interface Damaged {
  text: string;
  how: string[];
}

type Node = Record<string, unknown> | unknown[];
interface Parts {
  chance: () => number;
  how: string[];
}

/** What stands in everything that no plan may bring along. */
export const foreignMark = 'FOREIGN-7f3a';
const foreignKeys = [
  ...['base_url', 'baseUrl', 'api_key', 'apiKey', 'key', 'authorization', 'profile', 'profiles', 'endpoint', 'model'],
  ...['approvals', 'allowed_origins', 'allowed_private_origins', 'grants', 'tool_rules', 'settings', 'mcp_servers'],
  ...['auto_run', 'autorun', 'autostart', 'resume', 'phase', 'active', 'due_runs', 'budgets', 'allowances', 'limits'],
  ...['tainted', 'opening', 'question', 'proposal', 'session_id', 'run', 'journal', 'toString', 'hasOwnProperty'],
];
const reaching = ['__proto__', 'constructor', 'prototype'];
const odd: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324, '', ' ', '0', 'null'],
  ...['pending', 'running', 'completed', 'executing', 'done', '完成', 'paused', '1', 1, '__proto__', 'constructor'],
  ...['2026-01-01', '2026-02-30T00:00:00Z', 1771945970128, '9999-12-31T23:59:59Z', '<img src=x onerror=alert(1)>'],
  ...[
    '\u202egnp.exe',
    '\u2066a\u2069',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\ufeff',
    '\u200b',
    '\u2028',
    'e\u0301'.repeat(40),
  ],
];
const junk = [
  ...[
    '',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '//',
    '/*',
    '*/',
    '\\',
    '\n',
    '\r\n',
    '\t',
    '\0',
    'null',
    '-',
    '1e999',
  ],
  ...['```', '~~~', '\ufeff', '\u2028', '\u202e', 'NaN', 'undefined', '0x1', '\\u0000', '\\ud800', '- [ ] ', '# ', ' '],
  ...['"__proto__":{"polluted":1},', '"constructor":{"prototype":{"polluted":1}},', '"id":"step_1",', '"steps":[],'],
];

/** The file damaged in ways that `chance` picks: in its values, then in its text, or in place of all of it. */
export function damagedPlanFile(source: string, chance: () => number): Damaged {
  const parts: Parts = { chance, how: [] };
  if (chance() < 0.01) return { text: bomb(parts), how: parts.how };
  const value = parsed(source);
  if (value === null) return { text: damagedText(source, parts), how: parts.how };
  const root = { value: [value] };
  for (let times = below(parts, 4); times > 0; times -= 1) damageValue(root.value, parts);
  const strange = chance() < 0.4;
  if (strange) addForeign(root.value[0], parts);
  const text = JSON.stringify(root.value[0], null, below(parts, 3)) as string | undefined;
  /** In a damaged text a foreign value might come to stand where text may stand. */
  return { text: strange || chance() < 0.4 ? (text ?? '') : damagedText(text ?? '', parts), how: parts.how };
}

const below = ({ chance }: Parts, count: number) => Math.floor(chance() * count);
const oneOf = <T>(parts: Parts, list: readonly T[]) => list[below(parts, list.length)] as T;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const valuesIn = (value: unknown): unknown[] => Object.values(value ?? {});
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function parsed(text: string): Node | null {
  try {
    const value: unknown = JSON.parse(text);
    return isNode(value) ? value : null;
  } catch {
    return null;
  }
}

function nodesOf(root: Node): Node[] {
  const nodes = [root];
  for (let at = 0; at < nodes.length && nodes.length < 400; at += 1)
    nodes.push(...Object.values(nodes[at] ?? []).filter(isNode));
  return nodes;
}

function set(node: Node, key: string, value: unknown): void {
  Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });
}

const ways: Record<string, (node: Node, key: string, parts: Parts, root: Node) => void> = {
  'another value': (node, key, parts) => set(node, key, oneOf(parts, odd)),
  'no value': (node, key) => {
    if (!Array.isArray(node)) Reflect.deleteProperty(node, key);
  },
  'swapped values': (node, key, parts) => {
    const other = oneOf(parts, Object.keys(node));
    const [a, b] = [Reflect.get(node, key) as unknown, Reflect.get(node, other) as unknown];
    set(node, key, b);
    set(node, other, a);
  },
  'list for object, or the other way round': (node, key) => {
    const value: unknown = Reflect.get(node, key);
    if (isNode(value)) set(node, key, isList(value) ? Object.assign({}, value) : valuesIn(value));
    else set(node, key, [value]);
  },
  'a key that reaches': (node, key, parts) => {
    const value: unknown = Reflect.get(node, key);
    const target = isNode(value) && !Array.isArray(value) ? value : Array.isArray(node) ? null : node;
    const evil = { polluted: 1, [oneOf(parts, ['toString', 'x'])]: 'polluted' };
    if (target) set(target, oneOf(parts, reaching), parts.chance() < 0.5 ? evil : { prototype: evil });
  },
  'many of the same': (node, _, parts) => {
    const list = isList(node) ? node : valuesIn(node).find(isList);
    if (list && list.length > 0 && list.length < 60)
      list.push(...Array.from({ length: below(parts, 40) }, () => oneOf<unknown>(parts, list)));
  },
  'clashing ids and circles': (_, __, parts, root) => {
    const steps = nodesOf(root).filter((each) => 'dependencies' in each || 'description' in each);
    if (steps.length === 0) return;
    const [a, b] = [oneOf(parts, steps), oneOf(parts, steps)];
    if (parts.chance() < 0.5) set(a, 'id', Reflect.get(b, 'id'));
    else {
      set(a, 'dependencies', [Reflect.get(b, 'id'), Reflect.get(a, 'id')].slice(0, 1 + below(parts, 2)));
      set(b, 'dependencies', [Reflect.get(a, 'id'), oneOf(parts, ['none', 1, null])].slice(0, 1 + below(parts, 2)));
    }
  },
  'deep nesting': (node, key, parts) => {
    let value: unknown = Reflect.get(node, key);
    for (let depth = below(parts, 80); depth > 0; depth -= 1) value = parts.chance() < 0.5 ? [value] : { value };
    set(node, key, value);
  },
  'plans within plans': (node, key, parts) => {
    let plan: unknown = { goal: 'Inner', steps: [{ id: 'a', description: 'x', status: 'pending' }] };
    for (let depth = below(parts, 5); depth > 0; depth -= 1)
      plan = { goal: 'Around', steps: [{ id: 'a', description: 'x', status: 'pending', plan }] };
    const value: unknown = Reflect.get(node, key);
    set(isNode(value) && !Array.isArray(value) ? value : node, 'plan', plan);
  },
  'odd letters': (node, key, parts) => {
    const value: unknown = Reflect.get(node, key);
    const put = String(oneOf(parts, odd));
    set(node, key, typeof value === 'string' ? value.slice(0, below(parts, value.length)) + put + value : put);
  },
  'a long text': (node, key, parts) =>
    set(node, key, 'x计\n'.repeat(below(parts, 30) === 0 ? 60_000 : below(parts, 3000))),
};
const names = Object.keys(ways);

function damageValue(root: Node, parts: Parts): void {
  const node = oneOf(parts, nodesOf(root));
  const key = Object.keys(node)[below(parts, Object.keys(node).length)];
  const way = oneOf(parts, names);
  parts.how.push(way);
  if (key !== undefined) ways[way]?.(node, key, parts, root);
}

/** Only where a plan or a step stands: a tool's parameters and output hold what they like. */
function addForeign(root: unknown, parts: Parts): void {
  const lists = [root, ...valuesIn(root)].filter(isList);
  const steps = lists.flat().filter(isNode);
  const plans = steps.map((step) => Reflect.get(step, 'plan') as unknown).filter(isNode);
  const places = [root, ...steps, ...plans].filter(isNode).filter((place) => !Array.isArray(place));
  if (places.length === 0) return;
  parts.how.push('foreign keys');
  for (let times = 1 + below(parts, 4); times > 0; times -= 1) {
    const value = oneOf<unknown>(parts, [
      foreignMark,
      [foreignMark],
      { url: `https://${foreignMark}.example` },
      [{ origin: foreignMark }],
    ]);
    set(oneOf(parts, places), oneOf(parts, foreignKeys), value);
  }
}

function damagedText(text: string, parts: Parts): string {
  let damaged = text;
  for (let times = 1 + below(parts, 3); times > 0; times -= 1) {
    const at = below(parts, damaged.length + 1);
    const length = below(parts, parts.chance() < 0.8 ? 12 : 400);
    const way = oneOf(parts, ['cut', 'junk', 'flipped', 'doubled', 'moved', 'wrapped']);
    parts.how.push(way);
    const [before, taken, after] = [damaged.slice(0, at), damaged.slice(at, at + length), damaged.slice(at + length)];
    if (way === 'cut') damaged = before;
    else if (way === 'junk') damaged = before + oneOf(parts, junk) + after;
    else if (way === 'flipped')
      damaged =
        before + String.fromCharCode((damaged.charCodeAt(at) || 0) ^ (1 << below(parts, 8))) + damaged.slice(at + 1);
    else if (way === 'doubled') damaged = before + taken + taken + after;
    else if (way === 'moved') damaged = taken + before + after;
    else
      damaged =
        oneOf(parts, ['\ufeff', '```json\n', '// a note\n', '/*', 'Here is the plan:\n']) +
        damaged +
        oneOf(parts, ['', '\n```', '\n//', '*/', '\0']);
  }
  return damaged;
}

function bomb(parts: Parts): string {
  const [name, make] = oneOf(parts, bombs);
  parts.how.push(name);
  return make(10 ** (2 + below(parts, 3)) * (1 + below(parts, 3)));
}

const inOutput = (output: string) =>
  `{"version":1,"goal":"g","steps":[{"id":"a","description":"x","status":"pending","output":${output}}]}`;
const bombs: [name: string, make: (size: number) => string][] = [
  ['bomb: open brackets', (size) => '['.repeat(size)],
  ['bomb: open objects', (size) => '{"a":'.repeat(size)],
  ['bomb: whole brackets', (size) => inOutput('['.repeat(size) + ']'.repeat(size))],
  ['bomb: empty lists', (size) => inOutput(`[${'[],'.repeat(size)}0]`)],
  ['bomb: keys', (size) => inOutput(`{${Array.from({ length: size }, (_, at) => `"k${at}":0`).join()}}`)],
  [
    'bomb: keys of a plan',
    (size) => `{"version":1,${Array.from({ length: size }, (_, at) => `"k${at}":0`).join()},"steps":[]}`,
  ],
  ['bomb: keys that reach', (size) => inOutput(`[${'{"__proto__":{"polluted":1}},'.repeat(size)}0]`)],
  ['bomb: steps', (size) => `[${'"x",'.repeat(size)}"x"]`],
  ['bomb: tasks', (size) => '- [ ] x\n'.repeat(size)],
  ['bomb: commas', (size) => `["x"${','.repeat(size)}]`],
  ['bomb: quotes', (size) => `["a" b" c${'"'.repeat(size)}]`],
  ['bomb: comments', (size) => `["x"${'/**/'.repeat(size)}]`],
  ['bomb: text', (size) => JSON.stringify(['x'.repeat(10 * size)])],
  ['bomb: escapes', (size) => `["${'\\u0000'.repeat(size)}"]`],
  ['bomb: blanks', (size) => `\`\`\`\n${' '.repeat(10 * size)}[`],
  ['bomb: digits', (size) => inOutput('9'.repeat(size))],
  [
    'bomb: a chain',
    (size) =>
      JSON.stringify({
        goal: 'g',
        steps: Array.from({ length: Math.min(size, 5000) }, (_, at) => ({
          id: `${at}`,
          description: 'x',
          dependencies: [`${(at + 1) % Math.min(size, 5000)}`],
        })),
      }),
  ],
];
