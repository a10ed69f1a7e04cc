import type { SharedContent } from '../../ports/pwa.ts';

const mostFiles = 20;
/**
 * The maximum size of all files together, in bytes, about that of an imported plan: any web page can send a form here.
 */
const mostBytes = 20_000_000;
const longest = 50_000;

/** Stores content shared by other apps, written by the service worker, until a page takes all of it, once. */
export class ShareInbox {
  readonly #caches: CacheStorage;
  readonly #name: string;
  readonly #scope: string;

  constructor(caches: CacheStorage, scope: string) {
    this.#caches = caches;
    this.#scope = scope;
    this.#name = `cairn-shared ${new URL(scope).pathname}`;
  }

  /**
   * Stores a share and drops an earlier one that was not taken. The field names are those of the manifest's
   * `share_target`.
   */
  async put(form: FormData): Promise<void> {
    await this.#caches.delete(this.#name);
    const cache = await this.#caches.open(this.#name);
    const words = ['title', 'text', 'url'].map((field) => form.get(field)).filter((word) => typeof word === 'string');
    const text = [...new Set(words.map((word) => word.trim()))].filter(Boolean).join('\n');
    await cache.put(this.#address('text'), new Response(text.slice(0, longest)));
    const files = form.getAll('files').filter((file) => file instanceof File);
    const fitting = thatFit(files);
    await cache.put(this.#address('left'), new Response(String(files.length - fitting.length)));
    for (const [nth, file] of fitting.entries())
      await cache.put(
        this.#address(String(nth)),
        new Response(file, { headers: { 'X-Name': encodeURIComponent(file.name), 'Content-Type': file.type } }),
      );
  }

  /** Returns the shared content and removes it; null if there is none. */
  async take(): Promise<SharedContent | null> {
    if (!(await this.#caches.has(this.#name))) return null;
    const cache = await this.#caches.open(this.#name);
    const text = (await (await cache.match(this.#address('text')))?.text()) ?? '';
    const files: File[] = [];
    for (let nth = 0; nth < mostFiles; nth += 1) {
      const fileResponse = await cache.match(this.#address(String(nth)));
      if (!fileResponse) break;
      const name = decodeURIComponent(fileResponse.headers.get('X-Name') ?? '') || 'file';
      files.push(new File([await fileResponse.blob()], name, { type: fileResponse.headers.get('Content-Type') ?? '' }));
    }
    const omittedFileCount = Number((await (await cache.match(this.#address('left')))?.text()) ?? 0);
    await this.#caches.delete(this.#name);
    return { text, files, left: omittedFileCount };
  }

  #address(name: string): string {
    return new URL(`shared/${name}`, this.#scope).href;
  }
}

/** Returns the files that are within the limit, in order. */
function thatFit(files: readonly File[]): File[] {
  let room = mostBytes;
  return files.slice(0, mostFiles).filter(({ size }) => {
    if (size > room) return false;
    room -= size;
    return true;
  });
}
