import { essence, type Essence } from './essence.ts';
import { journalFaults } from './journal-faults.ts';
import { repeatFaults, type Life } from './repeat-faults.ts';
import type { Sitting } from './sitting.ts';

export interface Outcome {
  essence: Essence;
  faults: string[];
  lives: Life[];
  /**
   * For each start after a kill: milliseconds until Continue could be pressed; null where nothing was left to continue.
   */
  ready: (number | null)[];
  /** Milliseconds of the last life's work. */
  duration: number;
}

/** What came of a plan of so many calls over all sittings, the last of which saw its end. */
export function outcomeOf(sittings: readonly Sitting[], calls: number): Outcome {
  const last = sittings.at(-1);
  if (!last?.end) throw new Error('The plan was not played to its end.');
  const { plan: exported, tables } = last.end;
  const lives = sittings.map(({ found, asked }, at) => ({
    asked,
    before: found.journal,
    after: (sittings[at + 1]?.found ?? tables).journal,
    cutShort: at < sittings.length - 1,
  }));
  return {
    essence: essence(exported, tables),
    faults: [
      ...sittings.flatMap(({ wrong }) => wrong),
      ...journalFaults(tables.journal, calls),
      ...lives.flatMap((life) => repeatFaults(life)),
    ],
    lives,
    ready: sittings.slice(1).map(({ ready }) => ready),
    duration: last.duration,
  };
}
