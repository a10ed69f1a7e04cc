import { oneLine } from './run-steps.ts';
import { parseJsonWithExactIntegers, writeExact } from '../values/exact-json.ts';
import { isRecord } from '../values/json.ts';
import { wordsOnly } from '../values/words-only.ts';

/** The ids of the elements of an exported HTML page: `record` has the session's data, `words` the interface's texts. */
export const viewerElementIds = { record: 'cairn-record', words: 'cairn-words' } as const;

/** A stored row of a session, with its table. */
export interface StoredSessionRow {
  table: string;
  row: unknown;
}

/** The parts that a person may leave out of a shared run: pages read, files, tool arguments, site names. */
export const redactableParts = ['pages', 'files', 'arguments', 'sites'] as const;
export type RedactablePart = (typeof redactableParts)[number];

/** The replacement for left-out text. */
export const leftOutMark = '[…]';

/** The names of fields that store the arguments of calls and steps. */
const argumentNames = new Set(['input', 'parameters', 'arguments', 'subject']);

/**
 * A journal row for sharing: without the reasoning of a reply and without the place where a reply is kept, which are
 * for their own endpoint only.
 */
export function withoutReasoning<Row>(row: Row): Row {
  if (!isRecord(row) || !isRecord(row.body)) return row;
  if (row.body.type === 'reply_pending') return { ...row, body: { ...row.body, pending: null } };
  if (row.body.type !== 'model_reply' || !isRecord(row.body.reply)) return row;
  const { reasoning: _, ...reply } = row.body.reply;
  return { ...row, body: { ...row.body, reply } };
}

/**
 * The rows of a session without the named parts, deleted files, what calls wrote to them or read in them, reasoning, and
 * the text of an earlier plan, which holds inputs and results of its calls. Everything else stays unchanged, so that the rows can be restored: left-out text becomes `leftOutMark`,
 * left-out arguments become empty, and each site gets a substitute name such as `site-1.example`.
 */
export function redactRows(rows: readonly StoredSessionRow[], parts: ReadonlySet<RedactablePart>): StoredSessionRow[] {
  const heads = rows.filter(isFile).map(({ row }) => row);
  const kinds = new Map(heads.map(({ id, kind }) => [id, kind]));
  const isDeleted = (head: (typeof heads)[number]) => typeof head.deleted_at === 'string';
  const deleted = new Set(heads.filter(isDeleted).map(({ id }) => id));
  const present = new Set(heads.filter((head) => !isDeleted(head)).map(({ name }) => name));
  const names = heads.filter(isDeleted).flatMap(({ name }) => (present.has(name) ? [] : [name]));
  const isLeft = (id: unknown) => deleted.has(id) || parts.has(kinds.get(id) === 'file' ? 'files' : 'pages');
  const kept = rows.filter(({ table, row }) => !(table === 'files' || table === 'contents') || !isLeft(idOf(row)));
  const read = { ...readIn(parts.has('pages') ? kept : []), deleted: new Set(names) };
  const bare = kept.map(({ table, row }) => ({
    table,
    row: table === 'contents' ? row : changed(withoutReasoning(row), parts, read),
  }));
  return parts.has('sites') ? withoutSites(bare) : bare;
}

const idOf = (row: unknown) => (isRecord(row) ? row.id : undefined);

function isFile(
  saved: StoredSessionRow,
): saved is { table: string; row: Record<'id' | 'kind' | 'name' | 'deleted_at', unknown> } {
  return saved.table === 'files' && isRecord(saved.row);
}

/** Texts and outputs read from outside, which also appear in step results and in answers made from them. */
interface Read {
  /** Longest first. */
  texts: readonly string[];
  /** As JSON. */
  outputs: ReadonlySet<string>;
  /** The names of deleted files. */
  deleted: ReadonlySet<unknown>;
}

/** The length in characters below which a text from outside may occur elsewhere by chance, such as “ok”. */
const shortest = 8;

const isForeign = (
  value: Record<string, unknown>,
): value is { text: string; quote?: unknown; source?: unknown; output?: unknown } =>
  value.foreign === true && typeof value.text === 'string';

