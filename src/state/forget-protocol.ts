import type { App } from './app.svelte.ts';
import { toldIfRefused } from './told-if-refused.ts';

/** Forgets what the endpoint was found to understand: the next call begins with native tool calls again (R4.7). */
export async function forgetProtocol(app: App): Promise<void> {
  if (!app.profile) return;
  const profile = { ...app.profile };
  delete profile.protocol;
  await toldIfRefused(app, () => app.dependencies.stores.profiles.save(profile));
}
