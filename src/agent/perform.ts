import type { NewEntry } from '../domain/record/journal.ts';
import type { JournalTransaction, SessionJournal } from '../ports/journal.ts';
import type { SessionFile } from '../domain/files/session-file.ts';

/** What a remote effect left: its record, and a file to be stored with it. */
export interface Recording {
  entry: NewEntry;
  file?: SessionFile;
  /** The rest of the effect, which runs in the transaction that records it; gives the record in place of `entry`. */
  finish?: (transaction: JournalTransaction) => Promise<NewEntry>;
}

export type Effect =
  /** Runs inside the transaction that records it: effect and record are one (R12.1). */
  | { place: 'local'; id: string; run(transaction: JournalTransaction): Promise<NewEntry> }
  /** Runs outside; recorded before anything uses it. Null leaves no record, so that it may be made again. */
  | { place: 'remote'; id: string; run(): Promise<Recording | null> };

/** The only way to an effect: a recorded one is returned and never made again, wherever the tab died (R12.1). */
export type Perform = (effect: Effect) => Promise<NewEntry | null>;

/** An effect that is still under way in this tab is joined, not started a second time. */
export function performOver(journal: SessionJournal): Perform {
  const underWay = new Map<string, Promise<NewEntry | null>>();

  const start = async (effect: Effect): Promise<NewEntry | null> => {
    if (effect.place === 'local')
      return journal.transact(async (transaction) => {
        const seen = await transaction.recorded(effect.id);
        if (seen) return seen;
        const entry = await effect.run(transaction);
        await transaction.append(entry);
        return entry;
      });
    const seen = await journal.recorded(effect.id);
    if (seen) return seen;
    const recording = await effect.run();
    if (!recording) return null;
    return journal.transact(async (transaction) => {
      if (recording.file) await transaction.stores.files.put(recording.file);
      const entry = (await recording.finish?.(transaction)) ?? recording.entry;
      await transaction.append(entry);
      return entry;
    });
  };

  return async (effect) => {
    const joined = underWay.get(effect.id);
    if (joined) {
      const entry = await joined;
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
