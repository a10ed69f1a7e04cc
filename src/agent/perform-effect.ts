import type { NewJournalEntry } from '../task/journal.ts';
import type { JournalTransaction, SessionJournal } from '../ports/journal.ts';

/** The outcome of a remote effect: its record, and what is stored with it. */
export interface RemoteEffectResult {
  entry: NewJournalEntry;
  /** Completes the effect in the transaction that records it; returns the record to use instead of `entry`. */
  finish?: (transaction: JournalTransaction) => Promise<NewJournalEntry>;
}

/**
 * Work that is done once and recorded in the journal under its id: `place` says where it runs, and so how it is
 * recorded.
 */
export type Effect =
  /**
   * Runs inside the transaction that records it, so effect and record are atomic. If `isStopped` is true once that
   * transaction begins, it does not run, so it may be performed again.
   */
  | {
      place: 'local';
      id: string;
      isStopped?(): boolean;
      run(transaction: JournalTransaction): Promise<NewJournalEntry>;
    }
  /**
   * Runs outside a transaction; its result is recorded before anything uses it. If `run` returns null, nothing is
   * recorded, so the effect may be performed again; so it is if `isStopped` is true once it could be recorded.
   */
  | { place: 'remote'; id: string; isStopped?(): boolean; run(): Promise<RemoteEffectResult | null> }
  /** Asks the model; the record is staged, so it is stored no later than the first consequence of the reply. */
  | { place: 'model'; id: string; run(): Promise<NewJournalEntry | null> };

/**
 * Performs an effect and records it; everything that has an effect goes through it. An effect that is already recorded
 * is not repeated: its entry is returned, also if the tab was closed at any moment in between.
 */
export type PerformEffect = (effect: Effect) => Promise<NewJournalEntry | null>;

/**
 * Returns a function that performs each effect at most once and records it in the journal (see `PerformEffect`). While
 * the same effect is in progress in this tab, it waits for that one, and starts another only if that one recorded
 * nothing.
 */
export function createEffectPerformer(journal: SessionJournal): PerformEffect {
  const underWay = new Map<string, Promise<NewJournalEntry | null>>();

  const start = async (effect: Effect): Promise<NewJournalEntry | null> => {
    if (effect.place === 'local')
      return journal.transact(async (transaction) => {
        const recordedEntry = await transaction.recorded(effect.id);
        if (recordedEntry) return recordedEntry;
        if (effect.isStopped?.()) return null;
        const entry = await effect.run(transaction);
        await transaction.append(entry);
        return entry;
      });
    const earlierEntry = await journal.recorded(effect.id);
    if (earlierEntry) return earlierEntry;
    if (effect.place === 'model') {
      const entry = await effect.run();
      if (entry) journal.stage({ entries: [entry] });
      return entry;
    }
    const recording = await effect.run();
    if (!recording) return null;
    return journal.transact(async (transaction) => {
      if (effect.isStopped?.()) return null;
      const entry = (await recording.finish?.(transaction)) ?? recording.entry;
      await transaction.append(entry);
      return entry;
    });
  };

  return async (effect) => {
    const runningEffect = underWay.get(effect.id);
    if (runningEffect) {
      const entry = await runningEffect;
      if (entry) return entry;
    }
    const running = start(effect);
    underWay.set(effect.id, running);
    try {
      return await running;
    } finally {
      if (underWay.get(effect.id) === running) underWay.delete(effect.id);
    }
  };
}
