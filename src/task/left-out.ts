import { oneLine } from './run-steps.ts';
import { isRecord, parseJson } from '../values/json.ts';

/** The ids of the elements of a saved page that hold the record and the messages. */
export const viewerIds = { record: 'cairn-record', words: 'cairn-words' } as const;

/** A stored row of a session, and its table. */
export interface SavedRow {
  table: string;
  row: unknown;
}

/** What a person may leave out of a run that they hand on: what was read, the files, arguments of tools, names of sites. */
export const leavableParts = ['pages', 'files', 'arguments', 'sites'] as const;
export type LeavablePart = (typeof leavableParts)[number];

/** Stands where something was left out. */
export const leftOutMark = '[…]';

/** Names in objects under which the arguments of calls and steps are stored. */
const argumentNames = new Set(['input', 'parameters', 'arguments', 'subject']);

/** A row of the journal as it is handed on: without the reasoning of a reply, which nobody but its endpoint is sent. */
export function withoutReasoning<Row>(row: Row): Row {
  if (!isRecord(row) || !isRecord(row.body) || row.body.type !== 'model_reply' || !isRecord(row.body.reply)) return row;
  const { reasoning: _, ...reply } = row.body.reply;
  return { ...row, body: { ...row.body, reply } };
}

/**
 * The rows of a session without the named parts, and without reasoning. Everything else stays as it is, so that the
 * rows can be restored: left-out
 * text becomes `leftOutMark`, left-out arguments become empty, and each site a name of its own such as
 * `site-1.example`.
 */
export function withoutParts(rows: readonly SavedRow[], parts: ReadonlySet<LeavablePart>): SavedRow[] {
  const kinds = new Map(rows.filter(isFile).map(({ row }) => [row.id, row.kind]));
  const isLeft = (id: unknown) => parts.has(kinds.get(id) === 'file' ? 'files' : 'pages');
  const kept = rows.filter(({ table, row }) => !(table === 'files' || table === 'contents') || !isLeft(idOf(row)));
  const read = readIn(parts.has('pages') ? kept : []);
  const bare = kept.map(({ table, row }) => ({
    table,
    row: table === 'contents' ? row : changed(withoutReasoning(row), parts, read),
  }));
  return parts.has('sites') ? withoutSites(bare) : bare;
}

const idOf = (row: unknown) => (isRecord(row) ? row.id : undefined);

function isFile(saved: SavedRow): saved is { table: string; row: { id: unknown; kind: unknown } } {
  return saved.table === 'files' && isRecord(saved.row);
}

/** What was read from outside, as it stands in results of steps and in answers made from them. */
interface Read {
  /** Longest first. */
  texts: readonly string[];
  /** As JSON. */
  outputs: ReadonlySet<string>;
}

/** Characters below which a text from outside may stand elsewhere by chance, such as “ok”. */
const shortest = 8;

const isForeign = (value: Record<string, unknown>): value is { text: string; source?: unknown; output?: unknown } =>
  value.foreign === true && typeof value.text === 'string';

function readIn(rows: readonly SavedRow[]): Read {
  const texts = new Set<string>();
  const outputs = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    Object.values(value).forEach(look);
    if (!isForeign(value)) return;
    texts.add(oneLine(value.text));
    outputs.add(JSON.stringify(value.output ?? null));
    if (isRecord(value.source) && typeof value.source.title === 'string') texts.add(value.source.title);
  };
  rows.forEach(({ row }) => look(row));
  const long = [...texts].filter((text) => text.length >= shortest);
  return { texts: long.sort((a, b) => b.length - a.length), outputs };
}

/** Names under which the full result of a step is stored: in the step, and in a patch of one. */
const outputNames = new Set(['output', 'to']);

function changed(value: unknown, parts: ReadonlySet<LeavablePart>, read: Read, name = ''): unknown {
  if (parts.has('arguments') && argumentNames.has(name)) return emptied(value);
  if (typeof value === 'string') {
    if (parts.has('files') && name === 'content') return leftOutMark;
    if (parts.has('files') && name === 'arguments') return withoutContent(value, parts, read);
    return read.texts.reduce((text, each) => text.replaceAll(each, leftOutMark), value);
  }
  if (outputNames.has(name) && read.outputs.has(JSON.stringify(value))) return null;
  if (Array.isArray(value)) return value.map((each) => changed(each, parts, read));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([key, part]) => [key, changed(part, parts, read, key)] as const);
  const isRead = parts.has('pages') && isForeign(value);
  return { ...Object.fromEntries(fields), ...(isRead && { text: leftOutMark, output: null }) };
}

/** The arguments of a call as a model wrote them, in JSON; ones that are no JSON may hold anything and are left out. */
function withoutContent(written: string, parts: ReadonlySet<LeavablePart>, read: Read): string {
  const input = parseJson(written);
  return input === undefined ? '{}' : JSON.stringify(changed(input, parts, read));
}

/** Empty arguments of the same type; a patch of arguments (`task/patch.ts`) puts empty ones in their place. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return /^\s*[{[]/.test(value) ? '{}' : leftOutMark;
  if (!isRecord(value)) return value;
  return ['to', 'in', 'out', 'rows', 'more'].some((key) => Object.hasOwn(value, key)) ? { to: {} } : {};
}

/** Names of hosts wherever one stands in an address. */
const hosts = /\bhttps?:\/\/(?:[^\s/?#@"\\]*@)?([\w-]+(?:\.[\w-]+)*(?::\d+)?)/gi;

/** Each site under another name, the same one everywhere, also where its name stands alone. */
function withoutSites(rows: SavedRow[]): SavedRow[] {
  const text = JSON.stringify(rows);
  const found = [...new Set([...text.matchAll(hosts)].map(([, host = '']) => host.toLowerCase()))];
  const names = new Map(found.map((host, at) => [host, `site-${at + 1}.example`]));
  const bare = [...names].map(([host, name]) => [host.replace(/^www\./, '').replace(/:\d+$/, ''), name] as const);
  const all = [...new Map([...bare, ...names])].sort(([a], [b]) => b.length - a.length);
  if (all.length === 0) return rows;
  const known = new Map(all);
  const pattern = new RegExp(all.map(([host]) => host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gi');
  return JSON.parse(text.replace(pattern, (host) => known.get(host.toLowerCase()) ?? leftOutMark)) as SavedRow[];
}
