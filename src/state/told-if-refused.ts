import type { App } from './app.svelte.ts';

/** Whether a write was kept; the person is told when it was not. */
export async function toldIfRefused(app: Pick<App, 'words' | 'toasts'>, write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch {
    app.toasts.refuse(app.words.t('panes.not_saved'));
    return false;
  }
}
