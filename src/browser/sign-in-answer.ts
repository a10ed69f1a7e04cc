import { keySignInStorageKey } from '../ports/key-sign-in.ts';
import { parseJson } from '../values/json.ts';

/**
 * Returns the part of the page's query in which a sign-in provider has answered; empty if there is none. Removes it
 * from the page's address, and restores the query and fragment at which the sign-in was begun.
 */
export function takeSignInResponse(
  { location, history }: { location: Location; history: Pick<History, 'replaceState'> },
  tab: Pick<Storage, 'getItem'>,
): string {
  const { origin, pathname, search, hash } = location;
  const answerStart = search.search(/[?&](?:sign_in|code)=/);
  if (answerStart < 0) return '';
  const waiting = parseJson(tab.getItem(keySignInStorageKey) ?? '') as { place?: string } | null | undefined;
  history.replaceState(null, '', origin + pathname + (waiting?.place ?? search.slice(0, answerStart) + hash));
  return search.slice(answerStart);
}
