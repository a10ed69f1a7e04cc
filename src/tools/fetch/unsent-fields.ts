import { isKeyName } from '../../values/address-keys.ts';
import { isRecord, parseJson } from '../../values/json.ts';

/** Fields of other programs' requests that this tool does not have, and what to do instead. */
const advice: readonly [name: RegExp, text: string][] = [
  [
    /headers?$|^(?:key|auth|authentication|bearer|cookies?|username)$/,
    'A key that the person has added for this site in Settings under “Tools and permissions” is sent of itself, and the content type follows from the body. If the request works so, call again without it; else say what the person has to add there',
  ],
  [/^(?:json|data|payload|form|formdata)$/, 'What is to be sent is given as “body”'],
  [/^(?:(?:query|search|url)?params|query)$/, 'Parameters are part of “url”'],
  [/^dryrun$/, 'The request would be carried out'],
];

/** Headers that a request has as it is, or does not need. */
const own =
  /^(?:accept(?:-.+)?|user-agent|content-length|host|origin|referer|connection|cache-control|x-requested-with)$/i;

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
    const name = isKeyName(field) ? 'key' : plainName(field);
    const text = advice.find(([pattern]) => pattern.test(name))?.[1];
    const changesNothing =
      (/headers?$/.test(name) && hasOwnHeadersOnly(value, bodyType)) ||
      (name === 'json' && value === true && bodyType === 'application/json');
    if (text !== undefined && !changesNothing) return { field, advice: text };
  }
  return null;
}

function hasOwnHeadersOnly(value: unknown, bodyType: string | null): boolean {
  const essence = (type: string) => type.replace(/;.*$/s, '').trim().toLowerCase();
  return (
    typeof value === 'boolean' ||
    headersIn(value).every(([name, content]) => {
      const header = name.trim().toLowerCase().replaceAll('_', '-');
      const isEmpty = content === null || content === '';
      const isType = typeof content === 'string' && bodyType !== null && essence(content) === essence(bodyType);
      return isEmpty || own.test(header) || (header === 'content-type' && (bodyType === null || isType));
    })
  );
}

/** Returns the headers of an object, of a list of pairs or of `name` and `value`, or of lines. */
function headersIn(given: unknown): [name: string, content: unknown][] {
  const value = typeof given === 'string' ? (parseJson(given) ?? given.split(/\r?\n/)) : given;
  if (isRecord(value))
    return typeof value.name === 'string' && 'value' in value ? [[value.name, value.value]] : Object.entries(value);
  if (!Array.isArray(value)) return [[String(value), value]];
  const list: unknown[] = value;
  const [first, second] = list;
  const isPair = [first, second].every((part) => typeof part === 'string' && !/: |\s$/.test(part));
  if (list.length === 2 && isPair) return [[String(first), second]];
  return list.flatMap((each): [string, unknown][] => {
    const line = typeof each === 'string' ? /^([^:]+):\s*(.*?)\s*$/.exec(each) : null;
    if (line) return [[line[1] ?? '', line[2]]];
    return typeof each === 'string' ? (each === '' ? [] : [[each, undefined]]) : headersIn(each);
  });
}
