import { Dexie } from 'dexie';
import { createLazyLoader } from '../values/lazy-loader.ts';
import { Emitter } from '../values/emitter.ts';
import type { Observable } from '../ports/observable.ts';
import type { StorageHealth, StorageError } from '../ports/storage-health.ts';
import type { CairnDatabase } from './database.ts';
import { deletionMarkerValue, databaseFlagKey } from './stored-mark.ts';
import { storageErrorOf } from './storage-error.ts';

/** All errors, most severe first. */
const order: readonly StorageError['code'][] = [
  'outdated',
  'gone',
  'unavailable',
  'blocked',
  'slow',
  'full',
  'refused',
  'damaged',
];
/** Errors that are over once a write succeeds. */
const overWhenWritten: ReadonlySet<string> = new Set(['unavailable', 'full', 'refused']);
const overWhenOpen: ReadonlySet<string> = new Set(['blocked', 'slow']);

const slow = 3000;

/**
 * Monitors one database. A mark in separate storage says that the database has contents, so that a missing database is
 * recognised as a loss.
 */
export class DatabaseHealth implements StorageHealth {
  readonly database: CairnDatabase;
  readonly opened: Promise<void>;
  readonly faults: Observable<readonly StorageError[]>;
  readonly #mark: Storage;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #listeners = new Emitter<readonly StorageError[]>();
  #list: readonly StorageError[] = [];
  readonly #erasure = createLazyLoader(
    async () => new (await import('./erasure.ts')).DatabaseErasure(this.database, this.#mark, this.#wait),
  );
  #isOpen: () => void = () => undefined;

  /**
   * `database` creates the database to monitor; it gets a function to report errors, and one that returns true if the
   * database must exist.
   */
  constructor(parts: {
    database: (report: (error: StorageError) => void, expected: () => boolean) => CairnDatabase;
    mark: Storage;
    wait: (ms: number) => Promise<void>;
  }) {
    this.#mark = parts.mark;
    this.#wait = parts.wait;
    this.opened = new Promise((resolve) => (this.#isOpen = resolve));
    this.faults = { subscribe: (next) => this.#subscribe(next) };
    this.database = parts.database(
      (error) => this.#add(error),
      () => this.#mark.getItem(databaseFlagKey) !== null,
    );
    Dexie.on('storagemutated', (changedParts) => this.#written(Object.keys(changedParts)));
  }

  async open(): Promise<StorageError | null> {
    const opening = this.#openErased().then(
      () => {
        this.#drop(overWhenOpen);
        this.#isOpen();
        return null;
      },
      (error: unknown) => {
        if (this.#list.length === 0) this.#add(storageErrorOf(error));
        return this.#list[0] ?? null;
      },
    );
    const late = this.#wait(slow).then((): StorageError => ({ code: 'slow' }));
    const inTheWay = new Promise<StorageError>((resolve) => {
      this.#subscribe(([gravest]) => {
        if (gravest) resolve(gravest);
      });
    });
    return Promise.race([opening, inTheWay, late]);
  }

  /** Opens the database, after finishing a deletion that was begun. */
  async #openErased(): Promise<void> {
    if (this.#mark.getItem(databaseFlagKey) === deletionMarkerValue) await (await this.#erasure()).finish();
    await this.database.open();
  }

  async erase(): Promise<'done' | 'held' | 'refused'> {
    return (await this.#erasure()).erase();
  }

  allowNewDatabase(): void {
    this.#mark.removeItem(databaseFlagKey);
  }

  #subscribe(next: (faults: readonly StorageError[]) => void): () => void {
    const end = this.#listeners.add(next);
    next(this.#list);
    return end;
  }

  #add(error: StorageError): void {
    const others = this.#list.filter((known) => known.code !== error.code || isOther(known, error));
    this.#send([...others, error].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code)));
  }

  #written(places: readonly string[]): void {
    const own = places.filter((place) => place.startsWith(`idb://${this.database.name}/`));
    if (own.length === 0) return;
    this.#drop(overWhenWritten);
    if (own.some((place) => place.startsWith(`idb://${this.database.name}/sessions/`))) void this.#remember();
  }

  async #remember(): Promise<void> {
    if (this.#mark.getItem(databaseFlagKey) !== null) return;
    const some = await this.database.sessions
      .limit(1)
      .count()
      .catch(() => 0);
    if (some > 0) this.#mark.setItem(databaseFlagKey, '1');
  }

  #drop(codes: ReadonlySet<string>): void {
    if (this.#list.some(({ code }) => codes.has(code))) this.#send(this.#list.filter(({ code }) => !codes.has(code)));
  }

  #send(list: readonly StorageError[]): void {
    this.#list = list;
    this.#listeners.emit(list);
  }
}

const isOther = (a: StorageError, b: StorageError) =>
  a.code === 'damaged' && b.code === 'damaged' && (a.table !== b.table || a.key !== b.key);
