import type { Page } from '@playwright/test';
import type { BrowserModelFileStore } from '../../../src/browser/model-file-store.ts';
import type {
  ModelFileStore,
  ModelTransferProgress,
  ModelFileOptions,
  ModelFileOutcome,
  StoredModel,
} from '../../../src/ports/model-file-store.ts';
import { pageModule } from './page-module.ts';

interface Held {
  files: BrowserModelFileStore;
  stops: Map<number, AbortController>;
  told: (id: number, progress: ModelTransferProgress) => Promise<void>;
}
type PageGlobals = typeof globalThis & {
  held: Held;
  filesModule: { BrowserModelFileStore: typeof BrowserModelFileStore };
};

/** The real files, as it works inside a page, to be spoken to from a test. */
export class PageModelFiles implements ModelFileStore {
  readonly #page: Page;
  readonly #hears = new Map<number, (progress: ModelTransferProgress) => void>();
  #next = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** On a page of the app's site that lets scripts reach other sites, as the app's own does not. */
  static async in(page: Page): Promise<PageModelFiles> {
    await page.goto('/plan.schema.json');
    const made = new PageModelFiles(page);
    await page.exposeFunction('told', (id: number, progress: ModelTransferProgress) => made.#hears.get(id)?.(progress));
    await page.evaluate(await pageModule('src/browser/model-file-store.ts', 'filesModule'));
    await page.evaluate(() => {
      const globals = globalThis as PageGlobals;
      const { told } = globals as unknown as Held;
      globals.held = {
        files: new globals.filesModule.BrowserModelFileStore(navigator.storage, () => fetch),
        stops: new Map(),
        told,
      };
    });
    return made;
  }

  list(): Promise<readonly StoredModel[]> {
    return this.#page.evaluate(() => (globalThis as PageGlobals).held.files.list());
  }

  fromAddress(address: string, options: ModelFileOptions): Promise<ModelFileOutcome> {
    return this.#transfer({ address }, options);
  }

  async fromFile(file: File, options: ModelFileOptions): Promise<ModelFileOutcome> {
    return this.#transfer(
      { name: file.name, bytes: Buffer.from(await file.arrayBuffer()).toString('base64') },
      options,
    );
  }

  async open(name: string): Promise<File | null> {
    const bytes = await this.#page.evaluate(async (asked) => {
      const file = await (globalThis as PageGlobals).held.files.open(asked);
      return file && Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
    }, name);
    return bytes === null ? null : new File([Buffer.from(bytes, 'latin1')], name);
  }

  remove(name: string): Promise<boolean> {
    return this.#page.evaluate((asked) => (globalThis as PageGlobals).held.files.remove(asked), name);
  }

  async #transfer(
    source: { address: string } | { name: string; bytes: string },
    { signal, onProgress }: ModelFileOptions,
  ): Promise<ModelFileOutcome> {
    const id = (this.#next += 1);
    this.#hears.set(id, onProgress);
    const begun = this.#page.evaluate(
      async ({ id, source, aborted }) => {
        const { held } = globalThis as PageGlobals;
        const stop = new AbortController();
        held.stops.set(id, stop);
        if (aborted) stop.abort();
        const telling: Promise<void>[] = [];
        const options = {
          signal: stop.signal,
          onProgress: (progress: ModelTransferProgress) => void telling.push(held.told(id, progress)),
        };
        const outcome =
          'address' in source
            ? await held.files.fromAddress(source.address, options)
            : await held.files.fromFile(
                new File([Uint8Array.from(atob(source.bytes), (each) => each.charCodeAt(0))], source.name),
                options,
              );
        await Promise.all(telling);
        return outcome;
      },
      { id, source, aborted: signal.aborted },
    );
    signal.addEventListener('abort', () => {
      void this.#page.evaluate((which) => (globalThis as PageGlobals).held.stops.get(which)?.abort(), id);
    });
    return begun;
  }
}
