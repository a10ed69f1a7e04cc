import { oneLineResult } from './run-steps.ts';
import { isRecord, parseJson } from '../values/json.ts';
import { textWithoutCode } from '../values/text-without-code.ts';
import { redactionMark, type RedactablePart, type StoredSessionRow } from './session-rows.ts';
import { TextIndex } from './text-index.ts';
import { isBase64DataUrl } from '../values/holds-bytes.ts';

type Row = Record<string, unknown>;

/**
 * The files of a session that are left out, by their own ids and names; `rows`: of all rows that hold a part of one.
 */
export interface RedactedFiles {
  /** Of the files themselves and of the texts and pictures made from them. */
  rows: ReadonlySet<unknown>;
  /** Names as `fileNameComparisonKey` gives them; those of deleted files only if no other file has the name. */
  names: ReadonlySet<string>;
  /** The contents of the files with these names, as they are stored. */
  contents: readonly string[];
}

/** Returns a key by which file names are compared: names of the same file have the same key. */
export const fileNameComparisonKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^\.?\/+/, '')
    .toLowerCase();

/**
 * Returns the deleted files of a session and, with `all`, the others; a text or picture made from a file is part of it.
 */
export function findRedactedFiles(rows: readonly StoredSessionRow[], all: boolean): RedactedFiles {
  const heads = rowsOf(rows, 'files');
  const own = heads.filter(({ kind }) => kind === 'file');
  const redactedFileHeads = own.filter((head) => all || isDeleted(head));
  const stays = new Set(own.filter((head) => !redactedFileHeads.includes(head)).map(({ name }) => name));
  const ids = new Set(redactedFileHeads.map(({ id }) => id));
  const names = new Set(redactedFileHeads.map(({ name }) => name).filter((name) => !stays.has(name)));
  const isOf = ({ id, kind, source }: Row) =>
    kind === 'artifact' && (names.has(source) || (typeof id === 'string' && ids.has(id.replace(/_text$/, ''))));
  const parts = new Set(heads.filter((head) => ids.has(head.id) || isDeleted(head) || isOf(head)).map(({ id }) => id));
  const redactedContentIds = new Set(heads.filter((head) => names.has(head.name) || isOf(head)).map(({ id }) => id));
  const contents = rowsOf(rows, 'contents').filter(({ id }) => redactedContentIds.has(id));
  return {
    rows: parts,
    names: new Set([...names].filter((name) => typeof name === 'string').map(fileNameComparisonKey)),
    contents: contents.map(({ content }) => content).filter((content) => typeof content === 'string'),
  };
}

const rowsOf = (rows: readonly StoredSessionRow[], name: string): Row[] =>
  rows.flatMap(({ table, row }) => (table === name && isRecord(row) ? [row] : []));

const isDeleted = ({ deleted_at: at }: Row) => typeof at === 'string';

/** True if a tool's input names one of the files, by its id or its name. */
export function inputNamesFile(input: unknown, files: RedactedFiles): boolean {
  if (files.rows.size === 0 && files.names.size === 0) return false;
  if (typeof input === 'string') return files.rows.has(input) || files.names.has(fileNameComparisonKey(input.trim()));
  if (Array.isArray(input)) return input.some((each) => inputNamesFile(each, files));
  if (!isRecord(input)) return false;
  return Object.entries(input).some(
    ([key, each]) => !/^(?:action|method|tool)$/.test(key) && inputNamesFile(each, files),
  );
}

/** The traces in a session of the parts that are left out of a copy. */
export interface RedactedTraces {
  files: RedactedFiles;
  /** The results of which nothing but their outcome stays. */
  results: ReadonlySet<unknown>;
  /** The ids of the artifacts that hold such results. */
  artifacts: ReadonlySet<unknown>;
  /** Texts that are replaced everywhere. */
  texts: TextRedactor;
  /** Those, and texts that are replaced in what tools were given only. */
  values: TextRedactor;
  /** Values of steps and results, as JSON. */
  outputs: ReadonlySet<string>;
}

/** The width below which a left-out text may occur within another one by chance, such as “ok”. */
const shortest = 8;
/** The length from which the beginning of a left-out text is found where the rest of it is cut off. */
const shortestCut = 12;

const isShort = (text: string) =>
  text.length < shortest &&
  text.length + (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? []).length <
    shortest;

/** Texts that are replaced in others; a short one only where it stands alone. */
export class TextRedactor {
  readonly #long = new TextIndex(shortestCut);
  readonly #short = new Set<string>();

  add(text: string): void {
    if (!isShort(text)) this.#long.add(text);
    else if (text.length > 1) this.#short.add(text);
  }

