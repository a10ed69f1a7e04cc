import type { ApprovedKeySignIn, KeySignInError } from '../../ports/key-sign-in.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { withEarlierFindings } from './connection-form-checks.ts';
import type { ConnectionForm } from './connection-form.svelte.ts';

type Page = Pick<App, 'dependencies' | 'words' | 'toasts' | 'connected' | 'examOffer' | 'grant'>;

/** Leaves for OpenRouter, where the person agrees to a key for the connection of the form. */
export async function leaveForKey({ dependencies }: Page, form: ConnectionForm): Promise<void> {
  if (form.provider !== 'openrouter') form.choose('openrouter');
  const { profile, choice } = form;
  const signIn = await dependencies.signIn();
  location.assign(await signIn.begin({ ...profile, model: profile.model || (choice?.models[0] ?? '') }));
}

/**
 * Makes the connection whose sign-in this answer in the page's address belongs to, and uses it; says in one sentence why
 * not. A passphrase for the key is asked for first: what OpenRouter gives is stored at once.
 */
export async function completeKeySignIn(page: Page, answer: string): Promise<void> {
  const received = (await page.dependencies.signIn()).receive(answer);
  if (!received) return;
  await page.words.loadAll();
  if (!received.ok) warnOfMissingKey(page, received.error);
  else if (received.value.connection.key_place === 'passphrase') page.grant = received.value;
  else await connectWithGrantedKey(page, received.value);
}

/** Fetches the key, stores it with its connection, and uses that; what there was stays where no key came. */
export async function connectWithGrantedKey(
  page: Page,
  { connection, key }: Pick<ApprovedKeySignIn, 'connection' | 'key'>,
): Promise<void> {
  const { stores, secrets } = page.dependencies;
  const { id, base_url, key_place } = connection;
  const [before, fetched] = await Promise.all([stores.profiles.get(id), key()]);
  const isKept = fetched.ok && (await secrets.write(id, base_url, fetched.value, key_place).catch(() => false));
  if (!isKept) {
    /** A passphrase that was chosen for the key of a new connection goes with it. */
    if (!before) await secrets.remove(id);
    warnOfMissingKey(page, fetched.ok ? 'not_kept' : fetched.error);
    return;
  }
  const { found, isNew } = withEarlierFindings(connection, before);
  if (!(await saveOrToast(page, () => stores.profiles.save(found)))) return;
  if (isNew) page.examOffer = id;
  await page.connected(id);
  page.toasts.tell(page.words.t('sign_in.done'));
}

/** Says why there is no key; it stays, since the person may be looking at the page that they have left. */
export function warnOfMissingKey({ toasts, words }: Page, error: KeySignInError | 'not_kept'): void {
  toasts.warn(words.t(`sign_in.${error}`));
}
