import { signInStorageKey } from '../ports/key-sign-in.ts';
import { parseJson } from '../values/json.ts';

/**
 * The answer to a sign-in that the page was opened with, or an empty text. The page's address loses it and all that
 * follows it, and names the place where the sign-in was begun.
 */
export function takeSignInResponse(
  { location, history }: { location: Location; history: Pick<History, 'replaceState'> },
  tab: Pick<Storage, 'getItem'>,
): string {
  const { origin, pathname, search, hash } = location;
  const at = search.search(/[?&](?:sign_in|code)=/);
  if (at < 0) return '';
  const waiting = parseJson(tab.getItem(signInStorageKey) ?? '') as { place?: string } | null | undefined;
  history.replaceState(null, '', origin + pathname + (waiting?.place ?? search.slice(0, at) + hash));
  return search.slice(at);
}
