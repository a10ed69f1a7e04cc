import { isCalendarDate } from '../../values/calendar-date.ts';
import { escapeForRegExp } from '../../values/escaped-pattern.ts';
import MiniSearch from 'minisearch';
import { foldedText, searchTolerance, searchTermsOfText } from '../../values/search-terms.ts';
import { commandList } from '../../commands/command-list.ts';
import type { App } from '../app/app.svelte.ts';
import { dateOf } from '../app/moments.ts';
import { paletteActions, type ActionName, type PaletteAction } from './palette-actions.ts';
import { paletteMessages } from './palette-messages.ts';
import { PaletteFinder } from './palette-finder.svelte.ts';
import { type SearchMatch, paneByItemKind, type SearchableItem, type SearchableItemKind } from './palette-index.ts';
import { sessionState } from '../session/session-state.ts';
import { withoutMarkdown } from '../../values/without-markdown.ts';

/** A line of the palette. */
export interface PaletteRow {
  key: string;
  kind: SearchableItemKind | 'action';
  action: ActionName | null;
  title: string;
  /** The text below the title, or in its place if the title is empty. */
  excerpt: readonly Marked[];
  /** The text at the end of the row, such as a date. */
  aside: string;
  choose: () => unknown;
  /** True for the row that shows more results of its kind, within the palette. */
  widens?: boolean;
}

interface PaletteGroup {
  kind: PaletteRow['kind'] | 'recent';
  rows: readonly PaletteRow[];
  /** The number of its results, including those that are not shown yet. */
  all: number;
}

/** An action as it is indexed: its index among all, its names, and other words that people may type for it. */
interface Named {
  id: number;
  text: string;
  other: string;
}

const kinds: readonly SearchableItemKind[] = ['session', 'file', 'todo', 'entry', 'note', 'step', 'message'];
const recent = 5;
const actionsFound = 6;
const foundOfKind = 5;
const foundOfOnlyKind = 20;
/** The number of results that are added when more of a kind are asked for. */
const further = 200;

/**
 * The palette: the query and its results, which are actions by their names in every language, and everything that is
 * stored.
 */
