import type { App } from '../app/app.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** Reads a file with a plan, which is shown before it is imported; a saved page becomes a new session. */
export async function openPlanFile(app: App, session: SessionView, file: File): Promise<void> {
  const { restoreSavedPage } = await import('../share/saved-page-export.ts');
  if (!(await restoreSavedPage(app, file))) await session.incoming.read(file);
}
