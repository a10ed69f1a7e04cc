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
  readValue: (key: string) => Promise<T>,
): { get: (key: string) => Promise<T>; forget: () => void } {
  const cachedValues = new Map<string, Promise<T>>();
  const place = `idb://${table.db.name}/${table.name}/`;
  Dexie.on('storagemutated', (parts) => {
    if ('all' in parts || Object.keys(parts).some((part) => part.startsWith(place))) cachedValues.clear();
  });
  const get = (key: string) => {
    const value = cachedValues.get(key) ?? readValue(key);
    cachedValues.set(key, value);
    value.catch(() => {
      if (cachedValues.get(key) === value) cachedValues.delete(key);
    });
    return value;
  };
  return { get, forget: () => cachedValues.clear() };
}
