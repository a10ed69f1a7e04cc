import type { ApprovedKeySignIn, KeySignInError } from '../../ports/key-sign-in.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { reuseTestFindings } from './connection-form-checks.ts';
import type { ConnectionForm } from './connection-form.svelte.ts';

type Page = Pick<App, 'dependencies' | 'words' | 'toasts' | 'connected' | 'examOffer' | 'grant'>;

/**
 * Leaves the page for the sign-in of OpenRouter, where the person approves a key for the connection of the form; a form
 * for another provider is set to OpenRouter first.
 */
export async function leavePageForKeySignIn({ dependencies }: Page, form: ConnectionForm): Promise<void> {
  if (form.provider !== 'openrouter') form.choose('openrouter');
  const { profile, choice } = form;
  const signIn = await dependencies.signIn();
  location.assign(await signIn.begin({ ...profile, model: profile.model || (choice?.models[0] ?? '') }));
}

/**
 * Completes a sign-in at a provider with the answer in the page's address: fetches the key, stores its connection and
 * switches to it. If the key is to be protected by a passphrase, first asks for one. Shows a warning if the sign-in
 * failed.
 */
export async function completeKeySignIn(page: Page, answer: string): Promise<void> {
  const received = (await page.dependencies.signIn()).receive(answer);
  if (!received) return;
  await page.words.loadAll();
  if (!received.ok) warnOfMissingKey(page, received.error);
  else if (received.value.connection.key_place === 'passphrase') page.grant = received.value;
  else await connectWithGrantedKey(page, received.value);
}

/**
 * Completes a sign-in: fetches its key, stores it with its connection, and makes that the current one. If no key came
 * or it could not be stored, an existing connection stays as it was.
 */
export async function connectWithGrantedKey(
  page: Page,
  { connection, key }: Pick<ApprovedKeySignIn, 'connection' | 'key'>,
): Promise<void> {
  const { stores, secrets } = page.dependencies;
  const { id, base_url, key_place } = connection;
  const [before, fetchedKey] = await Promise.all([stores.profiles.get(id), key()]);
  const isKept = fetchedKey.ok && (await secrets.write(id, base_url, fetchedKey.value, key_place).catch(() => false));
  if (!isKept) {
    /** If the connection is new, removing its key also removes a passphrase that was chosen only for that key. */
    if (!before) await secrets.remove(id);
    warnOfMissingKey(page, fetchedKey.ok ? 'not_kept' : fetchedKey.error);
    return;
  }
  /** The connection as it left for the sign-in may carry the refusal of its former key. */
  const { found, isNew } = reuseTestFindings({ ...connection, key_refused: undefined }, before);
  if (!(await saveOrToast(page, () => stores.profiles.save(found)))) return;
  if (isNew) page.examOffer = id;
  if (await page.connected(id)) page.toasts.tell(page.words.t('sign_in.done'));
}

/**
 * Shows a warning why a sign-in brought no key. It does not disappear by itself, since the person may still be on the
 * provider's page.
 */
export function warnOfMissingKey({ toasts, words }: Page, error: KeySignInError | 'not_kept'): void {
  toasts.warn(words.t(`sign_in.${error}`));
}
