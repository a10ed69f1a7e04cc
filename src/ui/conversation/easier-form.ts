import { profileIdFor, type Profile } from '../../records/profile.ts';
import type { App } from '../app/app.svelte.ts';
import type { ProgressItem } from './progress-item.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

type Eased = ProgressItem & { kind: 'eased' };

/**
 * Returns the model connection that a line about a change to an easier protocol refers to, if it still uses that
 * protocol; otherwise null.
 */
export function profileUsingEasierProtocol(app: App, { purpose, to }: Eased): Profile | null {
  const id = profileIdFor(purpose, app.settings);
  return app.profiles.find((profile) => profile.id === id && profile.protocol === to) ?? null;
}

/**
 * True if the connection uses, by the person's choice, the protocol that was in use before the switch that this line of
 * the conversation reports.
 */
export function isProtocolRestored(app: App, { purpose, from }: Eased): boolean {
  const id = profileIdFor(purpose, app.settings);
  return app.profiles.some((each) => each.id === id && each.protocol === from && each.protocol_stays === true);
}

/** Returns to the earlier protocol and stays with it, unless the endpoint refuses it. */
export async function restoreProtocol(app: App, item: Eased): Promise<void> {
  const profile = profileUsingEasierProtocol(app, item);
  if (!profile) return;
  const { stores } = app.dependencies;
  await saveOrToast(app, () => stores.profiles.save({ ...profile, protocol: item.from, protocol_stays: true }));
}

/** Forgets the protocol that was found for the endpoint: its next call tries native tool calls again. */
export async function forgetProtocol(app: App, currentProfile: Profile): Promise<void> {
  const profile = { ...currentProfile };
  delete profile.protocol;
  delete profile.protocol_stays;
  await saveOrToast(app, () => app.dependencies.stores.profiles.save(profile));
}