  isIn(text: string): boolean {
    return this.#long.isIn(text);
  }

  replacedIn(text: string): string {
    return this.#short.has(text) ? redactionMark : this.#long.replaced(text, () => redactionMark);
  }
}

/** The tools of Cairn whose results can hold the content of a file of the session. */
const readers = new Set(['files', 'read_artifact', 'look', 'compute', 'chart']);

/** Collects what the rows hold of the parts that are left out. */
export function collectRedactedTraces(
  rows: readonly StoredSessionRow[],
  parts: ReadonlySet<RedactablePart>,
  files: RedactedFiles,
): RedactedTraces {
  const results = new Set<unknown>();
  const artifacts = new Set<unknown>();
  const texts = new TextRedactor();
  const values = new TextRedactor();
  const outputs = new Set<string>();

  const addTo = (all: readonly TextRedactor[], forms: readonly string[]) => {
    for (const list of all) for (const form of forms) list.add(form);
  };
  const add = (text: unknown, to: readonly TextRedactor[] = [texts, values]) => {
    if (typeof text !== 'string') return;
    const words = textWithoutCode(text);
    addTo(to, [text, oneLineResult(text), words, oneLineResult(words), escaped(text)]);
  };
  const addValue = (value: unknown): void => {
    if (typeof value === 'string' && !isShort(value) && !/^https?:\/\/\S+$/.test(value)) add(value, [values]);
    if (Array.isArray(value)) value.forEach(addValue);
    else if (isRecord(value)) Object.values(value).forEach(addValue);
  };
  const addContent = (content: unknown): void => {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '', null, 2);
    if (!isBase64DataUrl(text)) addTo([texts, values], [text, oneLineResult(text), escaped(text)]);
    if (typeof content !== 'string') addValue(content);
  };
  const addResult = (result: Row) => {
    results.add(result);
    artifacts.add(result.artifact);
    add(result.text);
    add(result.quote);
    addValue(result.output);
    if (typeof result.output === 'object' && result.output !== null) add(JSON.stringify(result.output), [values]);
    outputs.add(JSON.stringify(result.output ?? null));
    if (isRecord(result.source)) add(result.source.title);
  };

  const isOfFile = ({ tool, input, result }: Row & { result: Row }) =>
    inputNamesFile(input, files) ||
    writes(result).some(({ store, id }) => store === 'files' && files.rows.has(id)) ||
    (readers.has(String(tool)) &&
      (quotedNames(result.text).some((name) => files.names.has(fileNameComparisonKey(name))) ||
        containsAny(input, values)));

  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    if (parts.has('arguments') && isRecord(value.reason) && isRecord(value.reason.params))
      for (const sentence of [value.summary, value.error, value.result, value.words]) add(sentence);
    if (isResult(value.result) && (isLeft(value.result, parts) || isOfFile({ ...value, result: value.result })))
      addResult(value.result);
    const input = inputOf(value);
    if ((value.tool ?? value.name) === 'files' && (parts.has('files') || inputNamesFile(input?.name, files)))
      addContent(input?.content);
    Object.values(value).forEach(look);
  };
  files.contents.forEach(addContent);
  rows.forEach(({ table, row }) => (table === 'files' || table === 'contents' ? undefined : look(row)));
  return { files, results, artifacts, texts, values, outputs };
}

/** Returns the input of a tool, as it is stored in calls, steps and replies. */
function inputOf({ input, parameters, arguments: written }: Row): Row | undefined {
  const toolInput = input ?? parameters ?? (typeof written === 'string' ? parseJson(written) : undefined);
  return isRecord(toolInput) ? toolInput : undefined;
}

const isResult = (value: unknown): value is Row =>
  isRecord(value) && typeof value.text === 'string' && typeof value.ok === 'boolean';

const isLeft = (result: Row, parts: ReadonlySet<RedactablePart>) =>
  parts.has('arguments') || (parts.has('pages') && result.foreign === true);

const writes = ({ written }: Row): Row[] => (Array.isArray(written) ? written.filter(isRecord) : []);

const quotedNames = (text: unknown): string[] =>
  typeof text === 'string' ? [...text.matchAll(/“(.+?)”/gu)].map(([, name = '']) => name) : [];

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

const containsAny = (input: unknown, values: TextRedactor): boolean =>
  values.isIn(JSON.stringify(input ?? null)) || containsText(input, values);

const containsText = (value: unknown, values: TextRedactor): boolean =>
  typeof value === 'string'
    ? values.isIn(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((each) => containsText(each, values));
