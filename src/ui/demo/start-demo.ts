import { demoGoal, demoSessionPrefix } from '../../task/demo-ids.ts';
import type { App } from '../app/app.svelte.ts';
import { withoutOverlappingCalls } from '../kit/double-press.ts';

/** Starts the demo's goal with the scripted model, in a new session; does nothing while it is being started. */
export const startDemo = withoutOverlappingCalls(async (app: App): Promise<void> => {
  await app.changeSettings({ profile: 'demo' });
  if (await app.newSession('', demoSessionPrefix)) await app.composer?.send(demoGoal[app.words.language]);
});
