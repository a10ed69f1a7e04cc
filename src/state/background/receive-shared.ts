import type { Shared } from '../../ports/pwa.ts';
import type { App } from '../app/app.svelte.ts';

type Page = Pick<App, 'newSession' | 'show' | 'composer' | 'session' | 'dependencies' | 'words' | 'toasts'>;

/** Whether a file is a `plan.json`; a Markdown list counts as an ordinary file here. */
const isPlan = ({ name, type }: File) => /\.json$/i.test(name) || type === 'application/json';

/**
 * Takes in what another app shared or opened with Cairn, in a session without a task: text becomes the draft of a
 * message, a plan is shown before its import, other files are kept. Sends and starts nothing (R13.4).
 */
export async function receiveShared(page: Page, { text, files, left }: Shared): Promise<void> {
  if (left > 0) {
    await page.words.complete();
    page.toasts.refuse(page.words.t('installed.shared_left', { n: left }));
  }
  if (!text && files.length === 0) return;
  const session = await freeSession(page);
  if (!session) return;
  const plan = files.find(isPlan);
  const kept = files.filter((file) => file !== plan);
  if (text && page.composer) {
    page.composer.draft = text;
    page.toasts.tell(page.words.t('installed.shared_text'));
  }
  if (kept.length > 0) {
    const { addFiles } = await import('../files/add-files.ts');
    page.show('files');
    await addFiles(page, session.id, kept);
  }
  if (plan) {
    page.show('plan');
    await session.incoming.read(plan);
  }
}

/** The open session if it is still empty, else a new one. */
async function freeSession({ session, composer, newSession, words }: Page): Promise<App['session']> {
  await words.complete();
  const free = session?.run === null && session.entries.length === 0 && !composer?.draft;
  return free ? session : newSession();
}
