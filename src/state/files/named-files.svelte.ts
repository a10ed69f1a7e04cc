import type { FileHead, SessionFile } from '../../domain/files/session-file.ts';
import { percentDecoded } from '../../domain/address/percent-decoded.ts';
import type { App } from '../app/app.svelte.ts';
import { Bridge } from '../app/bridge.svelte.ts';

const fileLike = /^[^\n]{1,190}\.\w{1,8}$/;
/** What models write before the name of a file that they have just made. */
const before = /^(?:sandbox:)?(?:\.?\/)*(?:mnt\/data\/)?/;

/** The files of the session in sight by their names, so that a text which names one can show and open it. */
export class NamedFiles {
  readonly #app: Pick<App, 'dependencies' | 'session' | 'show'>;
  readonly #heads = $derived.by(() => {
    const id = this.#app.session?.id;
    const none: readonly FileHead[] = [];
    return id === undefined ? null : new Bridge(this.#app.dependencies.stores.files.list(id), none, { calm: true });
  });
  readonly #own = $derived.by(() => this.#heads?.current.filter(({ kind }) => kind === 'file') ?? []);

  constructor(app: Pick<App, 'dependencies' | 'session' | 'show'>) {
    this.#app = app;
  }

  /** The id of the file that is meant, as a text or a link may name it; null where it names none. */
  find(written: string): string | null {
    if (!fileLike.test(written)) return null;
    const names = [written, percentDecoded(written).replace(before, '')];
    return this.#own.find(({ name }) => names.includes(name))?.id ?? null;
  }

  /** The file as it is now and becomes. */
  watch(id: string): Bridge<SessionFile | undefined> {
    return new Bridge<SessionFile | undefined>(this.#app.dependencies.stores.files.watch(id), undefined);
  }

  open(id: string): void {
    this.#app.show('files', id);
  }
}
