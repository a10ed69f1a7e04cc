/** Counts, in the page, the transactions that write and the bytes of the rows they put. Goes in before the app starts. */
export function watchStorage(page) {
  return page.addInitScript(() => {
    const seen = { transactions: 0, bytes: 0 };
    window.storageSeen = seen;
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
      if (mode === 'readwrite') seen.transactions += 1;
      return transaction.call(this, stores, mode, ...rest);
    };
    for (const name of ['put', 'add']) {
      const write = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (row, ...rest) {
        seen.bytes += new TextEncoder().encode(JSON.stringify(row)).length;
        return write.call(this, row, ...rest);
      };
    }
  });
}

export const storageSeen = (page) => page.evaluate(() => ({ ...window.storageSeen }));
