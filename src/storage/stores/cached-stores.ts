import { Dexie, type Table } from 'dexie';
import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';

/** Returns the same stores, with settings and profiles cached until a change, in whichever tab, or until `forget`. */
export function cachedStores(
  { settings, profiles }: CairnDatabase,
  stores: Stores,
): Pick<Stores, 'settings' | 'profiles'> & { forget(): void } {
  const settingsOf = remembered(settings, () => stores.settings.get());
  const profileOf = remembered(profiles, (id) => stores.profiles.get(id));
  return {
    settings: { ...stores.settings, get: () => settingsOf.get('') },
    profiles: { ...stores.profiles, get: profileOf.get },
    forget: () => {
      settingsOf.forget();
      profileOf.forget();
    },
  };
}

function remembered<T>(
  table: Table,
  read: (key: string) => Promise<T>,
): { get: (key: string) => Promise<T>; forget: () => void } {
  const known = new Map<string, Promise<T>>();
  const place = `idb://${table.db.name}/${table.name}/`;
  Dexie.on('storagemutated', (parts) => {
    if ('all' in parts || Object.keys(parts).some((part) => part.startsWith(place))) known.clear();
  });
  const get = (key: string) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    value.catch(() => {
      if (known.get(key) === value) known.delete(key);
    });
    return value;
  };
  return { get, forget: () => known.clear() };
}
