import { currentValue } from '../ports/observable.ts';
import { exportPlan } from '../formats/plan-file/export-plan.ts';
import type { Folder, FolderError } from '../ports/folder.ts';
import type { Stores } from '../ports/stores.ts';
import { safeFileName } from '../records/file-name.ts';
import { officeFormatOfName } from '../records/written-office.ts';
import type { FileMetadata, SessionFile } from '../records/session-file.ts';

/** Returns a file as it leaves Cairn. */
export type OutgoingFileReader = (file: SessionFile) => Promise<{ mime: string; content: string }>;

const shortId = 7;

/** One session's copy in a folder: `plan.json` and its files. A written file is not written again until it changes. */
class SessionCopy {
  readonly #folder: Folder;
  readonly #stores: Pick<Stores, 'sessions' | 'files'>;
  readonly #sessionId: string;
  readonly #outgoing: OutgoingFileReader;
  readonly #written = new Map<string, string>();
  #name: string | null = null;

  constructor(
    folder: Folder,
    stores: Pick<Stores, 'sessions' | 'files'>,
    sessionId: string,
    outgoing: OutgoingFileReader,
  ) {
    this.#folder = folder;
    this.#stores = stores;
    this.#sessionId = sessionId;
    this.#outgoing = outgoing;
  }

  /**
   * Updates the copy; a session without plan and files gets none. Writes as much as possible, even if some of it fails.
   */
  async update(): Promise<FolderError | null> {
    const { sessions, files } = this.#stores;
    const run = await sessions.run(this.#sessionId);
    const heads = (await currentValue(files.list(this.#sessionId))).filter(({ kind }) => kind === 'file');
    const hasPlan = run !== null && run.plan.steps.length > 0;
    if (!hasPlan && heads.length === 0) return null;

    const faults: FolderError[] = [];
    if (hasPlan) {
      const content = exportPlan(run.plan);
      const plan = async () => ({ mime: 'application/json', content });
      faults.push(...(await this.#write(['plan.json'], content, plan)));
    }
    const paths = sessionCopyPaths(heads, ['plan.json']);
    /** A document shows charts and pictures of the session, which may change while its text does not. */
    const pictures = heads
      .flatMap(({ mime, ...head }) => (mime.startsWith('image/') ? [stampOf(head)] : []))
      .join('\n');
    for (const head of heads) {
      const { id, name } = head;
      if (faults.some(({ code }) => code !== 'failed')) break;
      const path = paths.get(id);
      if (path)
        faults.push(
          ...(await this.#write(
            path,
            officeFormatOfName(name) === 'docx' ? `${stampOf(head)}\n${pictures}` : stampOf(head),
            async () => {
              const file = await files.get(id);
              return file && this.#outgoing(file).catch((error: unknown) => new Error(String(error)));
            },
          )),
        );
    }
    return faults[0] ?? null;
  }

  async #write(
    path: readonly string[],
    stamp: string,
    readContent: () => Promise<{ mime: string; content: string } | Error | undefined>,
  ): Promise<FolderError[]> {
    const key = path.join('/');
    if (this.#written.get(key) === stamp) return [];
    const file = await readContent();
    if (!file) return [];
    this.#name ??= await this.#findName();
    if (file instanceof Error) return [{ code: 'failed', path: [this.#name, key].join('/'), detail: file.message }];
    const error = await this.#folder.write([this.#name, ...path], file);
    if (!error) this.#written.set(key, stamp);
    return error ? [error] : [];
  }

  /**
   * Returns the name of the session's folder; an existing folder keeps its name, even if the session's title changes.
   */
  async #findName(): Promise<string> {
    const short = safeFileName(this.#sessionId.slice(-shortId));
    const present = (await this.#folder.folders()).find((name) => name === short || name.endsWith(`-${short}`));
    if (present !== undefined) return present;
    const title = (await this.#stores.sessions.get(this.#sessionId))?.title.trim() ?? '';
    return title === '' ? short : `${safeFileName(title)}-${short}`;
  }
}

const stampOf = ({ id, created_at, size, name }: Pick<FileMetadata, 'id' | 'created_at' | 'size' | 'name'>): string =>
  `${id} ${created_at} ${size} ${name}`;

/**
 * Keeps the copies of sessions in the person's folder up to date. If the folder changes, everything is written again.
 */
export class SessionCopies {
  readonly #stores: Pick<Stores, 'sessions' | 'files'>;
  readonly #outgoing: OutgoingFileReader;
  readonly #copies = new Map<string, SessionCopy>();
  #folder = '';

  constructor(stores: Pick<Stores, 'sessions' | 'files'>, outgoing: OutgoingFileReader) {
    this.#stores = stores;
    this.#outgoing = outgoing;
  }

  /** Updates one session's copy. A session that the stores cannot read keeps its previous copy. */
  async update(folder: Folder, sessionId: string): Promise<FolderError | null> {
    if (folder.name !== this.#folder) this.forget();
    this.#folder = folder.name;
    const copy = this.#copies.get(sessionId) ?? new SessionCopy(folder, this.#stores, sessionId, this.#outgoing);
    this.#copies.set(sessionId, copy);
    return copy.update().catch(() => null);
  }

  /** Forgets what has been written, so that all of it is written again. */
  forget(): void {
    this.#copies.clear();
  }
}

/**
 * Returns a path within the session's folder for each file id. The paths are unique, ignoring case; none is the folder
 * of another, and none is in `others`.
 */
export function sessionCopyPaths(
  files: readonly { id: string; name: string }[],
  others: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const takenPaths = new Set(others);
  const folders = new Set<string>();
  const paths = new Map<string, readonly string[]>();
  for (const { id, name } of [...files].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    const path: string[] = [];
    for (const [depth, part] of parts.entries()) {
      const isLast = depth === parts.length - 1;
      const isFree = (candidateName: string) => {
        const key = keyOf([...path, candidateName]);
        return !takenPaths.has(key) && !(isLast && folders.has(key));
      };
      path.push(firstFree(safeFileName(part), isFree));
      (isLast ? takenPaths : folders).add(keyOf(path));
    }
    if (path.length > 0) paths.set(id, path);
  }
  return paths;
}

/** Returns the name if it is free, otherwise the name with the first free number. */
function firstFree(name: string, isFree: (name: string) => boolean): string {
  let candidateName = name;
  for (let n = 2; !isFree(candidateName); n += 1) candidateName = name.replace(/(\.[A-Za-z0-9]{1,8})?$/, ` (${n})$1`);
  return candidateName;
}

function keyOf(path: readonly string[]): string {
  return path.join('/').normalize('NFC').toLowerCase();
}
