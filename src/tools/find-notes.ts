import MiniSearch from 'minisearch';
import type { Note } from '../domain/note.ts';
import { looseTerms } from '../domain/loose-terms.ts';
import { wordTerms } from '../domain/word-terms.ts';

/**
 * The notes that have all words of a query, best first; where none has them all, those that have some. Beginnings of
 * words and small slips count, too. MiniSearch, because it ranks by BM25 in 6 kB and lets us cut Chinese into terms.
 */
export function findNotes(notes: readonly Note[], query: string): Note[] {
  const index = new MiniSearch<{ id: string; title: string; text: string; tags: string }>({
    fields: ['title', 'text', 'tags'],
    tokenize: wordTerms,
    processTerm: (term) => term,
  });
  index.addAll(notes.map(({ id, title, text, tags }) => ({ id, title, text, tags: tags.join(' ') })));
  const search = (combineWith: 'AND' | 'OR') =>
    index.search(query, {
      combineWith,
      boost: { title: 3, tags: 2 },
      ...looseTerms,
    });
  const all = search('AND');
  const byId = new Map(notes.map((note) => [note.id, note]));
  return (all.length > 0 ? all : search('OR')).flatMap(({ id }) => byId.get(id as string) ?? []);
}
