import { profileFor } from '../domain/profile-for.ts';
import type { Profile } from '../domain/profile.ts';
import type { App } from './app.svelte.ts';
import type { ProgressItem } from './progress-item.ts';
import { toldIfRefused } from './told-if-refused.ts';

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
  await toldIfRefused(app, () => stores.profiles.save({ ...profile, protocol: item.from, protocol_stays: true }));
}
