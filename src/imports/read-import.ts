import { type IcsReading, readIcs } from '../calendar/read-ics.ts';
import type { PlanFileReading } from '../planfile/plan-file-reading.ts';
import { planFileTurns } from '../planfile/plan-file-turns.ts';
import { type ReadTodos, readTodos } from '../todo-formats/read-todos.ts';
import type { ImportWish } from './imports.ts';

/** Reads the text of a file as what it is wished to be; each turn of a long reading is a sign of life. */
export function* readImport(
  wish: ImportWish,
  text: string,
  newId: (prefix: string) => string,
): Generator<undefined, PlanFileReading | ReadTodos | IcsReading> {
  switch (wish.kind) {
    case 'plan':
      return yield* planFileTurns(text, wish);
    case 'todos':
      return readTodos(wish.name, text, wish.zone);
    case 'calendar':
      return readIcs(text, { ...wish, newId });
  }
}
