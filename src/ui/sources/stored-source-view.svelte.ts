import { citedPassage, type Citation } from '../../task/citations.ts';
import type { FoundPassage } from '../../task/passage.ts';
import type { Source, UnreadablePage } from '../../task/sources.ts';
import type { SessionFile } from '../../records/session-file.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import type { TextChanges } from './compare-page-texts.ts';

type Comparison =
  | { kind: 'reading' }
  | { kind: 'same' }
  | { kind: 'changed'; changes: TextChanges }
  | ({ kind: 'unread' } & Pick<UnreadablePage, 'failure'>);

/** The most characters shown before and after the passage. */
const around = 20_000;

/** The stored copy of a source, at the passage that a citation refers to. */
export class StoredSourceView {
  readonly #dependencies: Pick<AppDependencies, 'stores' | 'readPage'>;
  readonly #source: Source;
  readonly #citation: Citation | null;
  /** The copy; null while it is read, and if no copy is left (`isGone`). */
  file = $state.raw<SessionFile | null>(null);
  isGone = $state(false);
  /** The latest copy, if the shown one is older and alone has the quotation. */
  newer = $state.raw<SessionFile | null>(null);
  passage = $state.raw<FoundPassage | null>(null);
  comparison = $state.raw<Comparison | null>(null);

  constructor(dependencies: Pick<AppDependencies, 'stores' | 'readPage'>, source: Source, citation: Citation | null) {
    this.#dependencies = dependencies;
    this.#source = source;
    this.#citation = citation;
  }

  /** The text before, in and after the passage. */
  readonly parts = $derived.by(() => {
    const text = this.file?.content ?? '';
    const { from, until } = this.passage ?? { from: 0, until: 0 };
    const [start, end] = [Math.max(0, from - around), Math.min(text.length, until + around)];
    return {
      before: text.slice(start, from),
      cited: text.slice(from, until),
      after: text.slice(until, end),
      isPart: start > 0 || end < text.length,
    };
  });

  /** Reads the copies, the latest first; prefers one that contains the quotation. */
  async read(): Promise<void> {
    const files: SessionFile[] = [];
    for (const id of this.#source.copies) {
      const file = await this.#dependencies.stores.files.get(id).catch(() => undefined);
      if (file?.deleted_at === null) files.push(file);
    }
    const sourceCopies = files.map((file) => ({
      file,
      passage: this.#citation && citedPassage(file.content, this.#citation),
    }));
    const best = sourceCopies.find(({ passage }) => passage?.exact) ?? sourceCopies[0];
    this.isGone = best === undefined;
    this.newer = best === sourceCopies[0] ? null : (sourceCopies[0]?.file ?? null);
    this.passage = best?.passage ?? null;
    this.file = best?.file ?? null;
  }

  /** Reads the page again and compares it with the copy; stores nothing. */
  readonly compare = async (): Promise<void> => {
    const { file } = this;
    if (!file) return;
    this.comparison = { kind: 'reading' };
    try {
      const [page, { comparePageTexts }] = await Promise.all([
        this.#dependencies.readPage(this.#source.address),
        import('./compare-page-texts.ts'),
      ]);
      if (!page.ok) {
        this.comparison = { kind: 'unread', failure: page.failure };
        return;
      }
      const changes = comparePageTexts(file.content, page.text);
      this.comparison = changes === null ? { kind: 'same' } : { kind: 'changed', changes };
    } catch {
      this.comparison = { kind: 'unread', failure: { failure: 'network' } };
    }
  };
}
