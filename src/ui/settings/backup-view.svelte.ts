import { currentValue } from '../../ports/observable.ts';
import { nextOccurrence, setScheduledRunActive } from '../../calendar/next-occurrence.ts';
import type { ScheduledRun } from '../../records/scheduled-run.ts';
import { dateAt } from '../../values/calendar-date.ts';
import {
  type Backup,
  type BackupError,
  type BackupProgress,
  type RestoreResult,
  type RestoredCounts,
  restoredKinds,
} from '../../ports/backup.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StorageQuota } from '../../ports/storage-health.ts';
import type { Stores } from '../../ports/stores.ts';
import type { FolderBackup } from '../../engine/folder-backup.svelte.ts';
import { applySettingsOrToast, type SettingsHost } from '../app/apply-settings.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { joinItems, joinSentences } from '../kit/join-items.ts';
import type { Translator } from '../app/translator.svelte.ts';

interface BackupViewParts {
  backup: Backup;
  folder: FolderBackup;
  room: StorageQuota;
  clock: Clock;
  saveFile: (name: string, file: Blob) => void;
  stores: Pick<Stores, 'scheduledRuns' | 'sessions' | 'settings'>;
  /** The parts of the page that a restore changes. */
  app: Promise<SettingsHost & { session: object | null; openSession: (id: string) => Promise<void> }>;
  /**
   * Deletes everything and reloads the page; calls `held` if another tab blocks that. Resolves to false if the browser
   * refuses; rejects, with nothing deleted, if a part of the page cannot be loaded.
   */
  eraseAll: (held: () => void) => Promise<boolean>;
}

/** The state of a backup or restore, or its result. */
type DataWork =
  | { kind: 'idle' }
  | { kind: 'saving' | 'restoring'; progress: BackupProgress }
  | { kind: 'saved'; name: string }
  | ({ kind: 'restored' } & Omit<RestoreResult, 'waiting'>)
  | { kind: 'failed'; error: BackupError };

/** Everything that the person has stored: how long it is kept, backup and restore. It lives longer than the dialog. */
export class BackupView {
  readonly #parts: BackupViewParts;
  readonly folder: FolderBackup;

  figures = $state.raw<{ used: number; allowed: number } | null>(null);
  promised = $state.raw(false);
  /** True if the browser was asked for persistent storage and refused. */
  refused = $state.raw(false);
  unreadable = $state.raw(0);
  /**
   * The plans of the last restored backup that would start at set times; they do not until the person turns them on.
   */
  waiting = $state.raw<readonly ScheduledRun[]>([]);
  /** A backup of which the person has to say whether it is their own. */
  unproved = $state.raw<Blob | null>(null);
  work = $state.raw<DataWork>({ kind: 'idle' });
  /** The state of deleting everything; null if that has not begun. */
  erasing = $state.raw<'at_work' | 'held' | 'refused' | 'not_loaded' | null>(null);

  constructor(parts: BackupViewParts) {
    this.#parts = parts;
    this.folder = parts.folder;
  }

  get backup(): Backup {
    return this.#parts.backup;
  }

  get isBusy(): boolean {
    const isErasing = this.erasing === 'at_work' || this.erasing === 'held';
    return isErasing || this.work.kind === 'saving' || this.work.kind === 'restoring';
  }

  /** Reads the present state again: storage use, persistence, unreadable records and the backup folder. */
  readonly look = async (): Promise<void> => {
    const { room, backup } = this.#parts;
    if (!this.isBusy) this.work = { kind: 'idle' };
    await Promise.all([
      room.figures().then((figures) => (this.figures = figures)),
      room.isPromised().then((promised) => (this.promised = promised)),
      backup.unreadable().then((count) => (this.unreadable = count)),
      this.folder.refresh(),
    ]);
  };

  readonly askPromise = async (): Promise<void> => {
    this.promised = await this.#parts.room.ask();
    this.refused = !this.promised;
  };

  readonly save = async (): Promise<void> => {
    if (this.isBusy) return;
    this.work = { kind: 'saving', progress: { done: 0, total: 0 } };
    const outcome = await this.#parts.backup.save((progress) => (this.work = { kind: 'saving', progress }));
    if (!outcome.ok) this.work = { kind: 'failed', error: outcome.error };
    else this.#hand('cairn-backup', outcome.value);
  };

  /** Restores a backup of this browser; of any other, the person is asked first whether it is their own. */
  readonly restore = async (file: Blob): Promise<void> => {
    if (this.isBusy) return;
    this.work = { kind: 'restoring', progress: { done: 0, total: 0 } };
    this.unproved = (await this.backup.isUnproved(file)) ? file : null;
    if (this.unproved) this.work = { kind: 'idle' };
    else await this.#restore(file, true);
  };

  /** Restores the backup in `unproved`: as the person's own, or as text from outside. */
  readonly restoreUnproved = async (isOwn: boolean): Promise<void> => {
    const file = this.unproved;
    if (this.isBusy || !file) return;
    this.unproved = null;
    await this.#restore(file, isOwn);
  };

