import { oneLine } from './run-steps.ts';
import { isRecord } from '../values/json.ts';
import { wordsOnly } from '../values/words-only.ts';
import type { RedactablePart, StoredSessionRow } from './session-rows.ts';

type Row = Record<string, unknown>;

/** The files of a session that are left out, by their own ids and names; `rows`: of all rows that hold a part of one. */
export interface LeftOutFiles {
  /** Of the files themselves and of the texts and pictures made from them. */
  rows: ReadonlySet<unknown>;
  /** Names as `nameKey` gives them; those of deleted files only if no other file has the name. */
  names: ReadonlySet<string>;
  /** The contents of the files with these names, as they are stored. */
  contents: readonly string[];
}

/** A key that two names of one file share. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^\.?\/+/, '')
    .toLowerCase();

/** Returns the deleted files of a session and, with `all`, the others; a text or picture made from a file is part of it. */
export function leftOutFiles(rows: readonly StoredSessionRow[], all: boolean): LeftOutFiles {
  const heads = rowsOf(rows, 'files');
  const own = heads.filter(({ kind }) => kind === 'file');
  const left = own.filter((head) => all || isDeleted(head));
  const stays = new Set(own.filter((head) => !left.includes(head)).map(({ name }) => name));
  const ids = new Set(left.map(({ id }) => id));
  const names = new Set(left.map(({ name }) => name).filter((name) => !stays.has(name)));
  const isOf = ({ id, kind, source }: Row) =>
    kind === 'artifact' && (names.has(source) || (typeof id === 'string' && ids.has(id.replace(/_text$/, ''))));
  const parts = new Set(heads.filter((head) => ids.has(head.id) || isDeleted(head) || isOf(head)).map(({ id }) => id));
  const known = new Set(heads.filter((head) => names.has(head.name) || isOf(head)).map(({ id }) => id));
  const contents = rowsOf(rows, 'contents').filter(({ id }) => known.has(id));
  return {
    rows: parts,
    names: new Set([...names].filter((name) => typeof name === 'string').map(nameKey)),
    contents: contents.map(({ content }) => content).filter((content) => typeof content === 'string'),
  };
}

const rowsOf = (rows: readonly StoredSessionRow[], name: string): Row[] =>
  rows.flatMap(({ table, row }) => (table === name && isRecord(row) ? [row] : []));

const isDeleted = ({ deleted_at: at }: Row) => typeof at === 'string';

/** True if a tool's input names one of the files, by its id or its name. */
export function namesFile(input: unknown, { rows, names }: LeftOutFiles): boolean {
  if (typeof input === 'string') return rows.has(input) || names.has(nameKey(input.trim()));
  if (Array.isArray(input)) return input.some((each) => namesFile(each, { rows, names, contents: [] }));
  return isRecord(input) && Object.values(input).some((each) => namesFile(each, { rows, names, contents: [] }));
}

/** What a session holds of the parts that are left out, wherever it stands. */
export interface LeftOut {
  files: LeftOutFiles;
  /** The results of which nothing but their outcome stays. */
  results: ReadonlySet<unknown>;
  /** The ids of the artifacts that hold such results. */
  artifacts: ReadonlySet<unknown>;
  /** Texts that are replaced everywhere, the longest first. */
  texts: readonly string[];
  /** Texts that are replaced in what tools were given only, the longest first. */
  values: readonly string[];
  /** Values of steps and results, as JSON. */
  outputs: ReadonlySet<string>;
}

/** The length in characters below which a left-out text may occur elsewhere by chance, such as “ok”. */
const shortest = 8;

/** The tools of Cairn whose results can hold the content of a file of the session. */
const readers = new Set(['files', 'read_artifact', 'look', 'compute', 'chart']);

/** Collects what the rows hold of the parts that are left out. */
export function collectLeftOut(
  rows: readonly StoredSessionRow[],
  parts: ReadonlySet<RedactablePart>,
  files: LeftOutFiles,
): LeftOut {
  const results = new Set<unknown>();
  const artifacts = new Set<unknown>();
  const texts = new Set<string>();
  const values = new Set<string>();
  const outputs = new Set<string>();

  const add = (text: unknown, to = texts) => {
    if (typeof text !== 'string') return;
    for (const form of [text, oneLine(text), wordsOnly(text), oneLine(wordsOnly(text)), escaped(text)])
      if (form.length >= shortest) to.add(form);
  };
  const addValue = (value: unknown): void => {
    if (typeof value === 'string' && !/^https?:\/\/\S+$/.test(value)) add(value, values);
    if (Array.isArray(value)) value.forEach(addValue);
    else if (isRecord(value)) Object.values(value).forEach(addValue);
  };
  const addResult = (result: Row) => {
    results.add(result);
    artifacts.add(result.artifact);
    add(result.text);
    add(result.quote);
    addValue(result.output);
    if (typeof result.output === 'object' && result.output !== null) add(JSON.stringify(result.output), values);
    outputs.add(JSON.stringify(result.output ?? null));
    if (isRecord(result.source)) add(result.source.title);
  };

  const isOfFile = ({ tool, input, result }: Row & { result: Row }) =>
    namesFile(input, files) ||
    writes(result).some(({ store, id }) => store === 'files' && files.rows.has(id)) ||
    (readers.has(String(tool)) &&
      (quotedNames(result.text).some((name) => files.names.has(nameKey(name))) || containsAny(input, values)));

  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    if (parts.has('arguments') && isRecord(value.reason) && isRecord(value.reason.params))
      for (const sentence of [value.summary, value.error, value.result, value.words]) add(sentence);
    if (isResult(value.result) && (isLeft(value.result, parts) || isOfFile({ ...value, result: value.result })))
      addResult(value.result);
    Object.values(value).forEach(look);
  };
  for (const content of files.contents.filter((each) => !each.startsWith('data:')))
    for (const form of [content, oneLine(content), escaped(content)])
      if (form.length >= shortest) {
        texts.add(form);
        values.add(form);
      }
  rows.forEach(({ table, row }) => (table === 'files' || table === 'contents' ? undefined : look(row)));
  const sorted = (all: ReadonlySet<string>) => [...all].sort((a, b) => b.length - a.length);
  return { files, results, artifacts, texts: sorted(texts), values: sorted(new Set([...texts, ...values])), outputs };
}

const isResult = (value: unknown): value is Row =>
  isRecord(value) && typeof value.text === 'string' && typeof value.ok === 'boolean';

const isLeft = (result: Row, parts: ReadonlySet<RedactablePart>) =>
  parts.has('arguments') || (parts.has('pages') && result.foreign === true);

const writes = ({ written }: Row): Row[] => (Array.isArray(written) ? written.filter(isRecord) : []);

const quotedNames = (text: unknown): string[] =>
  typeof text === 'string' ? [...text.matchAll(/“(.+?)”/gu)].map(([, name = '']) => name) : [];

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

function containsAny(input: unknown, values: ReadonlySet<string>): boolean {
  if (values.size === 0) return false;
  const text = JSON.stringify(input ?? null);
  return [...values].some((value) => text.includes(escaped(value)));
}
