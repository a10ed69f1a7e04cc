import { percentDecoded } from './percent-decoded.ts';

/** Stands in an address for a value that is kept with the keys. */
const placeholder = '***';

/** Names of query parameters whose values are keys, such as `key`, `exaApiKey`, `access_token` and `auth`. */
const keyName =
  /(?:^|[^a-z])(?:keys?|tokens?|secrets?|auth|authorization|passwords?|passwd|pwd|credentials?|signature|sig|jwt)$|(?:api|access|auth|secret)_?(?:key|token)$/;
/** True if a query parameter of this name has a key as its value. */
export const isKeyName = (name: string): boolean =>
  keyName.test(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/^(?:sort|partition)[_-]key$/i, '')
      .toLowerCase(),
  );

/**
 * Returns an address with a placeholder in place of the keys in its query and its user information, and the keys by
 * their positions: `user` and `password`, or the number of the query parameter. A text that is no address has none.
 */
export function addressWithoutSecretKeys(address: string): { address: string; keys: Record<string, string> } {
  const url = URL.canParse(address) ? new URL(address) : null;
  const keys: Record<string, string> = {};
  const hide = (keyPlace: string, value: string) => {
    if (value === '' || value === placeholder) return value;
    keys[keyPlace] = value;
    return placeholder;
  };
  if (!url) return { address, keys };
  const query = [...url.searchParams].map(([name, value], at): [string, string] => [
    name,
    isKeyName(name) ? hide(String(at), value) : value,
  ]);
  url.username = hide('user', url.username);
  url.password = hide('password', url.password);
  if (Object.keys(keys).length === 0) return { address, keys };
  if (query.length > 0) url.search = new URLSearchParams(query).toString();
  return { address: url.href, keys };
}

/** Returns an address, or a part of one, for a line that people read: with “…” in place of the keys in its query. */
export const withKeysElided = (address: string): string =>
  address.replace(
    /([?&#])([^=&#\s]{1,60})=(?:[^&#\s，。、；）),;]|[),;](?=[!-~]))+/g,
    (parameter, sign: string, name: string) => (isKeyName(percentDecoded(name)) ? `${sign}${name}=…` : parameter),
  );

/** True if a key of the address is a placeholder. */
export const hasHiddenSecretKey = (address: string): boolean =>
  URL.canParse(address) && [...new URL(address).searchParams].some(([name, value]) => isHidden(name, value));

/** Returns an address with the keys in its query in place of their placeholders. */
export function addressWithSecretKeys(address: string, keys: Readonly<Record<string, unknown>>): URL {
  const url = new URL(address);
  const query = [...url.searchParams].map(([name, value], at): [string, string] => {
    const key = keys[String(at)];
    return [name, isHidden(name, value) && typeof key === 'string' ? key : value];
  });
  if (hasHiddenSecretKey(address)) url.search = new URLSearchParams(query).toString();
  return url;
}

const isHidden = (name: string, value: string) => value === placeholder && isKeyName(name);
