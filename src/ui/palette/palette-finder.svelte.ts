import { currentValue } from '../../ports/observable.ts';
import { decodeCharacterReferences } from '../../values/character-references.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import { SerialQueue } from '../../values/serial-queue.ts';
import { isWaitingSession } from '../../task/waiting-session.ts';
import type { Session } from '../../task/session.ts';
import { paletteMessages } from './palette-messages.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Stores } from '../../ports/stores.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { PaletteIndex, type SearchMatch, type SearchableItem, searchableSessionItems } from './palette-index.ts';

const atOnce = 200;
/** The number of newest sessions that are read before files and the rest. */
const newest = 50;
const largestFile = 2_000_000;
/** Milliseconds between updates of the results while more is being read. */
const pause = 250;

/**
 * A search index of everything stored on this machine. It is read in small portions, so that the page stays responsive,
 * and later only where something has changed.
 */
export class PaletteFinder {
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #words: Translator;
  readonly #index = new PaletteIndex();
  #told = 0;
  #current = new AbortController();
  readonly #updates = new SerialQueue();
  readonly #breathe = yieldToMain();

  /** Grows whenever the index has new entries, so that readers search again. */
  #grown = $state(0);
  /** True while the index is being read. */
  reading = $state(false);

  constructor(stores: Stores, clock: Clock, words: Translator) {
    this.#stores = stores;
    this.#clock = clock;
    this.#words = words;
  }

  /** Reads what has changed. Resolves when everything is read or reading was stopped. */
  update(): Promise<void> {
    this.stop();
    const own = new AbortController();
    this.#current = own;
    this.reading = true;
    return this.#updates.run(async () => {
      await this.#read(own.signal).catch(() => undefined);
      this.#grown += 1;
      if (this.#current === own) this.reading = false;
    });
  }

  /** Stops reading; the index keeps what was read. */
  stop(): void {
    this.#current.abort();
  }

  titleOf(session: string): string {
    return this.#index.titleOf(`session ${session}`);
  }

  /** Returns what the index finds (see `PaletteIndex.find`); reactive while reading continues. */
  find(query: string, nearly: boolean): SearchMatch[] {
    if (this.#grown === 0) return [];
    return this.#index.find(query, Date.parse(this.#clock.now()), nearly);
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#index.begin();
    const sessions = await this.#readTitles(signal);
    await this.#readLists(signal);
    await this.#readSessions(sessions.slice(0, newest), signal);
    await this.#readFiles(signal);
    await this.#readSessions(sessions.slice(newest), signal);
    if (!signal.aborted) this.#index.end();
  }

  async #readTitles(signal: AbortSignal): Promise<Session[]> {
    const all: Session[] = [];
    const states = await paletteMessages();
    for (let page: Session[] | null = null; !signal.aborted && (page === null || page.length === atOnce);) {
      page = await this.#stores.sessions.page(all.length, atOnce);
      all.push(...page);
      for (const row of page) {
        const { id, title, updated_at: at } = row;
        const state = isWaitingSession(row) ? 'waiting' : (row.plan_status ?? '');
        const other = states.map((messages) => messages[`palette.state.${state}`] ?? '').join(' ');
        const thing: SearchableItem = { kind: 'session', session: id, thing: null, title, text: '', at, other, row };
        await this.#take(`session ${id}`, `${title} ${at} ${state} ${row.steps_ended}`, signal, () => [thing]);
      }
    }
    return all;
  }

  async #readLists(signal: AbortSignal): Promise<void> {
    const { todos, entries, notes } = this.#stores;
    const no = { session: null };
    for (const { id, title, notes: text, tags, due, updated_at: at } of await currentValue(todos.list()))
      await this.#take(`todo ${id}`, at, signal, () => [
        { ...no, kind: 'todo', thing: id, title, text: `${text} ${tags.join(' ')}`, at, due },
      ]);
    for (const { id, title, place, notes: text, updated_at, start, all_day, repeat } of await currentValue(
      entries.list(),
    ))
      await this.#take(`entry ${id}`, updated_at, signal, () => {
        const entryTime = repeat !== null ? '' : all_day ? `${start}T12:00:00` : start;
        return [{ ...no, kind: 'entry', thing: id, title, text: `${place} ${text}`, at: entryTime }];
      });
    for (const { id, title, text, tags, updated_at: at } of await currentValue(notes.list()))
      await this.#take(`note ${id}`, at, signal, () => [
        { ...no, kind: 'note', thing: id, title, text: `${text} ${tags.join(' ')}`, at },
      ]);
  }

  /** Reads the sessions that have new entries; without new entries, their messages are unchanged. */
  async #readSessions(sessions: readonly Session[], signal: AbortSignal): Promise<void> {
    for (const session of sessions) {
      if (signal.aborted) return;
      const [last] = await this.#stores.sessions.journalBefore(session.id, Infinity, 1);
      const stamp = `${session.updated_at} ${last?.seq ?? 0} ${this.#words.language}`;
      await this.#take(`said ${session.id}`, stamp, signal, () =>
        searchableSessionItems(session, this.#stores.sessions, this.#breathe, this.#words),
      );
    }
  }

  async #readFiles(signal: AbortSignal): Promise<void> {
    let after: string | null = null;
    for (let more = true; more && !signal.aborted;) {
      const heads = await this.#stores.files.page(after, atOnce);
      for (const { id, session_id: session, name: title, mime, created_at: at, size, deleted_at } of heads) {
        if (deleted_at !== null || !this.#index.hasSeen(`session ${session}`)) continue;
        await this.#take(`file ${id}`, `${at} ${title}`, signal, async () => {
          const content = size <= largestFile ? ((await this.#stores.files.get(id))?.content ?? '') : '';
          const text = isBase64DataUrl(content) ? '' : /svg|html/.test(mime) ? wordsOfMarkup(content) : content;
          return [{ kind: 'file', session, thing: id, title, text, at }];
        });
      }
      after = heads.at(-1)?.id ?? null;
      more = heads.length === atOnce;
    }
  }

  /** Reads a row if it has changed. When the index is full, skips messages and indexes only titles of the rest. */
  async #take(
    row: string,
    stamp: string,
    signal: AbortSignal,
    read: () => SearchableItem[] | Promise<SearchableItem[]>,
  ): Promise<void> {
    if (signal.aborted || this.#index.isCurrent(row, stamp)) return;
    if (this.#index.isFull && row.startsWith('said ')) return;
    await this.#index.put(row, stamp, await read(), this.#breathe);
    if (performance.now() - this.#told < pause) return;
    this.#told = performance.now();
    this.#grown += 1;
  }
}

const slice = 8;

/**
 * Returns a function that yields to the page's event loop if work has gone on for some milliseconds; long work calls it
 * repeatedly.
 */
function yieldToMain(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < slice) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}

/** Returns what a person reads in a picture or a page: its text without styles, scripts and tags. */
function wordsOfMarkup(markup: string): string {
  const parts = markup.split(/<\/(?:style|script)\s*>/i).map((part) => part.replace(/<(?:style|script)\b[^]*$/i, ''));
  return decodeCharacterReferences(parts.join(' ').replace(/<[^<>]*>/g, ' ')).trim();
}
