import { Note } from '../domain/note.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';

export function noteStore({ notes, rows }: CairnDatabase): Stores['notes'] {
  return {
    list: () =>
      live(async () => {
        const all = rows.many(notes, Note, await notes.orderBy('updated_at').reverse().toArray());
        return all.filter((note) => note.deleted_at === null);
      }),
    save: async (note) => {
      await notes.put(note);
    },
    get: async (id) => rows.one(notes, Note, await notes.get(id)),
  };
}
