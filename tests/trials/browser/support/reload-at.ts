/** Which write to the journal's table the page is reloaded at, counted from 1, and on which side of it. */
export interface ReloadPoint {
  write: number;
  side: 'before' | 'after';
}

export interface ReloadWindow {
  /** Counts the journal's writes from now on, and reloads the page at one of them if told to. */
  countWrites: (point: ReloadPoint | null) => void;
  /** For each write counted: the number of its transaction. */
  journalWrites: number[];
}

/**
 * To be run in a page before its own scripts. `before`: the transaction that was to hold the write never commits;
 * `after`: it has committed, and the page does not get to know. Nothing is written from then on until the page is gone.
 */
export function reloadAt(): void {
  const transactions: IDBTransaction[] = [];
  let point: ReloadPoint | null = null;
  let leaving = false;
  const journalWrites: number[] = [];
  const countWrites = (next: ReloadPoint | null) => {
    point = next;
    journalWrites.length = 0;
    transactions.length = 0;
  };
  Object.assign(window, { countWrites, journalWrites } satisfies ReloadWindow);

  const silence = (transaction: IDBTransaction) => {
    for (const type of ['complete', 'abort', 'error'])
      transaction.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  };
  const leave = () => {
    leaving = true;
    location.reload();
  };

  for (const name of ['add', 'put', 'delete'] as const) {
    const original = Reflect.get(IDBObjectStore.prototype, name) as (...given: unknown[]) => IDBRequest;
    const watched = function (this: IDBObjectStore, ...given: unknown[]): unknown {
      const { transaction } = this;
      if (!leaving && this.name === 'journal') {
        if (!transactions.includes(transaction)) transactions.push(transaction);
        journalWrites.push(transactions.indexOf(transaction));
        if (journalWrites.length === point?.write && point.side === 'before') leave();
        if (journalWrites.length === point?.write && point.side === 'after') {
          transaction.addEventListener('complete', leave, { capture: true });
          silence(transaction);
        }
      }
      if (!leaving) return original.apply(this, given);
      silence(transaction);
      try {
        transaction.abort();
      } catch {
        // It had come to its end already.
      }
      return {};
    };
    Object.defineProperty(IDBObjectStore.prototype, name, { value: watched, writable: true, configurable: true });
  }
}
