import {
  citationErrors,
  citationsIn,
  hasOnlySourceRanges,
  type Citation,
  type CitationError,
} from '../../task/citations.ts';
import { sourcesSeenByTask, unreadPages, type Source, type UnreadablePage } from '../../task/sources.ts';
import { startedStepNumber } from '../../task/started-step-number.ts';
import type { JournalEntry } from '../../task/journal.ts';
import type { Stores } from '../../ports/stores.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** The journal and the stored copies of a session. */
export interface CitedRecords {
  sessions: Pick<Stores['sessions'], 'entriesOf'>;
  files: Pick<Stores['files'], 'get'>;
}

/** The text of an answer, and the `seq` of its journal entry. */
interface AnswerPlace {
  text: string;
  seq: number;
}

/** True if a text names a web address, as it is and not as the beginning of a longer one. */
function namesAddress(text: string, address: string): boolean {
  const page = address.replace(/#.*$/, '').replace(/\/$/, '');
  const [, ...rests] = page === '' ? [] : text.split(page);
  return rests.some((rest) => !/^(?:\/?[\w?&=%~+-]|[.,:;]\w)/.test(rest));
}

/**
 * A task's answer with the sources that it cites, all derived from what the journal had before it and from the stored
 * copies. What earlier tasks of the session read is a source of the answer only if it is cited.
 */
export class CitedAnswer {
  readonly #stores: CitedRecords;
  readonly #sessionId: string;
  readonly #text: string;
  /** The answer's place in the journal. */
  readonly #seq: number;
  readonly citations: readonly Citation[];
  /** What a mark opens: a dialog in the app; in a saved page it leads to the list of sources. */
  readonly popup: 'dialog' | undefined;
  /** All that can be cited: the sources of the session up to the answer. */
  sources = $state.raw<readonly Source[]>([]);
  unread = $state.raw<readonly UnreadablePage[]>([]);
  /** Citations that do not match a source or its text. */
  faults = $state.raw<readonly CitationError[]>([]);
  /** The number of each step in the task's plan, by id. */
  steps = $state.raw<Readonly<Record<string, string>>>({});
  /** True once the journal has been read. */
  isRead = $state(false);
  /** The source that is shown, with the citation that led to it. */
  shown = $state.raw<{ source: Source; citation: Citation | null } | null>(null);

  constructor(stores: CitedRecords, sessionId: string, { text, seq }: AnswerPlace, popup?: 'dialog') {
    this.#stores = stores;
    this.#sessionId = sessionId;
    this.#seq = seq;
    this.citations = citationsIn(text);
    this.#text = text;
    this.popup = popup;
  }

  readonly cited = $derived.by(() => {
    const numbers = this.citations.filter(({ mark }) => this.cites(mark)).flatMap((citation) => citation.numbers);
    return this.sources.filter(({ number, address }) => numbers.includes(number) || namesAddress(this.#text, address));
  });
  /** What the task itself read but did not cite. */
  readonly others = $derived(this.sources.filter((source) => source.steps.length > 0 && !this.cited.includes(source)));
  /** True if there is something to say about the answer's sources. */
  readonly hasSources = $derived([this.cited, this.others, this.unread, this.faults].some((list) => list.length > 0));

  /**
   * Returns a message with the number of sources that the task read but did not cite. If no source is cited, the
   * message does not call them “more”.
   */
  othersText({ t }: Translator): string {
    return t(this.cited.length > 0 ? 'cited.others' : 'cited.only_others', { n: this.others.length });
  }

  /** Reads the sources, then checks the citations against the stored copies. */
  async read(): Promise<void> {
    const results = await this.#entries('tool_result');
    if (results.length === 0) return;
    const starts = await this.#entries('plan_step_start');
    const [own] = await this.#stores.sessions.entriesOf(this.#sessionId, 'message', this.#seq - 1, 1);
    const task = own?.task_id ?? null;
    this.steps = Object.fromEntries(
      starts.flatMap(({ task_id, step_id, body }) =>
        task_id === task && step_id !== null && body.type === 'plan_step_start'
          ? [[step_id, startedStepNumber(body)]]
          : [],
      ),
    );
    this.sources = sourcesSeenByTask(results, task);
    this.unread = unreadPages(results.filter(({ task_id }) => task_id === task));
    this.isRead = true;
    if (this.sources.length > 0) this.faults = citationErrors(this.citations, await this.#copies());
  }

  /**
   * True if a mark such as `[1]` names sources; a range of which not both ends are sources, such as `[1-5]`, is text.
   */
  cites(mark: string): boolean {
    return hasOnlySourceRanges(mark, (number) => this.find(number) !== null);
  }

  find(number: number): Source | null {
    return this.sources.find((source) => source.number === number) ?? null;
  }

  /** Returns the citation of a mark: the one at that index, or the first with that number. */
  citationAt(at: number, number: number): Citation | null {
    const cites = (citation: Citation | undefined) => citation?.numbers.includes(number) === true;
    const there = this.citations[at];
    return (cites(there) ? there : this.citations.find(cites)) ?? null;
  }

  readonly show = (source: Source, citation: Citation | null): void => {
    this.shown = { source, citation };
  };

  readonly close = (): void => {
    this.shown = null;
  };

  /** Returns the entries of a kind before the answer. */
  async #entries(type: 'tool_result' | 'plan_step_start'): Promise<JournalEntry[]> {
    const all: JournalEntry[] = [];
    const many = 500;
    for (;;) {
      const page = await this.#stores.sessions.entriesOf(this.#sessionId, type, all.at(-1)?.seq ?? 0, many);
      all.push(...page.filter(({ seq }) => seq < this.#seq));
      if (page.length < many || (page.at(-1)?.seq ?? 0) > this.#seq) return all;
    }
  }

  /**
   * Returns the stored texts of the sources, by number, the latest first. The list of a source that is not cited is
   * empty: for such a source it is enough to know that it exists.
   */
  async #copies(): Promise<Record<number, string[]>> {
    const texts: Record<number, string[]> = Object.fromEntries(this.sources.map(({ number }) => [number, []]));
    for (const { number, copies } of this.cited) {
      const files = await Promise.all(copies.map((id) => this.#stores.files.get(id)));
      texts[number] = files.flatMap((file) => (file?.deleted_at === null ? [file.content] : []));
    }
    return texts;
  }
}
