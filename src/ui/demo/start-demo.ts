import { demoGoal, demoSessionKind } from '../../task/demo-ids.ts';
import type { App } from '../app/app.svelte.ts';

let starting: Promise<void> | null = null;

/** Starts the demo's goal with the scripted model, in a new session; does nothing more while it is being started. */
export function startDemo(app: App): Promise<void> {
  return (starting ??= startAnew(app).finally(() => (starting = null)));
}

async function startAnew(app: App): Promise<void> {
  await app.changeSettings({ profile: 'demo' });
  await app.newSession('', demoSessionKind);
  await app.composer?.send(demoGoal[app.words.language]);
}
