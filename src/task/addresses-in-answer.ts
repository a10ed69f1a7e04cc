import { isPrivateAddress } from '../values/private-address.ts';
import { languageName, sentenceBehindHost, unspaced } from './without-names.ts';

const label = String.raw`[\p{L}\p{N}\p{M}_-]+`;

/** An address up to its host; the last group is the sign that the rest was cut off. */
const address = new RegExp(String.raw`https?:\/\/(?:[^\s/?#@"'<>\\]*@)?(${label}(?:\.${label})+)(\.?…)?`, 'giu');

/**
 * Code, whose addresses are no sources: fenced, between backticks, or in lines set in by four spaces that are no list.
 */
const code =
  /^[ \t>]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t>]*\1|(?![\s\S]))|(?<!`)(`{1,3})(?!`)[^\n]*?[^`\n]\2(?!`)|^(?: {4}|\t)[ \t]*(?![ \t]|[-*+•][ \t]|\d+[.)][ \t])[^\n]*|\bxmlns(?::[\w-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/gm;

/** Hosts that stand for any host, such as `example.com`. */
const placeholder =
  /^(?:.+\.)?(?:example\.(?:com|org|net|edu)|(?:your|my|our)(?:-[\w-]+|(?:domain|website|site|company|business|organi[sz]ation|org|name|app|api|server|host|shop|store|blog|page|project)(?:-[\w-]+)?)(?:\.[\w-]+)+|(?:domain|website|site|company)\.(?:com|org|net)|[\w-]+\.invalid)$/;

/** A host as an answer writes it, and as `URL` does, which differs where it has letters beyond ASCII. */
export interface NamedHost {
  written: string;
  ascii: string;
}

/**
 * Returns the hosts of the web addresses that an answer names outside of code, each once; placeholders and private
 * hosts are left out.
 */
export function hostsInAnswer(answer: string): NamedHost[] {
  const all = new Map<string, NamedHost>();
  const text = answer.replace(code, ' ');
  for (const { 0: found, 1: name = '', 2: cutMark, index } of text.matchAll(address)) {
    const host = withoutWww(name.replace(sentenceBehindHost, '').toLowerCase());
    const ascii = asciiOf(host);
    if (cutMark !== undefined || ascii === null || languageName.test(text.slice(index, index + found.length + 50)))
      continue;
    if (!placeholder.test(ascii) && !isPrivateAddress(ascii)) all.set(ascii, { written: host, ascii });
  }
  return [...all.values()];
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

const asciiOf = (host: string): string | null =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the hosts that stand, alone or in an address, in none of these texts, as the answer writes them. */
export function hostsNamedNowhere(hosts: readonly NamedHost[], texts: Iterable<string>): string[] {
  const unknown = new Set(hosts);
  for (const text of texts) {
    const plain = text.toLowerCase().replace(/\\(?:u[\da-f]{4}|[nrt])/g, ' ');
    const forms = plain.includes('%') ? [plain, plain.replace(/(?:%[\da-f]{2})+/g, decoded)] : [plain];
    for (const host of unknown) {
      const isNamed = forms.some(
        (form) =>
          holdsHost(form, host.written) ||
          holdsHost(form, host.ascii) ||
          (host.ascii.includes('xn--') && namesInAscii(form).has(host.ascii)),
      );
      if (isNamed) unknown.delete(host);
    }
  }
  return [...unknown].map(({ written }) => written);
}

/** True if a text holds a host that is no mere end or beginning of another name; words without spaces may touch it. */
function holdsHost(text: string, host: string): boolean {
  if (!text.includes(host)) return false;
  const escaped = host.replaceAll('.', String.raw`\.`);
  return new RegExp(
    String.raw`(?:(?<![\p{L}\p{N}_-])|(?<=[${unspaced}]))${escaped}(?:(?![\p{L}\p{N}_-])|(?=[${unspaced}]))`,
    'u',
  ).test(text);
}

/** Returns the names in a text that have letters beyond ASCII, as `URL` writes hosts. */
function namesInAscii(text: string): ReadonlySet<string | null> {
  const names = new Set<string | null>();
  for (const [found] of text.matchAll(/[\p{L}\p{N}\p{M}._-]{1,253}/gu))
    if (found.includes('.') && /[^\0-\x7f]/.test(found))
      names.add(asciiOf(withoutWww(found.replace(/^\.+|\.+$/g, ''))));
  return names;
}
