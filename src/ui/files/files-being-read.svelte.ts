/** The ids of the files whose text is being read out of them. */
class FilesBeingRead {
  #ids = $state.raw<readonly string[]>([]);

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  add(id: string): void {
    this.#ids = [...this.#ids, id];
  }

  delete(id: string): void {
    this.#ids = this.#ids.filter((other) => other !== id);
  }
}

export const filesBeingRead = new FilesBeingRead();
