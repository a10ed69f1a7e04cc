import { type IcsReading, readIcs } from '../calendar/read-ics.ts';
import type { DecodedFile } from '../domain/decode-file.ts';
import type { PlanFileReading, PlanRead } from '../planfile/plan-file-reading.ts';
import { planFileTurns } from '../planfile/plan-file-turns.ts';
import type { Repair } from '../planfile/repair.ts';
import { type ReadTodos, readTodos } from '../todo-formats/read-todos.ts';
import type { ImportWish } from './imports.ts';
import { lineOfPlace } from './line-of-place.ts';
import { lostLetters } from './lost-letters.ts';
import { parseYaml } from './parse-yaml.ts';

/** Reads a file as what it is wished to be, with ids for what has none; each turn of a long reading is a sign of life. */
export function* readImport(
  wish: ImportWish,
  file: DecodedFile,
  newId: (prefix: string) => string,
): Generator<undefined, PlanFileReading | ReadTodos | IcsReading> {
  switch (wish.kind) {
    case 'plan': {
      if (!file.ok) return undecoded(file.line);
      const reading = yield* planFileTurns(file.text, { ...wish, yaml: parseYaml });
      if (!reading.ok) return placed(reading, file.text);
      return told(reading, [...guessed(file), ...lostLetters(file.text)]);
    }
    case 'todos':
      if (!file.ok) return { ok: false, fault: 'encoding', line: file.line };
      return { ...readTodos(wish.name, file.text, wish.zone), ...guess(file) };
    case 'calendar':
      if (!file.ok) return { ok: false, fault: { code: 'encoding', line: file.line } };
      return { ...readIcs(file.text, { ...wish, newId }), ...guess(file) };
  }
}

const guess = ({ guessed, encoding }: DecodedFile & { ok: true }) => (guessed ? { encoding } : {});

/** A refusal with the line of its place, where the text tells it. */
function placed({ problem }: PlanFileReading & { ok: false }, text: string): PlanFileReading {
  const line = problem.path === '' || 'line' in problem.params ? null : lineOfPlace(text, problem.path);
  return { ok: false, problem: line === null ? problem : { ...problem, params: { ...problem.params, line } } };
}

function undecoded(line: number): PlanFileReading {
  return { ok: false, problem: { code: 'bad_encoding', path: '', params: { line } } };
}

function guessed(file: DecodedFile & { ok: true }): Repair[] {
  return file.guessed ? [{ code: 'encoding', path: '', from: '', to: file.encoding }] : [];
}

function told(reading: PlanRead, first: readonly Repair[]): PlanRead {
  if (first.length === 0) return reading;
  const others = reading.others?.map((other) => told(other, first));
  return { ...reading, repairs: [...first, ...reading.repairs], ...(others ? { others } : {}) };
}