export class Palette {
  readonly #app: App;
  readonly #actions: readonly PaletteAction[];
  #byName = $state.raw(indexOf([]));
  readonly #finder: PaletteFinder;
  /** Resolves once actions are found by their names in every language. */
  readonly named: Promise<void>;
  #query = $state('');
  /** The numbers of results that are shown of the kinds of which more were asked for. */
  #shown = $state.raw<Partial<Record<SearchableItemKind, number>>>({});
  /** The index of the row that Enter chooses. */
  at = $state(0);
  readonly groups = $derived.by(() => (this.#query.trim() === '' ? this.#offered() : this.#found()));
  readonly rows = $derived(this.groups.flatMap(({ rows }) => rows));
  /** The number of results, including those that are not shown yet. */
  readonly count = $derived(this.groups.reduce((sum, { all }) => sum + all, 0));
  readonly active = $derived(this.rows[Math.min(this.at, this.rows.length - 1)] ?? null);

  constructor(app: App, stop: () => void) {
    this.#app = app;
    this.#finder = app.finder ??= new PaletteFinder(app.dependencies.stores, app.dependencies.clock, app.words);
    this.#actions = paletteActions(app, stop);
    this.#byName = this.#indexIn([(key) => (app.words.tDynamic(key) === key ? '' : app.words.tDynamic(key))]);
    this.named = this.#nameInAll();
  }

  /** Loads the names of actions in every language; until then those of the page's language are used. */
  async #nameInAll(): Promise<void> {
    const paletteTranslations = await paletteMessages();
    if (paletteTranslations.length > 0)
      this.#byName = this.#indexIn(paletteTranslations.map((messages) => (key) => messages[key] ?? ''));
  }

  #indexIn(spoken: readonly ((key: string) => string)[]): MiniSearch<Named> {
    const all = (key: string) => spoken.map((textOf) => textOf(key)).join(' ');
    return indexOf(
      this.#actions.map(({ name }, id) => ({
        id,
        text: all(`palette.action.${name}`),
        other: `${all(`palette.words.${name}`)} ${commandWords(name)}`,
      })),
    );
  }

  get query(): string {
    return this.#query;
  }

  set query(typed: string) {
    this.#query = typed;
    this.#shown = {};
    this.at = 0;
  }

  get reading(): boolean {
    return this.#finder.reading;
  }

  /** Keeps the search index up to date until the returned function is called. */
  readonly follow = (): (() => void) => {
    void this.#finder.update();
    return () => this.#finder.stop();
  };

  readonly move = (by: number): void => {
    const count = this.rows.length;
    if (count > 0) this.at = (Math.min(this.at, count - 1) + by + count) % count;
  };

  readonly pointTo = (row: PaletteRow): void => {
    this.at = this.rows.findIndex(({ key }) => key === row.key);
  };

  /** The rows for an empty query: recent sessions, and all actions. */
  #offered(): PaletteGroup[] {
    const sessions = this.#app.sessions.filter(({ id }) => id !== this.#app.session?.id).slice(0, recent);
    const rows = sessions.map((row): PaletteRow =>
      this.#thingRow({
        thing: { kind: 'session', session: row.id, thing: null, title: row.title, text: '', at: row.updated_at, row },
        ...{ text: '', terms: [] },
      }),
    );
    return nonEmptyGroups([
      { kind: 'recent', rows },
      { kind: 'action', rows: this.#actions.map((action) => this.#actionRow(action)) },
    ]);
  }

  /**
   * Returns the rows that contain the words of the query; if there are none, those that contain nearly these words
   * (with a small typo).
   */
  #found(): PaletteGroup[] {
    const exact = this.#foundWith(false);
    return exact.length > 0 ? exact : this.#foundWith(true);
  }

  #foundWith(nearly: boolean): PaletteGroup[] {
    const searchMatches = this.#finder.find(this.#query, nearly);
    const atFirst = searchMatches.some(({ thing }) => thing.kind !== searchMatches[0]?.thing.kind)
      ? foundOfKind
      : foundOfOnlyKind;
    return nonEmptyGroups([
      { kind: 'action', rows: this.#actionsFound(nearly) },
      ...kinds.map((kind) => {
        const all = searchMatches.filter(({ thing }) => thing.kind === kind);
        const rowLimit = this.#shown[kind] ?? atFirst;
        const rows = this.#toldApart(all.slice(0, rowLimit));
        return {
          kind,
          rows: all.length > rowLimit ? [...rows, this.#wideningRow(kind, all.length, rowLimit)] : rows,
          all: all.length,
        };
      }),
    ]);
  }

  #wideningRow(kind: SearchableItemKind, n: number, shown: number): PaletteRow {
    return {
      ...{ key: `more ${kind}`, kind, action: null, excerpt: [], aside: '', widens: true },
      title: this.#app.words.t('palette.more', { n }),
      choose: () => (this.#shown = { ...this.#shown, [kind]: shown + further }),
    };
  }

  #actionsFound(nearly: boolean): PaletteRow[] {
    const results = this.#byName.search(this.#query, {
      fuzzy: nearly && searchTolerance.fuzzy,
      prefix: (term, at, terms) => searchTolerance.prefix(term) || at === terms.length - 1,
      combineWith: 'AND',
      boost: { text: 3 },
    });
    return results.slice(0, actionsFound).flatMap(({ id }) => {
      const action = this.#actions[id as number];
      return action ? [this.#actionRow(action)] : [];
    });
  }

  #actionRow({ name, run }: PaletteAction): PaletteRow {
    const title = this.#app.words.t(`palette.action.${name}`);
    return { key: `action ${name}`, kind: 'action', action: name, title, excerpt: [], aside: '', choose: run };
  }

  /** Returns the rows of these things; rows that would look the same get their dates. */
  #toldApart(found: readonly SearchMatch[]): PaletteRow[] {
    const rows = found.map((each) => this.#thingRow(each));
    const looks = rows.map(({ title, excerpt, aside }) => JSON.stringify([title, excerpt, aside]));
    const now = dateOf(this.#app.dependencies.clock.now());
    return rows.map((row, nth) => {
      const itemTime = found[nth]?.thing.at ?? '';
      const isAlone = looks.indexOf(looks[nth] ?? '') === looks.lastIndexOf(looks[nth] ?? '');
      const time = this.#app.words.time(itemTime, now);
      if (isAlone || itemTime === '' || row.aside.endsWith(time)) return row;
      return { ...row, aside: row.aside === '' ? time : `${row.aside} · ${time}` };
    });
  }

  #thingRow({ thing, text, terms }: SearchMatch): PaletteRow {
    const { words } = this.#app;
    const { kind, session, at, due = null, row } = thing;
    const now = dateOf(this.#app.dependencies.clock.now());
    const of = session === null ? '' : this.#finder.titleOf(session) || words.t('shell.untitled');
    const hasTitle = kind === 'session' || thing.title !== '';
    const excerpt = paletteExcerpt(text, terms);
    const dueOn = due === null ? '' : words.day(isCalendarDate(due) ? `${due}T12:00:00` : due, now);
    const when = kind === 'entry' && at !== '' ? words.day(at, now) : dueOn && words.t('todo.due', { due: dueOn });
    const state = row ? sessionState(row, this.#app, words)?.text : undefined;
    const time = words.time(at, now);
    return {
      key: `${kind} ${session ?? ''} ${thing.thing ?? ''}`,
      kind,
      action: null,
      title: hasTitle ? thing.title || words.t('shell.untitled') : '',
      excerpt,
      aside: kind === 'session' ? (state ? `${state} · ${time}` : time) : when || of,
      choose: () => this.#goTo(thing),
    };
  }

  #goTo({ kind, session, thing }: SearchableItem): unknown {
    const pane = paneByItemKind[kind];
    const own = session ?? this.#app.session?.id;
    if (pane !== null) return own === undefined ? undefined : this.#app.go({ session: own, pane, thing });
    this.#app.dialog = 'memory';
    this.#app.sought = thing === null ? null : { thing };
    return undefined;
  }
}

