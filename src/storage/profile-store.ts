import { Profile } from '../domain/profile.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';

export function profileStore({ profiles, rows }: CairnDatabase): Stores['profiles'] {
  return {
    list: () => live(async () => rows.many(profiles, Profile, await profiles.toArray())),
    get: async (id) => rows.one(profiles, Profile, await profiles.get(id)),
    save: async (profile) => {
      await profiles.put(profile);
    },
    remove: (id) => profiles.delete(id),
  };
}
