import { demoGoal, demoSessionKind } from '../../task/demo-ids.ts';
import type { App } from '../app/app.svelte.ts';

/** Starts the demo's goal with the scripted model, in a new session. */
export async function startDemo(app: App): Promise<void> {
  await app.changeSettings({ profile: 'demo' });
  await app.newSession('', demoSessionKind);
  await app.composer?.send(demoGoal[app.words.language]);
}
