import { Settings, defaultSettings } from '../../records/settings.ts';
import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { observableQuery } from './soft-delete-store.ts';
import { Profile } from '../../records/profile.ts';

const only = 'settings';

/** Values that applied before these settings existed; they still apply to settings stored at that time. */
const before = { thoroughness: 'careful' } as const;

/** The settings, in one row. Missing or unreadable settings have their defaults. */
export function settingsStore(database: CairnDatabase): Stores['settings'] {
  const { settings, rows } = database;
  const get = async () => {
    const storedSettings = await settings.get(only);
    if (!storedSettings) return defaultSettings;
    const limits = { ...defaultSettings.limits, ...storedSettings.limits };
    return (
      rows.one(settings, Settings, { ...defaultSettings, ...before, ...storedSettings, limits }) ?? defaultSettings
    );
  };
  return {
    get,
    watch: () => observableQuery(get),
    change: (by) =>
      database.transaction('rw', settings, async () => {
        const newSettings = by(await get());
        await settings.put(newSettings, only);
        return newSettings;
      }),
  };
}

export function profileStore({ profiles, rows }: CairnDatabase): Stores['profiles'] {
  return {
    list: () => observableQuery(async () => rows.many(profiles, Profile, await profiles.toArray())),
    get: async (id) => rows.one(profiles, Profile, await profiles.get(id)),
    save: async (profile) => {
      await profiles.put(profile);
    },
    remove: (id) => profiles.delete(id),
  };
}
