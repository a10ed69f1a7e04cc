import { decodeFile, type DecodedFile } from '../records/decode-file.ts';
import { jsonPieceBatches } from '../records/pieces.ts';
import type { FileReaderMessage } from '../ports/file-reading.ts';
import type { ImportRequest } from './imports.ts';
import { type IcsReading, readIcs } from '../calendar/ics/read-ics.ts';
import type { PlanFileReading, PlanReadFromFile } from './plan-file/plan-file-reading.ts';
import { readPlanFileInChunks } from './plan-file/read-plan-file.ts';
import type { Repair } from './plan-file/repair.ts';
import { type TodoFileReading, readTodos } from './todos/read-todos.ts';
import { parseYaml } from './parse-yaml.ts';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { oneLineExcerpt } from './plan-file/limits.ts';

/**
 * The maximum size of one message, in units of `jsonPieceBatches`, in which a number counts one and a step of a plan
 * about forty. It is small enough that receiving a message takes only a few milliseconds.
 */
const most = 5000;

/** Reads the file of an import request and sends its progress and result, in pieces, to `tell`. Never rejects. */
export async function runImport(
  wish: ImportRequest,
  newId: (prefix: string) => string,
  tell: (sign: FileReaderMessage) => void,
): Promise<void> {
  tell({ kind: 'alive' });
  const bytes = await wish.file.arrayBuffer().catch(() => null);
  if (bytes === null) {
    tell({ kind: 'unreadable' });
    return;
  }
  try {
    const turns = readImport(
      wish,
      decodeFile(new Uint8Array(bytes), 'encoding' in wish ? wish.encoding : undefined),
      newId,
    );
    let turn = turns.next();
    for (; !turn.done; turn = turns.next()) tell({ kind: 'alive' });
    for (const pieces of jsonPieceBatches(turn.value, most)) tell({ kind: 'pieces', pieces });
    tell({ kind: 'end' });
  } catch {
    tell({ kind: 'crashed' });
  }
}

/**
 * Reads a file as requested and returns the result, with new ids for entries without one. A generator that yields
 * between parts of a long reading, so that the caller can report activity.
 */
export function* readImport(
  wish: ImportRequest,
  file: DecodedFile,
  newId: (prefix: string) => string,
): Generator<undefined, PlanFileReading | TodoFileReading | IcsReading> {
  switch (wish.kind) {
    case 'plan': {
      if (!file.ok) return undecoded(file.line);
      const reading = yield* readPlanFileInChunks(file.text, { ...wish, yaml: parseYaml });
      if (!reading.ok) return placed(reading, file.text);
      return told(reading, [...guessed(file), ...lostLetters(file.text)]);
    }
    case 'todos':
      if (!file.ok) return undecodedTodos(file.line);
      return { ...readTodos(wish.name, file.text, wish), ...guess(file) };
    case 'calendar':
      if (!file.ok) return undecodedCalendar(file.line);
      return { ...readIcs(file.text, { ...wish, newId }), ...guess(file) };
  }
}

const guess = ({ guessed, encoding }: DecodedFile & { ok: true }) => (guessed ? { encoding } : {});

/**
 * Returns the refusal of a plan file, with the line of the place that the error names if that place can be found in the
 * text.
 */
function placed({ error }: PlanFileReading & { ok: false }, text: string): PlanFileReading {
  const line = error.path === '' || 'line' in error.params ? null : lineOfPlace(text, error.path);
  return { ok: false, error: line === null ? error : { ...error, params: { ...error.params, line } } };
}

function undecoded(line: number | null): PlanFileReading {
  if (line === null) return { ok: false, error: { code: 'no_text', path: '', params: {} } };
  return { ok: false, error: { code: 'bad_encoding', path: '', params: { line } } };
}

function undecodedTodos(line: number | null): TodoFileReading {
  return line === null ? { ok: false, error: 'unlike' } : { ok: false, error: 'encoding', line };
}

function undecodedCalendar(line: number | null): IcsReading {
  return { ok: false, error: line === null ? { code: 'no_calendar' } : { code: 'encoding', line } };
}

function guessed(file: DecodedFile & { ok: true }): Repair[] {
  return file.guessed ? [{ code: 'encoding', path: '', from: '', to: file.encoding }] : [];
}

function told(reading: PlanReadFromFile, first: readonly Repair[]): PlanReadFromFile {
  if (first.length === 0) return reading;
  const others = reading.others?.map((other) => told(other, first));
  return { ...reading, repairs: [...first, ...reading.repairs], ...(others ? { others } : {}) };
}

/** The maximum length of a text in which a line is looked up, in characters: beyond it, the search takes too long. */
const longest = 300_000;

/**
 * Returns the line, from 1, of a place such as `steps[3].status` in a text of JSON or YAML; the line of its parent if
 * it is missing.
 */
function lineOfPlace(text: string, place: string): number | null {
  if (text.length > longest) return null;
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      schema: 'core',
    });
    if (document.errors.length > 0) return null;
    const keys = [...place.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));
    for (let depth = keys.length; depth > 0; depth -= 1) {
      const yamlNode: unknown = document.getIn(keys.slice(0, depth), true);
      if (isNode(yamlNode) && yamlNode.range) return lines.linePos(yamlNode.range[0]).line;
    }
    return null;
  } catch {
    return null;
  }
}

/** The replacement character, literal or escaped as in JSON. */
const replacementCharacter = /\uFFFD|\\ufffd/i;
/**
 * The maximum number of lines with lost characters that are reported one by one; all further lines are reported
 * together as one range.
 */
const mostLostLetters = 20;

/** Returns a repair for each line in which characters were lost, and replaced by `\uFFFD`, before the import. */
function lostLetters(text: string): Repair[] {
  if (!replacementCharacter.test(text)) return [];
  const damagedLines = text
    .split(/\r\n|\n|\r/)
    .flatMap((line, at) => (replacementCharacter.test(line) ? [{ line, n: at + 1 }] : []));
  const lineRepairs = damagedLines.slice(0, mostLostLetters).map(({ line, n }) => repair(String(n), line));
  const rest = damagedLines.slice(mostLostLetters);
  const [first, last] = [rest[0], rest.at(-1)];
  return first && last ? [...lineRepairs, repair(`${first.n}–${last.n}`, first.line)] : lineRepairs;
}

function repair(path: string, line: string): Repair {
  return { code: 'lost_letter', path, from: oneLineExcerpt(line), to: '' };
}
