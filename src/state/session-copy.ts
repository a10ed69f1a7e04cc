import { firstOf } from '../commands/first-of.ts';
import { exportPlan } from '../planfile/export-plan.ts';
import type { Folder, FolderFault } from '../ports/folder.ts';
import type { Stores } from '../ports/stores.ts';
import { copyPaths } from './copy-paths.ts';
import { safeName } from './safe-name.ts';

const shortId = 7;

/** One session's copy in a folder: `plan.json` and its files. What this copy has written and has not changed is not written again. */
export class SessionCopy {
  readonly #folder: Folder;
  readonly #stores: Pick<Stores, 'sessions' | 'files'>;
  readonly #sessionId: string;
  readonly #written = new Map<string, string>();
  #name: string | null = null;

  constructor(folder: Folder, stores: Pick<Stores, 'sessions' | 'files'>, sessionId: string) {
    this.#folder = folder;
    this.#stores = stores;
    this.#sessionId = sessionId;
  }

  /** Brings the copy up to date; a session without plan and files gets none. What can be written is, whatever else fails. */
  async update(): Promise<FolderFault | null> {
    const { sessions, files } = this.#stores;
    const run = await sessions.run(this.#sessionId);
    const heads = (await firstOf(files.list(this.#sessionId))).filter(({ kind }) => kind === 'file');
    const hasPlan = run !== null && run.plan.steps.length > 0;
    if (!hasPlan && heads.length === 0) return null;

    const faults: FolderFault[] = [];
    if (hasPlan) {
      const content = exportPlan(run.plan);
      const plan = async () => ({ mime: 'application/json', content });
      faults.push(...(await this.#write(['plan.json'], content, plan)));
    }
    const paths = copyPaths(heads, ['plan.json']);
    for (const { id, created_at, size } of heads) {
      if (faults.some(({ code }) => code !== 'failed')) break;
      const path = paths.get(id);
      if (path) faults.push(...(await this.#write(path, `${id} ${created_at} ${size}`, () => files.get(id))));
    }
    return faults[0] ?? null;
  }

  async #write(
    path: readonly string[],
    stamp: string,
    read: () => Promise<{ mime: string; content: string } | undefined>,
  ): Promise<FolderFault[]> {
    const key = path.join('/');
    if (this.#written.get(key) === stamp) return [];
    const file = await read();
    if (!file) return [];
    this.#name ??= await this.#findName();
    const fault = await this.#folder.write([this.#name, ...path], file);
    if (!fault) this.#written.set(key, stamp);
    return fault ? [fault] : [];
  }

  /** A folder that this session has already is its folder for good, whatever its title becomes. */
  async #findName(): Promise<string> {
    const short = safeName(this.#sessionId.slice(-shortId));
    const present = (await this.#folder.folders()).find((name) => name === short || name.endsWith(`-${short}`));
    if (present !== undefined) return present;
    const title = (await this.#stores.sessions.get(this.#sessionId))?.title.trim() ?? '';
    return title === '' ? short : `${safeName(title)}-${short}`;
  }
}
