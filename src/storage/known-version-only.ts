/**
 * IndexedDB that opens databases of the version asked for, or older ones. Dexie answers a newer database by opening it
 * unversioned and "mending" its tables, which would spoil a newer app's data: here that second try is refused.
 */
export function knownVersionOnly(factory: IDBFactory, refused: () => void): IDBFactory {
  return {
    open(name, version) {
      if (version !== undefined) return factory.open(name, version);
      refused();
      throw new DOMException('The database belongs to a newer version of the app.', 'VersionError');
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (a, b) => factory.cmp(a, b),
  };
}
