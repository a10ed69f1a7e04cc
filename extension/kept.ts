import type { Refusal } from './protocol.ts';

export interface LogEntry {
  at: number;
  url: string;
  outcome: 'read' | 'rendered' | Exclude<Refusal, 'bad_message'>;
  bytes: number;
}

/** All that the companion keeps, on this device. */
export interface Kept {
  /** The origins that the person allowed here. A site counts only while the browser grants it, too. */
  sites: string[];
  /** Those of them whose scripts may be run, too. */
  rendered: string[];
  paused: boolean;
  /** The newest first. */
  log: LogEntry[];
}

/** What the background says to the companion's pages once a change of what is kept is in force. */
export const settled = 'settled';

export async function kept(): Promise<Kept> {
  return (await chrome.storage.local.get({ sites: [], rendered: [], paused: false, log: [] } satisfies Kept)) as Kept;
}

/** Changes what is kept, one change after another, whichever page of the companion makes it. */
export function keep(change: (was: Kept) => Partial<Kept>): Promise<void> {
  return navigator.locks.request('kept', async () => chrome.storage.local.set(change(await kept())));
}

/** How many entries of each kind, and how long in milliseconds, the log keeps. */
const most = { read: 200, refused: 50 };
const longest = 30 * 86_400_000;

/** The log with one more entry. What was refused takes no room from what was read. */
export function withEntry(log: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  const left = { ...most };
  return [entry, ...log].filter(({ at, outcome }) => {
    const kind = outcome === 'read' || outcome === 'rendered' ? 'read' : 'refused';
    left[kind] -= 1;
    return left[kind] >= 0 && at > entry.at - longest;
  });
}