function indexOf(namedActions: readonly Named[]): MiniSearch<Named> {
  const index = new MiniSearch<Named>({
    fields: ['text', 'other'],
    tokenize: searchTermsOfText,
    processTerm: (term) => term,
  });
  index.addAll(namedActions);
  return index;
}

const nonEmptyGroups = (groups: (Omit<PaletteGroup, 'all'> & { all?: number })[]): PaletteGroup[] =>
  groups.flatMap(({ all, ...group }) => (group.rows.length > 0 ? [{ ...group, all: all ?? group.rows.length }] : []));

/** The names of the slash command that does the same as an action. */
function commandWords(name: ActionName): string {
  const command = commandList.find((each) => each.name === name);
  return command ? [command.name, ...command.aliases].join(' ') : '';
}

/** A part of a text; `hit` is true if it matches the query. */
interface Marked {
  text: string;
  hit: boolean;
}

const before = 32;
const whole = 160;

/**
 * Returns the words around the first match of one of the terms, with matches marked; the beginning of the text if there
 * is none. Letters of another width or with other marks match, and are shown as they were written.
 */
export function paletteExcerpt(text: string, terms: readonly string[]): Marked[] {
  const plain = withoutMarkdown(text);
  const long = terms.filter((term) => term.length > 1);
  const termPatterns = (long.length > 0 ? long : terms).toSorted((a, b) => b.length - a.length).map(escapeForRegExp);
  if (termPatterns.length === 0) return [{ text: cut(plain, 0), hit: false }].filter((part) => part.text !== '');
  const pattern = new RegExp(termPatterns.join('|'), 'giu');
  const first = matches(plain, pattern)[0]?.from ?? 0;
  const excerptText = cut(plain, first > before ? first - before : 0);
  const parts: Marked[] = [];
  let end = 0;
  for (const { from, until } of matches(excerptText, pattern)) {
    parts.push({ text: excerptText.slice(end, from), hit: false }, { text: excerptText.slice(from, until), hit: true });
    end = until;
  }
  return [...parts, { text: excerptText.slice(end), hit: false }].filter((part) => part.text !== '');
}

/** Returns the places in a text at which the pattern matches its letters as search terms have them. */
function matches(text: string, pattern: RegExp): { from: number; until: number }[] {
  const places: { from: number; until: number }[] = [];
  let letters = '';
  for (const { 0: letter, index } of text.matchAll(/[^]\p{M}*/gu)) {
    const folded = foldedText(letter);
    letters += folded;
    for (let n = 0; n < folded.length; n += 1) places.push({ from: index, until: index + letter.length });
  }
  return [...letters.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const [first, last] = [places[index], places[index + found.length - 1]];
    return first && last ? [{ from: first.from, until: last.until }] : [];
  });
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + whole);
  return `${from > 0 ? '…' : ''}${part}${from + whole < text.length ? '…' : ''}`;
}
