/** Returns one of the browser's two simple storages, or an in-memory replacement if they are disabled. */
export function webStorage(openStorage: () => Storage): Storage {
  try {
    return openStorage();
  } catch {
    return new MemoryStorage();
  }
}

/** Returns the named values that are stored under `name` as JSON; none if what is stored there is damaged. */
export function storedEntries<Value>(storage: Storage, name: string): [string, Value][] {
  try {
    const storedList = JSON.parse(storage.getItem(name) ?? '[]') as unknown;
    return Array.isArray(storedList) ? storedList.filter((each): each is [string, Value] => Array.isArray(each)) : [];
  } catch {
    return [];
  }
}

class MemoryStorage implements Storage {
  readonly #values = new Map<string, string>();
  [name: string]: unknown;

  get length(): number {
    return this.#values.size;
  }

  clear(): void {
    this.#values.clear();
  }

  getItem(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }

  removeItem(name: string): void {
    this.#values.delete(name);
  }

  setItem(name: string, value: string): void {
    this.#values.set(name, value);
  }
}
