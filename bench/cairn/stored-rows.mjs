/** All rows of one of the app's tables. */
export function readRows(page, table) {
  return page.evaluate(async (name) => {
    const open = indexedDB.open('cairn');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const asked = open.result.transaction(name).objectStore(name).getAll();
    await new Promise((resolve) => (asked.onsuccess = resolve));
    open.result.close();
    return asked.result;
  }, table);
}

/** Writes rows without the app's knowledge; `keys` is needed where the table's rows do not contain their key. */
export function putRows(page, table, rows, keys = null) {
  return page.evaluate(
    async ([name, all, names]) => {
      const open = indexedDB.open('cairn');
      await new Promise((resolve) => (open.onsuccess = resolve));
      const writing = open.result.transaction(name, 'readwrite');
      all.forEach((row, at) => writing.objectStore(name).put(row, ...(names ? [names[at]] : [])));
      await new Promise((resolve, reject) => {
        writing.oncomplete = resolve;
        writing.onabort = () => reject(writing.error);
      });
      open.result.close();
    },
    [table, rows, keys],
  );
}
