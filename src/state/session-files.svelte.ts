import type { SessionFile } from '../domain/session-file.ts';
import type { App } from './app.svelte.ts';
import { Bridge } from './bridge.svelte.ts';

export type FileHead = Omit<SessionFile, 'content'>;

/** The files of one session; null while they are being read. */
export class SessionFiles {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #heads: Bridge<readonly FileHead[] | null>;
  readonly written = $derived.by(() => this.#heads.current?.filter((file) => file.kind === 'file') ?? null);
  readonly kept = $derived.by(() => this.#heads.current?.filter((file) => file.kind === 'artifact') ?? null);

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>, sessionId: string) {
    this.#app = app;
    this.#heads = new Bridge<readonly FileHead[] | null>(app.dependencies.stores.files.list(sessionId), null);
  }

  get unreadable(): boolean {
    return this.#heads.fault !== null;
  }

  /** The file with its content; null (and a message) when it is gone. */
  readonly read = async (id: string): Promise<SessionFile | null> => {
    const { dependencies, toasts, words } = this.#app;
    const file = await dependencies.stores.files.get(id).catch(() => undefined);
    if (!file) toasts.refuse(words.t('files.gone'));
    return file ?? null;
  };

  /** Without its sub-folders, which a browser cannot make. */
  readonly download = async (id: string): Promise<void> => {
    const file = await this.read(id);
    if (!file) return;
    const name = file.name.slice(file.name.lastIndexOf('/') + 1);
    this.#app.dependencies.saveFile(name, file.mime, file.content);
  };
}
