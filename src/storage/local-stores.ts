import type { Table, Transaction } from 'dexie';
import { CalendarEntry } from '../domain/calendar-entry.ts';
import type { FileHead } from '../domain/file-head.ts';
import { Note } from '../domain/note.ts';
import { SessionFile } from '../domain/session-file.ts';
import { Todo } from '../domain/todo.ts';
import type { LocalStores, Rows } from '../ports/journal.ts';
import { keptRows } from './kept-rows.ts';
import type { RowReader } from './row-reader.ts';

type FileContent = Pick<SessionFile, 'id' | 'content'>;

/** What a local tool may touch, bound to one transaction: used after its end, everything here rejects. */
export function localStores(transaction: Transaction, reader: RowReader, sessionId: string): LocalStores {
  const todos = transaction.table<Todo, string>('todos');
  const entries = transaction.table<CalendarEntry, string>('entries');
  const notes = transaction.table<Note, string>('notes');
  return {
    todos: keptRows(todos, Todo, reader, () => todos.orderBy('position').toArray()),
    entries: keptRows(entries, CalendarEntry, reader, () => entries.orderBy('start').toArray()),
    notes: keptRows(notes, Note, reader, () => notes.orderBy('updated_at').reverse().toArray()),
    files: filesOf(
      transaction.table<FileHead, string>('files'),
      transaction.table<FileContent, string>('contents'),
      reader,
      sessionId,
    ),
  };
}

function filesOf(
  heads: Table<FileHead, string>,
  contents: Table<FileContent, string>,
  reader: RowReader,
  sessionId: string,
): Rows<SessionFile> {
  const whole = async (head: FileHead | undefined) =>
    head?.session_id === sessionId
      ? reader.one(heads, SessionFile, { ...head, content: (await contents.get(head.id))?.content })
      : undefined;
  return {
    get: async (id) => whole(await heads.get(id)),
    all: async () => {
      const own = await heads.where({ session_id: sessionId }).toArray();
      return (await Promise.all(own.filter(({ deleted_at }) => deleted_at === null).map(whole))).filter(
        (file) => file !== undefined,
      );
    },
    put: async ({ content, ...head }) => {
      if (head.session_id !== sessionId) throw new Error(`The file ${head.id} belongs to another session.`);
      await heads.put(head);
      await contents.put({ id: head.id, content });
    },
  };
}
