import { type IcsReading, readIcs } from '../calendar/read-ics.ts';
import type { DecodedFile } from '../domain/decode-file.ts';
import type { PlanFileReading, PlanRead } from '../planfile/plan-file-reading.ts';
import { planFileTurns, type ReadYaml } from '../planfile/plan-file-turns.ts';
import { type ReadTodos, readTodos } from '../todo-formats/read-todos.ts';
import type { ImportWish } from './imports.ts';

/** What a reading is made with: ids for what has none, and a reader of YAML where one is loaded. */
export interface ImportParts {
  newId: (prefix: string) => string;
  yaml?: ReadYaml | undefined;
}

/** Reads a file as what it is wished to be; each turn of a long reading is a sign of life. */
export function* readImport(
  wish: ImportWish,
  file: DecodedFile,
  { newId, yaml }: ImportParts,
): Generator<undefined, PlanFileReading | ReadTodos | IcsReading> {
  switch (wish.kind) {
    case 'plan': {
      if (!file.ok) return undecoded(file.line);
      const reading = yield* planFileTurns(file.text, { ...wish, ...(yaml ? { yaml } : {}) });
      return reading.ok && file.guessed ? told(reading, file.encoding) : reading;
    }
    case 'todos':
      return file.ok ? readTodos(wish.name, file.text, wish.zone) : { ok: false, fault: 'unlike' };
    case 'calendar':
      return readIcs(file.ok ? file.text : '', { ...wish, newId });
  }
}

function undecoded(line: number): PlanFileReading {
  return { ok: false, problem: { code: 'bad_encoding', path: '', params: { line } } };
}

function told(reading: PlanRead, encoding: string): PlanRead {
  const repairs: PlanRead['repairs'] = [{ code: 'encoding', path: '', from: '', to: encoding }, ...reading.repairs];
  const others = reading.others?.map((other) => told(other, encoding));
  return { ...reading, repairs, ...(others ? { others } : {}) };
}
