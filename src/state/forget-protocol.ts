import type { Profile } from '../domain/profile.ts';
import type { App } from './app.svelte.ts';
import { toldIfRefused } from './told-if-refused.ts';

/** Forgets what the endpoint was found to understand: its next call begins with native tool calls again (R4.7). */
export async function forgetProtocol(app: App, known: Profile): Promise<void> {
  const profile = { ...known };
  delete profile.protocol;
  delete profile.protocol_stays;
  await toldIfRefused(app, () => app.dependencies.stores.profiles.save(profile));
}
