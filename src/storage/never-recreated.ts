/**
 * IndexedDB that makes no new database where there must be an old one: after the first opening, and where `expected` says
 * so. A browser that has dropped what was stored would otherwise begin again with nothing, and nobody would know.
 * `closed` hears of a connection that the browser has cut.
 */
export function neverRecreated(
  factory: IDBFactory,
  { expected, gone, closed }: { expected: () => boolean; gone: () => void; closed: () => void },
): IDBFactory {
  let opened = false;
  return {
    open(name, version) {
      const request = factory.open(name, version);
      request.addEventListener('upgradeneeded', (event) => {
        if (event.oldVersion > 0 || !(opened || expected())) return;
        event.stopImmediatePropagation();
        request.transaction?.abort();
        gone();
      });
      request.addEventListener('success', () => {
        opened = true;
        request.result.addEventListener('close', () => setTimeout(closed));
      });
      return request;
    },
    deleteDatabase: (name) => {
      opened = false;
      return factory.deleteDatabase(name);
    },
    databases: () => factory.databases(),
    cmp: (a, b) => factory.cmp(a, b),
  };
}
