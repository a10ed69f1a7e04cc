import MiniSearch from 'minisearch';
import { searchTolerance, searchTermsOfText } from '../../values/search-terms.ts';
import type { Pane } from '../app/page-address.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { reasonText, stepOutcomeText } from '../plan/step-outcome-text.ts';
import type { MessageKind } from '../../task/journal.ts';
import type { Session } from '../../task/session.ts';
import type { Step } from '../../plan/step.ts';
import type { Stores } from '../../ports/stores.ts';

/** A search result: the thing, the matching piece of its text, and the matched terms. */
export interface SearchMatch {
  thing: SearchableItem;
  text: string;
  terms: string[];
}

const piece = { length: 2000, most: 100 };
/** The most characters that are indexed; they take about twice as many bytes. */
const most = 30_000_000;
const fortnight = 14 * 86_400_000;

/**
 * A full-text index of everything that the palette finds. Its contents are added in rows, such as all messages of a
 * session, which are replaced and removed as a whole; a row's `stamp` is a version that changes with its content. It
 * uses MiniSearch, which has only 6 kB, ranks by BM25, can remove documents and accepts a tokenizer for Chinese.
 */
export class PaletteIndex {
  readonly #index = new MiniSearch<{ id: number; title: string; text: string; other: string }>({
    fields: ['title', 'text', 'other'],
    tokenize: searchTermsOfText,
    processTerm: (term) => term,
  });
  readonly #pieces = new Map<number, { thing: SearchableItem; text: string }>();
  readonly #rows = new Map<string, { stamp: string; pieces: number[] }>();
  #seen = new Set<string>();
  #letters = 0;
  #minted = 0;

  /** True if the index is full; from then on only titles are added. */
  get isFull(): boolean {
    return this.#letters > most;
  }

  /** Begins an update: rows that are not marked as seen before `end` are removed. */
  begin(): void {
    this.#seen = new Set();
  }

  /** True if the row is present with this stamp; marks it as seen. */
  isCurrent(row: string, stamp: string): boolean {
    this.#seen.add(row);
    return this.#rows.get(row)?.stamp === stamp;
  }

  hasSeen(row: string): boolean {
    return this.#seen.has(row);
  }

  /** Removes the rows that were not seen since `begin`. */
  end(): void {
    for (const row of [...this.#rows.keys()]) if (!this.#seen.has(row)) this.#drop(row);
  }

  /** Adds or replaces a row. */
  async put(
    row: string,
    stamp: string,
    things: readonly SearchableItem[],
    breathe: () => Promise<void>,
  ): Promise<void> {
    const pieces: number[] = [];
    for (const thing of things)
      for (const text of textPieces(this.isFull ? '' : thing.text, piece)) {
        const id = (this.#minted += 1);
        this.#index.add({ id, title: thing.title, text, other: thing.other ?? '' });
        this.#pieces.set(id, { thing: { ...thing, text: '' }, text });
        this.#letters += thing.title.length + text.length;
        pieces.push(id);
        await breathe();
      }
    this.#drop(row);
    this.#rows.set(row, { stamp, pieces });
  }

  /** Returns the title of the first thing in a row; empty if there is none. */
  titleOf(row: string): string {
    const [first = 0] = this.#rows.get(row)?.pieces ?? [];
    return this.#pieces.get(first)?.thing.title ?? '';
  }

  /**
   * Returns the things with all words of the query or words that begin with them, best first, newer ones higher. With
   * `nearly`, words that differ by a small typo match, too.
   */
  find(query: string, now: number, nearly: boolean): SearchMatch[] {
    const results = this.#index.search(query, {
      fuzzy: nearly && searchTolerance.fuzzy,
      prefix: (term, at, terms) =>
        searchTolerance.prefix(term) || (at === terms.length - 1 && /[\p{L}\p{N}]$/u.test(query)),
      combineWith: 'AND',
      boost: { title: 3 },
      boostDocument: (id: number) => {
        const age = (now - Date.parse(this.#pieces.get(id)?.thing.at ?? '')) / fortnight;
        return Number.isNaN(age) ? 1 : 1 + 1 / (1 + Math.max(0, age));
      },
    });
    const matchByItem = new Map<string, SearchMatch>();
    for (const { id, match } of results) {
      const searchPiece = this.#pieces.get(id as number);
      if (!searchPiece) continue;
      const { kind, session, thing } = searchPiece.thing;
      const key = `${kind} ${session ?? ''} ${thing ?? ''}`;
      if (!matchByItem.has(key)) matchByItem.set(key, { ...searchPiece, terms: Object.keys(match) });
    }
    return [...matchByItem.values()];
  }

  #drop(row: string): void {
    for (const id of this.#rows.get(row)?.pieces ?? []) {
      const searchPiece = this.#pieces.get(id);
      this.#letters -= (searchPiece?.thing.title.length ?? 0) + (searchPiece?.text.length ?? 0);
      this.#pieces.delete(id);
      this.#index.discard(id);
    }
    this.#rows.delete(row);
  }
}

/**
 * Splits a text into at most `most` pieces of at most `length` characters, near the end of a line, sentence or word if
 * possible.
 */
export function textPieces(text: string, { length, most }: { length: number; most: number }): string[] {
  const pieces: string[] = [];
  let from = 0;
  do {
    const until = from + length < text.length ? from + endNear(text.slice(from, from + length)) : text.length;
    pieces.push(text.slice(from, until));
    from = until;
  } while (from < text.length && pieces.length < most);
  return pieces;
}

function endNear(piece: string): number {
  const half = piece.length / 2;
  const ends = [/\n(?!.*\n)/su, /[.!?。！？；](?!.*[.!?。！？；])/su, /\s(?!.*\s)/su].map(
    (end) => piece.search(end) + 1,
  );
  return ends.find((end) => end > half) ?? piece.length;
}

/** The pane that shows each kind of thing; null for the notes, which have a dialog. */
export const paneByItemKind = {
  session: 'conversation',
  file: 'files',
  todo: 'todo',
  entry: 'schedule',
  note: null,
  step: 'plan',
  message: 'conversation',
} as const satisfies Record<string, Pane | null>;

export type SearchableItemKind = keyof typeof paneByItemKind;

/** Something stored on this machine that can be searched for. */
export interface SearchableItem {
  kind: SearchableItemKind;
  /** The id of its session; null if it belongs to none. */
  session: string | null;
  /** Its id in the page's address; null for the session as a whole. */
  thing: string | null;
  /** The title of the thing; if it is empty, the title of the thing's session is shown. */
  title: string;
  text: string;
  /** When it was last changed; for a calendar entry, its time, empty if it repeats. */
  at: string;
  /** When a to-do is due: a date or an instant. */
  due?: string | null;
  /** Other words by which it is found, which are not shown. */
  other?: string;
  /** For a session as a whole: its row, which has its state. */
  row?: Session;
}

const atOnce = 100;
/** True for a message that the search leaves out: a notice, or a command without text of its own to find. */
const isUnsought = (kind: MessageKind, text: string) =>
  kind === 'notice' ||
  (kind === 'command' && !/^\s*[/／](?:todo|schedule|memory|待办|日程|记忆|笔记)\s+\S/i.test(text));

/**
 * Returns the messages of a session, and the steps of its tasks with their outcomes in the reader's language, as items
 * for the search of the palette. Choosing a step of the latest task opens the plan; choosing a step of an earlier task
 * opens the conversation where the step began.
 */
export async function searchableSessionItems(
  session: Session,
  sessions: Stores['sessions'],
  breathe: () => Promise<void>,
  words: Translator,
): Promise<SearchableItem[]> {
  const own = { session: session.id, text: '' };
  const things: SearchableItem[] = [];
  for await (const { seq, at, body } of entriesOf('message')) {
    if (body.type !== 'message' || isUnsought(body.kind, body.text)) continue;
    things.push({ ...own, kind: 'message', thing: String(seq), title: '', text: body.text, at });
  }
  if (session.steps_total === 0) return things;
  const run = await sessions.run(session.id);
  for (const step of run?.plan.steps ?? [])
    things.push({
      ...own,
      kind: 'step',
      thing: step.id,
      title: step.description,
      text: outcomeOf(step, words),
      at: step.ended_at ?? session.updated_at,
    });
  const earlier = new Map<string, SearchableItem>();
  for await (const { seq, at, body, task_id, step_id } of entriesOf('plan_step_start'))
    if (body.type === 'plan_step_start' && task_id !== run?.id)
      earlier.set(`${task_id} ${step_id}`, {
        ...own,
        kind: 'message',
        thing: String(seq),
        title: body.description,
        at,
      });
  if (earlier.size > 0)
    for await (const { body, task_id, step_id } of entriesOf('plan_step_end')) {
      const step = earlier.get(`${task_id} ${step_id}`);
      if (body.type === 'plan_step_end' && step) step.text = reasonText(body.summary, body.reason, words);
    }
  return [...things, ...earlier.values()];

  async function* entriesOf(type: 'message' | 'plan_step_start' | 'plan_step_end') {
    let after = 0;
    for (;;) {
      const entries = await sessions.entriesOf(session.id, type, after, atOnce);
      yield* entries;
      await breathe();
      const last = entries.at(-1);
      if (!last || entries.length < atOnce) return;
      after = last.seq;
    }
  }
}

/** The outcomes of a step and of its sub-steps, as the plan shows them. */
function outcomeOf(step: Step, words: Translator): string {
  const inner = (step.plan?.steps ?? []).map((each) => `${each.description}\n${outcomeOf(each, words)}`);
  return [stepOutcomeText(step, words), ...inner].filter(Boolean).join('\n');
}
