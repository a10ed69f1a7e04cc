import { Note } from '../domain/note.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { keptRows } from './kept-rows.ts';
import { live } from './live.ts';

export function noteStore({ notes, rows }: CairnDatabase): Stores['notes'] {
  const kept = keptRows(notes, Note, rows, () => notes.orderBy('updated_at').reverse().toArray());
  return { list: () => live(kept.all), save: kept.put, get: kept.get };
}
