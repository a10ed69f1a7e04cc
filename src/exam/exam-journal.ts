import { effectNumber } from '../domain/task/effect-id.ts';
import type { JournalEntry, NewEntry } from '../domain/record/journal.ts';
import type { Run } from '../domain/task/run.ts';
import { SerialQueue } from '../domain/async/serial-queue.ts';
import type { JournalTransaction, LocalStores, Rows, SessionJournal } from '../ports/journal.ts';

/** A journal that ends with the object itself: nothing of an exam is stored. */
export class ExamJournal implements SessionJournal {
  readonly entries: JournalEntry[] = [];
  readonly #queue = new SerialQueue();

  async claim(): Promise<Run | null> {
    return null;
  }

  /** One after the other; an exam's tools have no stores, so only entries need to be taken back after a throw. */
  transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const added: NewEntry[] = [];
      const result = await work({
        recorded: (effect) => this.recorded(effect),
        append: async (entry) => void added.push(entry),
        stores: emptyStores,
      });
      this.#append(added);
      return result;
    });
  }

  stage({ entries }: { entries?: NewEntry[] }): void {
    this.#append(entries ?? []);
  }

  async flush(): Promise<void> {
    await this.#queue.settled();
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

  async spent(): Promise<number> {
    return this.entries.reduce(
      (sum, { body }) => sum + (body.type === 'model_reply' ? (body.reply.usage?.cost ?? 0) : 0),
      0,
    );
  }

  async messages(limit: number): Promise<JournalEntry[]> {
    return this.entries.filter(({ body }) => body.type === 'message').slice(-limit);
  }

  async files(): Promise<[]> {
    return [];
  }

  #append(entries: readonly NewEntry[]): void {
    for (const entry of entries) this.entries.push({ ...structuredClone(entry), seq: this.entries.length + 1 });
  }
}

const nothing: Rows<never> = { get: async () => undefined, all: async () => [], put: async () => undefined };
const emptyStores: LocalStores = { todos: nothing, entries: nothing, notes: nothing, files: nothing };
