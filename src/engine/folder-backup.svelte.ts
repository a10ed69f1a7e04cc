import { currentValue } from '../ports/observable.ts';
import { isOver } from '../task/run.ts';
import { SerialQueue } from '../values/serial-queue.ts';
import type { BackupProgress } from '../ports/backup.ts';
import type { FolderError, PickedFolder } from '../ports/folder.ts';
import type { Stores } from '../ports/stores.ts';
import type { SessionRunner } from './session-runner.ts';
import { type OutgoingFileReader, SessionCopies } from './session-copy.ts';

interface FolderBackupParts {
  stores: Pick<Stores, 'sessions' | 'files'>;
  picked: PickedFolder;
  outgoing: OutgoingFileReader;
  /** Runs the work after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, work: () => void): () => void;
  /** Shows an error to the person. */
  tell(error: FolderError, folder: string): void;
}

type Followed = Pick<SessionRunner, 'current' | 'subscribe' | 'settled'>;

/** The milliseconds without a change after which a session is copied. */
const quiet = 2000;
const allSessions = 100_000;

/**
 * Keeps a copy of each session in the folder that the person picked. The tab that works on a session copies it. An
 * error is shown once, until it is resolved, and never interrupts the session's work.
 */
export class FolderBackup {
  readonly #parts: FolderBackupParts;
  readonly #copies: SessionCopies;
  readonly #queue = new SerialQueue();
  #round = 0;
  #told: readonly string[] = [];

  /** The folder's name; null without a folder. */
  name = $state.raw<string | null>(null);
  allowed = $state.raw(true);
  /** The progress of copying all sessions after the folder was picked or permitted; null when it is finished. */
  writing = $state.raw<BackupProgress | null>(null);
  error = $state.raw<FolderError | null>(null);

  constructor(parts: FolderBackupParts) {
    this.#parts = parts;
    this.#copies = new SessionCopies(parts.stores, parts.outgoing);
  }

  get offered(): boolean {
    return this.#parts.picked.offered;
  }

  /** Reads the current folder and its permission. */
  async refresh(): Promise<void> {
    const { picked } = this.#parts;
    this.name = (await picked.current())?.name ?? null;
    this.allowed = this.name === null || (await picked.isAllowed());
  }

  readonly choose = async (): Promise<void> => {
    if (await this.#parts.picked.pick()) await this.#startOver();
  };

  readonly allow = async (): Promise<void> => {
    if (await this.#parts.picked.allow()) await this.#startOver();
  };

  readonly stop = async (): Promise<void> => {
    this.#round += 1;
    await this.#parts.picked.forget();
    this.#forget();
    await this.refresh();
  };

  /** Copies a session after each pause in its changes and when its task ends, until the signal is aborted. */
  follow(sessionId: string, runner: Followed, signal: AbortSignal): void {
    if (signal.aborted) return;
    let last = runner.current().run;
    let callOff: (() => void) | null = null;
    const copy = () => {
      callOff?.();
      callOff = null;
      void this.#queue.run(() => this.#copy(sessionId));
    };
    const soon = () => {
      callOff?.();
      callOff = this.#parts.after(quiet, copy);
    };
    const ends = [
      runner.subscribe(({ run }) => {
        if (run === last) return;
        const hasEnded = run !== null && isOver(run.phase) && !(last && isOver(last.phase));
        last = run;
        if (hasEnded) void runner.settled().then(copy, () => undefined);
        else soon();
      }),
      this.#parts.stores.files.list(sessionId).subscribe(soon, () => undefined),
    ];
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
      if (callOff) copy();
    });
  }

  async #startOver(): Promise<void> {
    this.#forget();
    await this.refresh();
    const round = (this.#round += 1);
    const sessions = await currentValue(this.#parts.stores.sessions.list(allSessions)).catch(() => []);
    for (const [copiedSessions, { id }] of sessions.entries()) {
      if (round !== this.#round) return;
      this.writing = { done: copiedSessions, total: sessions.length };
      const error = await this.#queue.run(() => this.#copy(id));
      if (error && error.code !== 'failed') break;
    }
    if (round === this.#round) this.writing = null;
  }

  #forget(): void {
    this.#copies.forget();
    this.#told = [];
    this.error = null;
    this.writing = null;
  }

  async #copy(sessionId: string): Promise<FolderError | null> {
    const folder = await this.#parts.picked.current();
    if (!folder) return null;
    const error = (await this.#parts.picked.isAllowed())
      ? await this.#copies.update(folder, sessionId)
      : { code: 'denied' as const };
    this.allowed = error?.code !== 'denied';
    if (error) this.#say(error, folder.name);
    else {
      this.#told = this.#told.filter((name) => name.startsWith('failed '));
      this.error = null;
    }
    return error;
  }

  #say(error: FolderError, folder: string): void {
    this.error = error;
    const name = error.code === 'failed' ? `failed ${error.path}` : error.code;
    if (this.#told.includes(name)) return;
    this.#told = [...this.#told, name];
    this.#parts.tell(error, folder);
  }
}
