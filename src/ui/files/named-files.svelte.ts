import type { FileMetadata, SessionFile } from '../../records/session-file.ts';
import { createFileMentionSplitter } from '../../records/file-mention-splitter.ts';
import { percentDecoded } from '../../values/percent-decoded.ts';
import type { App } from '../app/app.svelte.ts';
import { throttledOptions, ObservableState } from '../app/observable-state.svelte.ts';

const fileLike = /^[^\n]{1,190}\.\w{1,8}$/;
/** Path prefixes that models write before the names of files they have made. */
const before = /^(?:sandbox:)?(?:\.?\/)*(?:mnt\/data\/)?/;

/** The files of the open session by name, so that texts can link to them. */
export class NamedFiles {
  readonly #app: Pick<App, 'dependencies' | 'session' | 'show'>;
  readonly #heads = $derived.by(() => {
    const id = this.#app.session?.id;
    const none: readonly FileMetadata[] = [];
    return id === undefined
      ? null
      : new ObservableState(this.#app.dependencies.stores.files.list(id), none, throttledOptions);
  });
  readonly #own = $derived.by(() => this.#heads?.current.filter(({ kind }) => kind === 'file') ?? []);

  /** Splits a text at the file names in it. */
  readonly parts = $derived(createFileMentionSplitter(this.#own.filter(({ name }) => fileLike.test(name))));

  constructor(app: Pick<App, 'dependencies' | 'session' | 'show'>) {
    this.#app = app;
  }

  /** Returns the id of the file that a text or a link names; null if it names none. */
  find(written: string): string | null {
    if (!fileLike.test(written)) return null;
    const names = [written, percentDecoded(written).replace(before, '')];
    return this.#own.find(({ name }) => names.includes(name))?.id ?? null;
  }

  /** Returns a file as a reactive value. */
  watch(id: string): ObservableState<SessionFile | undefined> {
    return new ObservableState<SessionFile | undefined>(this.#app.dependencies.stores.files.watch(id), undefined);
  }

  open(id: string): void {
    this.#app.show('files', id);
  }
}
