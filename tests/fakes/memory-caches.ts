/** The part of the browser's caches that the service worker uses. */
export class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>();

  async open(name: string): Promise<MemoryCache> {
    const cache = this.#caches.get(name) ?? new MemoryCache();
    this.#caches.set(name, cache);
    return cache;
  }

  async has(name: string): Promise<boolean> {
    return this.#caches.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }
}

class MemoryCache {
  readonly #responses = new Map<string, Response>();

  async match(request: Request | string): Promise<Response | undefined> {
    return this.#responses.get(addressOf(request))?.clone();
  }

  async put(request: Request | string, response: Response): Promise<void> {
    this.#responses.set(addressOf(request), response);
  }
}

const addressOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);
