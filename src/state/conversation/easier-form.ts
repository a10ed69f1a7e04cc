import { profileFor, type Profile } from '../../domain/model/profile.ts';
import type { App } from '../app/app.svelte.ts';
import type { ProgressItem } from './progress-item.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

type Eased = ProgressItem & { kind: 'eased' };

/** The connection that now works in the easier form which the line tells of, and may go back; null where it does not. */
export function easedProfile(app: App, { purpose, to }: Eased): Profile | null {
  const id = profileFor(purpose, app.settings);
  return app.profiles.find((profile) => profile.id === id && profile.protocol === to) ?? null;
}

/** Goes back to the form before, and stays with it: only a refusal of the endpoint changes it then (R4.7). */
export async function stayWithProtocol(app: App, item: Eased): Promise<void> {
  const profile = easedProfile(app, item);
  if (!profile) return;
  const { stores } = app.dependencies;
  await saveOrToast(app, () => stores.profiles.save({ ...profile, protocol: item.from, protocol_stays: true }));
}

/** Forgets what the endpoint was found to understand: its next call begins with native tool calls again (R4.7). */
export async function forgetProtocol(app: App, known: Profile): Promise<void> {
  const profile = { ...known };
  delete profile.protocol;
  delete profile.protocol_stays;
  await saveOrToast(app, () => app.dependencies.stores.profiles.save(profile));
}
