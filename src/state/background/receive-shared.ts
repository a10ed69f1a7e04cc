import type { Shared } from '../../ports/pwa.ts';
import type { App } from '../app/app.svelte.ts';

type Page = Pick<App, 'newSession' | 'show' | 'composer' | 'session' | 'dependencies' | 'words' | 'toasts'>;

/** A plan, as `plan.json` is one; a list in Markdown is a file like any other here. */
const isPlan = ({ name, type }: File) => /\.json$/i.test(name) || type === 'application/json';

/**
 * Takes in what another app has shared, or what was opened with this one, in a session without a task: words become the
 * draft of a message, a plan is shown before it is imported, other files are kept. Nothing is sent and nothing starts
 * (R13.4).
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

/** The session that is shown if nothing has been done in it, or else a new one. */
async function freeSession({ session, composer, newSession, words }: Page): Promise<App['session']> {
  await words.complete();
  const free = session?.run === null && session.entries.length === 0 && !composer?.draft;
  return free ? session : newSession();
}