  async #restore(file: Blob, isOwn: boolean): Promise<void> {
    this.work = { kind: 'restoring', progress: { done: 0, total: 0 } };
    const outcome = await this.backup.restore(file, (progress) => (this.work = { kind: 'restoring', progress }), isOwn);
    if (outcome.ok) await this.#showRestored().catch(() => undefined);
    if (outcome.ok) this.waiting = await this.#runs(outcome.value.waiting).catch(() => []);
    await this.look();
    this.work = outcome.ok ? { kind: 'restored', ...outcome.value } : { kind: 'failed', error: outcome.error };
  }

  /** Turns on the restored plans in `waiting`. */
  readonly turnOn = async (): Promise<void> => {
    const { app, clock, stores } = this.#parts;
    const now = Date.parse(clock.now());
    const runs = await this.#runs(this.waiting.map(({ id }) => id)).catch(() => []);
    const store = async () => {
      for (const run of runs) await stores.scheduledRuns.save(setScheduledRunActive(run, true, now));
    };
    if (await saveOrToast(await app, store)) this.waiting = [];
  };

  /** Returns the present state of those scheduled runs that are off and have a time left. */
  async #runs(ids: readonly string[]): Promise<ScheduledRun[]> {
    const { clock, stores } = this.#parts;
    const now = Date.parse(clock.now());
    const runs = await Promise.all(ids.map((id) => stores.scheduledRuns.get(id)));
    return runs.flatMap((run) =>
      run && !run.active && run.deleted_at === null && nextOccurrence(run, now) !== null ? [run] : [],
    );
  }

  readonly eraseAll = async (): Promise<void> => {
    if (this.isBusy) return;
    this.erasing = 'at_work';
    try {
      const isDone = await this.#parts.eraseAll(() => (this.erasing = 'held'));
      if (!isDone) this.erasing = 'refused';
    } catch {
      this.erasing = 'not_loaded';
    }
  };

  readonly saveUnreadable = async (): Promise<void> => {
    if (this.isBusy) return;
    const outcome = await this.#parts.backup.saveUnreadable();
    if (outcome.ok) this.#hand('cairn-unreadable', outcome.value);
    else this.work = { kind: 'failed', error: outcome.error };
  };

  /** Applies restored settings, and opens the newest session if none is open. */
  async #showRestored(): Promise<void> {
    const app = await this.#parts.app;
    const { settings, sessions } = this.#parts.stores;
    await applySettingsOrToast(app, await settings.get());
    const [newest] = await currentValue(sessions.list(1));
    if (newest && !app.session) await app.openSession(newest.id);
  }

  #hand(what: string, file: Blob): void {
    const { clock, saveFile } = this.#parts;
    const name = `${what}-${dateAt(Date.parse(clock.now()), clock.zone())}.jsonl`;
    saveFile(name, file);
    this.work = { kind: 'saved', name };
  }
}

/** The most sessions that the result of a restore names. */
const mostNamed = 3;

/** Returns the result of a backup or a restore, in sentences; empty if there is none. */
export function backupResultText(
  work: DataWork,
  words: Pick<Translator, 't' | 'tDynamic' | 'locale' | 'language'>,
): string {
  switch (work.kind) {
    case 'idle':
    case 'saving':
    case 'restoring':
      return '';
    case 'saved':
      return words.t('data.saved', { name: work.name });
    case 'failed':
      return words.tDynamic(`data.fault_${work.error.code}`, { ...work.error });
    case 'restored': {
      const [restored, keptCounts] = [backupCountsText(work.restored, words), backupCountsText(work.kept, words)];
      const leftOutCounts = backupCountsText(work.leftOut, words);
      const { further } = work;
      const some = further.slice(0, mostNamed).map((name) => words.t('data.quoted', { name }));
      const [first, n] = [joinItems(some, words), further.length - some.length];
      const titles = n === 0 ? first : words.t('data.and_more', { first, n });
      if (restored === '' && leftOutCounts === '' && further.length === 0) return words.t('data.nothing_restored');
      const sentences = [
        restored === '' ? '' : words.t('data.restored', { list: restored }),
        keptCounts === '' ? '' : words.t('data.restored_kept', { list: keptCounts }),
        leftOutCounts === '' ? '' : words.t('data.restored_left', { list: leftOutCounts }),
        further.length === 0 ? '' : words.t('data.restored_further', { n: further.length, titles }),
      ];
      return joinSentences(sentences, words);
    }
  }
}

/** Returns the counts in words, such as “2 sessions and 1 note”; empty if there are none. */
export function backupCountsText(
  counts: RestoredCounts,
  { t, locale, language }: Pick<Translator, 't' | 'locale' | 'language'>,
): string {
  const countTexts = restoredKinds.flatMap((kind) =>
    counts[kind] ? [t(`data.count.${kind}`, { n: counts[kind] })] : [],
  );
  return language === 'zh'
    ? countTexts.join('、')
    : new Intl.ListFormat(locale, { type: 'conjunction' }).format(countTexts);
}