function readIn(rows: readonly StoredSessionRow[]): Omit<Read, 'deleted'> {
  const texts = new Set<string>();
  const outputs = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    Object.values(value).forEach(look);
    if (!isForeign(value)) return;
    texts.add(oneLine(value.text));
    if (typeof value.quote === 'string')
      for (const each of [value.quote, wordsOnly(value.quote)]) texts.add(each).add(oneLine(each));
    outputs.add(JSON.stringify(value.output ?? null));
    if (isRecord(value.source) && typeof value.source.title === 'string') texts.add(value.source.title);
  };
  rows.forEach(({ row }) => look(row));
  const long = [...texts].filter((text) => text.length >= shortest);
  return { texts: long.sort((a, b) => b.length - a.length), outputs };
}

/** The names of fields that store a step's full result: in the step, and in a patch of one. */
const outputNames = new Set(['output', 'to']);

function changed(value: unknown, parts: ReadonlySet<RedactablePart>, read: Read, name = ''): unknown {
  if (parts.has('arguments') && argumentNames.has(name)) return emptied(value);
  if (typeof value === 'string') {
    if (parts.has('files') && name === 'content') return leftOutMark;
    if ((parts.has('files') || read.deleted.size > 0) && name === 'arguments')
      return withoutContent(value, parts, read);
    return read.texts.reduce((text, each) => text.replaceAll(each, leftOutMark), value);
  }
  if (outputNames.has(name) && read.outputs.has(JSON.stringify(value))) return null;
  if (Array.isArray(value)) return value.map((each) => changed(each, parts, read));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).flatMap(([key, part]) =>
    key === 'earlier_plan' ? [] : [[key, changed(part, parts, read, key)] as const],
  );
  const isRead = parts.has('pages') && isForeign(value);
  const bare = { ...Object.fromEntries(fields), ...(isRead && { text: leftOutMark, quote: undefined, output: null }) };
  return { ...bare, ...withoutDeleted(value, bare, read) };
}

/** The fields of a call, or of its result, that hold the content of a deleted file, without it. */
function withoutDeleted(
  { name, input }: Record<string, unknown>,
  bare: Record<string, unknown>,
  { deleted }: Read,
): Record<string, unknown> {
  if (typeof bare.content === 'string' && deleted.has(name)) return { content: leftOutMark };
  if (!isRecord(input) || !(deleted.has(input.name) || deleted.has(input.file))) return {};
  return isRecord(bare.result) ? { result: { ...bare.result, text: leftOutMark, output: null } } : {};
}

/**
 * The JSON arguments of a call as a model wrote them, without left-out parts; arguments that are not valid JSON may
 * contain anything and are left out.
 */
function withoutContent(written: string, parts: ReadonlySet<RedactablePart>, read: Read): string {
  const input = parseJsonWithExactIntegers(written);
  return input === undefined ? '{}' : writeExact(changed(input, parts, read));
}

/** Empty arguments of the same type; a patch of arguments (`task/patch.ts`) then sets empty ones. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return /^\s*[{[]/.test(value) ? '{}' : leftOutMark;
  if (!isRecord(value)) return value;
  return ['to', 'in', 'out', 'rows', 'more'].some((key) => Object.hasOwn(value, key)) ? { to: {} } : {};
}

/** The hosts of all addresses in a text. */
const hosts = /\bhttps?:\/\/(?:[^\s/?#@"\\]*@)?([\w-]+(?:\.[\w-]+)*(?::\d+)?)/gi;

/** The rows with each site renamed consistently, also where its host name appears alone. */
function withoutSites(rows: StoredSessionRow[]): StoredSessionRow[] {
  const text = JSON.stringify(rows);
  const found = [...new Set([...text.matchAll(hosts)].map(([, host = '']) => host.toLowerCase()))];
  const names = new Map(found.map((host, at) => [host, `site-${at + 1}.example`]));
  const bare = [...names].map(([host, name]) => [host.replace(/^www\./, '').replace(/:\d+$/, ''), name] as const);
  const all = [...new Map([...bare, ...names])].sort(([a], [b]) => b.length - a.length);
  if (all.length === 0) return rows;
  const known = new Map(all);
  const pattern = new RegExp(all.map(([host]) => host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gi');
  return JSON.parse(
    text.replace(pattern, (host) => known.get(host.toLowerCase()) ?? leftOutMark),
  ) as StoredSessionRow[];
}
