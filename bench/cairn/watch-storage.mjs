/**
 * Returns the number of write transactions and the bytes of the rows that they put, in the page and in its engine
 * worker, since the first call.
 */
export async function storageSeen(page) {
  const engine = page.workers().filter((worker) => worker.url().includes('engine-worker'));
  const seen = await Promise.all([page, ...engine].map((thread) => thread.evaluate(count)));
  return {
    transactions: seen.reduce((sum, { transactions }) => sum + transactions, 0),
    bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function count() {
  if (self.storageSeen) return { ...self.storageSeen };
  const seen = { transactions: 0, bytes: 0 };
  self.storageSeen = seen;
  const counted = new WeakSet();
  for (const name of ['put', 'add', 'delete', 'clear']) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (row, ...rest) {
      if (!counted.has(this.transaction)) seen.transactions += 1;
      counted.add(this.transaction);
      if (name === 'put' || name === 'add') seen.bytes += new TextEncoder().encode(JSON.stringify(row)).length;
      return write.call(this, row, ...rest);
    };
  }
  return { ...seen };
}
