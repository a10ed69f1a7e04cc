import { isRecord, parseJson } from '../../values/json.ts';

/** Fields of other programs' requests that this tool does not have, and what to do instead. */
const advice: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['headers', 'auth', 'authorization', 'authentication', 'token', 'apikey', 'cookie', 'cookies'].map((name) => [
      name,
      'A key that the person has added for this site in Settings under “Tools and permissions” is sent of itself, and the content type follows from the body. If the request works so, call again without it; else say what the person has to add there',
    ]),
  ),
  ...Object.fromEntries(
    ['json', 'data', 'payload', 'form'].map((name) => [name, 'What is to be sent is given as “body”']),
  ),
  ...Object.fromEntries(['params', 'query'].map((name) => [name, 'Parameters are part of “url”'])),
  dryrun: 'The request would be carried out',
};

/** Headers that a request has as it is, or does not need. */
const own = /^(?:accept(?:-.+)?|user-agent|content-length|host|origin|referer|connection|cache-control)$/i;

const plainName = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

/**
 * Returns the first field without which a request would be another one than was meant, and what to do; null if there is
 * none. Headers that the request has anyway are none.
 */
export function unsentField(
  unknown: Readonly<Record<string, unknown>>,
  bodyType: string | null,
): { field: string; advice: string } | null {
  for (const [field, value] of Object.entries(unknown)) {
    const name = plainName(field);
    const text = advice[name];
    if (text !== undefined && !(name === 'headers' && hasOwnHeadersOnly(value, bodyType)))
      return { field, advice: text };
  }
  return null;
}

function hasOwnHeadersOnly(value: unknown, bodyType: string | null): boolean {
  const headers = typeof value === 'string' ? parseJson(value) : value;
  if (!isRecord(headers)) return false;
  const essence = (type: string) => type.replace(/;.*$/s, '').trim().toLowerCase();
  return Object.entries(headers).every(
    ([name, content]) =>
      own.test(name.trim()) ||
      (/^content-type$/i.test(name.trim()) &&
        (bodyType === null || (typeof content === 'string' && essence(content) === essence(bodyType)))),
  );
}
