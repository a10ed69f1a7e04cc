import { effectNumber } from '../task/effect-id.ts';
import type { JournalEntry, NewJournalEntry } from '../task/journal.ts';
import type { Run } from '../task/run.ts';
import type { SessionFile } from '../records/session-file.ts';
import { SerialQueue } from '../values/serial-queue.ts';
import type { JournalTransaction, ToolStores, TransactionRows, SessionJournal } from '../ports/journal.ts';

/** A journal in memory, since nothing of an exam is stored. */
export class ModelExamJournal implements SessionJournal {
  /** Never emits, since nobody watches an exam's entries. */
  readonly committed = { subscribe: () => () => undefined };
  readonly entries: JournalEntry[] = [];
  readonly #queue = new SerialQueue();
  readonly #files: readonly SessionFile[];

  constructor(image?: Pick<SessionFile, 'name' | 'content'>) {
    const facts = { id: 'image', session_id: 'exam', mime: 'image/jpeg', size: 0, kind: 'file', source: null } as const;
    this.#files = image ? [{ ...facts, ...image, created_at: '', deleted_at: null }] : [];
  }

  async claim(): Promise<Run | null> {
    return null;
  }

  /** Runs transactions one after another. An exam's tools write to no store, so a throw only discards entries. */
  transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const journalEntries: NewJournalEntry[] = [];
      const result = await work({
        recorded: (effect) => this.recorded(effect),
        append: async (entry) => void journalEntries.push(entry),
        stores: {
          ...emptyStores,
          files: { ...nothing, get: async (id) => this.#files.find((file) => file.id === id) },
        },
      });
      this.#append(journalEntries);
      return result;
    });
  }

  stage({ entries }: { entries?: NewJournalEntry[] }): void {
    this.#append(entries ?? []);
  }

  async flush(): Promise<void> {
    await this.#queue.settled();
  }

  mark(): number {
    return this.entries.length;
  }

  flushSince(): Promise<void> {
    return this.flush();
  }

  flushEffects(): Promise<void> {
    return this.flush();
  }

  async recorded(effect: string): Promise<JournalEntry | undefined> {
    return this.entries.find((entry) => entry.effect === effect);
  }

  async effects(prefix: string): Promise<JournalEntry[]> {
    return this.entries
      .filter(({ effect }) => effect?.startsWith(prefix))
      .sort((a, b) => effectNumber(a.effect ?? '') - effectNumber(b.effect ?? ''));
  }

  async begun(effect: string): Promise<number> {
    return this.entries.filter(({ intent }) => intent === effect).length;
  }

  async starts(prefix: string): Promise<JournalEntry[]> {
    return this.entries.filter(({ intent }) => intent?.startsWith(prefix));
  }

  async spent(): Promise<number> {
    return this.entries.reduce(
      (sum, { body }) => sum + (body.type === 'model_reply' ? (body.reply.usage?.cost ?? 0) : 0),
      0,
    );
  }

  async messages(limit: number): Promise<JournalEntry[]> {
    return this.entries.filter(({ body }) => body.type === 'message').slice(-limit);
  }

  async files(): Promise<readonly SessionFile[]> {
    return this.#files;
  }

  #append(entries: readonly NewJournalEntry[]): void {
    for (const entry of entries) this.entries.push({ ...structuredClone(entry), seq: this.entries.length + 1 });
  }
}

const nothing: TransactionRows<never> = { get: async () => undefined, all: async () => [], put: async () => undefined };
const emptyStores: ToolStores = { todos: nothing, entries: nothing, notes: nothing, files: nothing };
