import { isOnDevice, type Profile } from '../domain/profile.ts';
import type { ProviderChoice } from './app-dependencies.ts';
import { hostOf } from './host-of.ts';
import type { Words } from './words.svelte.ts';

/** What a connection is called where there are several. */
export function connectionTitle(profile: Profile, choices: readonly ProviderChoice[], { t }: Words): string {
  const { name, provider, base_url, model } = profile;
  if (name) return name;
  if (isOnDevice(profile)) return `${t('connection.on_device')} · ${model}`;
  const choice = choices.find(({ id }) => id === provider);
  return [choice?.name || hostOf(base_url), model].filter(Boolean).join(' · ');
}
