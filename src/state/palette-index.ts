import MiniSearch from 'minisearch';
import { looseTerms } from '../domain/loose-terms.ts';
import { wordTerms } from '../domain/word-terms.ts';
import type { Thing } from './palette-thing.ts';
import { textPieces } from './text-pieces.ts';

/** A thing that was found, the piece of its text in which it was, and the terms that stand there. */
export interface Found {
  thing: Thing;
  text: string;
  terms: string[];
}

const piece = { length: 2000, most: 100 };
/** Characters, about twice as many bytes. */
const most = 30_000_000;
const fortnight = 14 * 86_400_000;

/**
 * Things by their words. They come in rows, such as all that was said in a session, which are put and taken out as a whole;
 * a row's stamp says how it was when it was read. MiniSearch, because it ranks by BM25 in 6 kB, takes rows out again and
 * lets us cut Chinese into terms.
 */
export class PaletteIndex {
  readonly #index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ['title', 'text'],
    tokenize: wordTerms,
    processTerm: (term) => term,
  });
  readonly #pieces = new Map<number, { thing: Thing; text: string }>();
  readonly #rows = new Map<string, { stamp: string; pieces: number[] }>();
  #seen = new Set<string>();
  #letters = 0;
  #minted = 0;

  /** What comes now is found by its title alone. */
  get isFull(): boolean {
    return this.#letters > most;
  }

  /** From here on it is noted which rows there still are. */
  begin(): void {
    this.#seen = new Set();
  }

  /** Whether a row is as it was. */
  isCurrent(row: string, stamp: string): boolean {
    this.#seen.add(row);
    return this.#rows.get(row)?.stamp === stamp;
  }

  hasSeen(row: string): boolean {
    return this.#seen.has(row);
  }

  /** Those that have not been seen since the beginning are gone. */
  end(): void {
    for (const row of [...this.#rows.keys()]) if (!this.#seen.has(row)) this.#drop(row);
  }

  /** Puts a row in the place of what it was before. */
  async put(row: string, stamp: string, things: readonly Thing[], breathe: () => Promise<void>): Promise<void> {
    const pieces: number[] = [];
    for (const thing of things)
      for (const text of textPieces(this.isFull ? '' : thing.text, piece)) {
        const id = (this.#minted += 1);
        this.#index.add({ id, title: thing.title, text });
        this.#pieces.set(id, { thing: { ...thing, text: '' }, text });
        this.#letters += thing.title.length + text.length;
        pieces.push(id);
        await breathe();
      }
    this.#drop(row);
    this.#rows.set(row, { stamp, pieces });
  }

  /** The title of the first thing in a row; empty where there is none. */
  titleOf(row: string): string {
    const [first = 0] = this.#rows.get(row)?.pieces ?? [];
    return this.#pieces.get(first)?.thing.title ?? '';
  }

  /** The things that have all words of the query, best first; beginnings of words and small slips count, and what is newer counts more. */
  find(query: string, now: number): Found[] {
    const results = this.#index.search(query, {
      ...looseTerms,
      prefix: (term, at, terms) => looseTerms.prefix(term) || (at === terms.length - 1 && /[\p{L}\p{N}]$/u.test(query)),
      combineWith: 'AND',
      boost: { title: 3 },
      boostDocument: (id: number) => {
        const age = (now - Date.parse(this.#pieces.get(id)?.thing.at ?? '')) / fortnight;
        return Number.isNaN(age) ? 1 : 1 + 1 / (1 + Math.max(0, age));
      },
    });
    const found = new Map<string, Found>();
    for (const { id, match } of results) {
      const held = this.#pieces.get(id as number);
      if (!held) continue;
      const { kind, session, thing } = held.thing;
      const key = `${kind} ${session ?? ''} ${thing ?? ''}`;
      if (!found.has(key)) found.set(key, { ...held, terms: Object.keys(match) });
    }
    return [...found.values()];
  }

  #drop(row: string): void {
    for (const id of this.#rows.get(row)?.pieces ?? []) {
      const held = this.#pieces.get(id);
      this.#letters -= (held?.thing.title.length ?? 0) + (held?.text.length ?? 0);
      this.#pieces.delete(id);
      this.#index.discard(id);
    }
    this.#rows.delete(row);
  }
}
