import type { CompanionErrorCode } from './protocol.ts';

export interface LogEntry {
  at: number;
  url: string;
  outcome: 'read' | 'rendered' | Exclude<CompanionErrorCode, 'bad_message'>;
  bytes: number;
}

/** All data that the companion stores, on this device. */
export interface CompanionData {
  /** The origins that the person allowed here. A site counts only while the browser grants it, too. */
  sites: string[];
  /** The origins among them whose scripts may be run, too. */
  rendered: string[];
  paused: boolean;
  /** The newest entry first. */
  log: LogEntry[];
}

/** The message from the background to the companion's pages once a change of the stored data is in force. */
export const dataInForceMessage = 'settled';

export async function readCompanionData(): Promise<CompanionData> {
  return (await chrome.storage.local.get({
    sites: [],
    rendered: [],
    paused: false,
    log: [],
  } satisfies CompanionData)) as CompanionData;
}

/** Changes the stored data; changes from all pages of the companion run one after another. */
export function changeCompanionData(change: (was: CompanionData) => Partial<CompanionData>): Promise<void> {
  return navigator.locks.request('kept', async () => chrome.storage.local.set(change(await readCompanionData())));
}

/** The maximum number of log entries of each kind, and their maximum age in milliseconds. */
const most = { read: 200, refused: 50 };
const longest = 30 * 86_400_000;

/** Returns the log with one more entry. Refused reads do not displace successful ones. */
export function logWithEntry(log: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  const freeLogEntries = { ...most };
  return [entry, ...log].filter(({ at, outcome }) => {
    const kind = outcome === 'read' || outcome === 'rendered' ? 'read' : 'refused';
    freeLogEntries[kind] -= 1;
    return freeLogEntries[kind] >= 0 && at > entry.at - longest;
  });
}
