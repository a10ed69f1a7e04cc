import { isPlanLink, planInLink } from '../../formats/plan-file/plan-link.ts';
import type { SharedContent } from '../../ports/pwa.ts';
import { parseJson } from '../../values/json.ts';
import { type PendingSignIn, folderSignInStorageKey } from '../../ports/devices.ts';
import { invitationFragment } from '../../values/app-address.ts';
import type { App } from '../app/app.svelte.ts';
import { removeSessionsInThisTab } from '../session/remove-session.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

type Page = Pick<
  App,
  | 'openSettings'
  | 'openSession'
  | 'forget'
  | 'deletedHere'
  | 'invitation'
  | 'signedIn'
  | 'newSession'
  | 'show'
  | 'composer'
  | 'session'
  | 'dependencies'
  | 'words'
  | 'toasts'
>;

/** True if a file is a `plan.json`; a Markdown list counts as an ordinary file here. */
const isPlan = ({ name, type }: File) => /\.json$/i.test(name) || type === 'application/json';

/**
 * Takes in what another app shared or opened with Cairn, in a session without a task: text becomes the draft of a
 * message, a plan is shown before its import, other files are stored. Sends and starts nothing.
 */
export async function receiveShared(page: Page, { text, files, left }: SharedContent): Promise<void> {
  if (left > 0) {
    await page.words.loadAll();
    page.toasts.warn(page.words.t('installed.shared_left', { n: left }));
  }
  if (!text && files.length === 0) return;
  const before = page.session;
  const session = await freeSession(page);
  if (!session) return;
  const plan = files.find(isPlan);
  const otherFiles = files.filter((file) => file !== plan);
  if (text && page.composer) {
    page.composer.draft = text;
    page.toasts.tell(page.words.t('installed.shared_text'));
  }
  if (otherFiles.length > 0) {
    const { addFiles } = await import('../files/add-files.ts');
    page.show('files');
    await addFiles(page, session.id, otherFiles);
  }
  if (plan) {
    page.show('plan');
    const isOnly = !text && otherFiles.length === 0;
    await session.incoming.read(plan, isOnly ? discardOf(page, session, before) : undefined);
  }
}

/**
 * Opens what the page's fragment contains: an invitation opens the form for devices; a plan is shown for import in a
 * session without a task; a damaged link shows a toast that stays. Starts no task.
 */
export async function receiveLink(page: Page, fragment: string): Promise<void> {
  if (fragment.startsWith(invitationFragment)) {
    history.replaceState(null, '', location.pathname + location.search);
    page.invitation = fragment.slice(invitationFragment.length);
    page.openSettings('devices');
    return;
  }
  if (!isPlanLink(fragment)) return;
  const text = await planInLink(fragment);
  await page.words.loadAll();
  if (text === null) {
    page.toasts.warn(page.words.t('share.damaged'));
    return;
  }
  const before = page.session;
  const session = await freeSession(page);
  if (!session) return;
  page.show('plan');
  const file = new File([text], 'plan.json', { type: 'application/json' });
  await session.incoming.read(file, discardOf(page, session, before));
}

/** Opens the devices form with the result of a sign-in that this tab requested; ignores any other sign-in. */
export function receiveSignIn(page: Page, fragment: string, tab: Storage): void {
  const answer = new URLSearchParams(fragment.slice(1));
  const state = answer.get('state');
  const pendingSignIn = parseJson(tab.getItem(folderSignInStorageKey) ?? 'null') as PendingSignIn | null;
  if (state === null || !pendingSignIn || pendingSignIn.state !== state) return;
  tab.removeItem(folderSignInStorageKey);
  history.replaceState(null, '', location.pathname + location.search);
  const token = answer.get('access_token');
  if (token !== null) page.signedIn = { address: pendingSignIn.address, token };
  page.openSettings('devices');
}

/** The open session if it is still empty, else a new one. */
async function freeSession({ session, composer, newSession, words }: Page): Promise<App['session']> {
  await words.loadAll();
  const free = session?.run === null && session.entries.length === 0 && !composer?.draft;
  return free ? session : newSession();
}

/**
 * Returns what removes a session that was made only to show a plan in, and opens the one that was shown before;
 * undefined if the session was there before.
 */
function discardOf(page: Page, session: SessionView, before: App['session']): (() => void) | undefined {
  if (!before || before.id === session.id) return undefined;
  const { clock, stores } = page.dependencies;
  return () =>
    void removeSessionsInThisTab(page, [session.id], async () => {
      if (page.session?.id === session.id) await page.openSession(before.id);
      await page.forget(session.id);
      await stores.sessions.remove(session.id, clock.now());
      await stores.bin.destroy(session.id);
    });
}
