import { percentDecoded } from '../../values/percent-decoded.ts';
import { isKeyName } from '../../values/address-keys.ts';

/** Endings of source code, configuration and other texts, which such a text keeps. */
const textEndings = new Set(
  [
    'txt md markdown rst adoc tex bib log csv tsv json geojson jsonl ndjson xml xsd yaml yml toml ini cfg conf properties',
    'lock patch diff sql graphql proto css scss less js mjs cjs jsx ts mts cts tsx vue svelte py rb go rs java kt swift',
    'scala c h cc cpp hpp cs lua r jl ex exs erl hs clj dart sh mk cmake gradle tf nix ics vcf srt vtt po',
  ].flatMap((line) => line.split(' ')),
);

/** Names of files of text that have no ending. */
const withoutEnding = /^(?:Docker|Container|Make|Jenkins|Proc|Gem|Rake|Vagrant|Caddy|Just)file$/;

/** Returns the name in an address, without the folders before it; empty if there is none. */
const lastPart = (url: string) => percentDecoded(new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '');

/**
 * Returns the ending that a text of this address has by its name, in lower case, and empty for one such as
 * `Dockerfile`; null if the address names no file of text.
 */
export function textEndingOf(url: string): string | null {
  const last = lastPart(url);
  if (withoutEnding.test(last)) return '';
  const ending = /\.(\w+)$/.exec(last)?.[1]?.toLowerCase() ?? '';
  return textEndings.has(ending) ? ending : null;
}

/** Returns a file's name without its ending, also that of one which was unpacked. */
const stemOf = (name: string, extension: string): string =>
  (extension === 'gz' ? name : name.replace(/\.gz$/i, '')).replace(/\.\w{1,8}$/, '');

/**
 * Returns a short file name for the content of an address, such as `example.org-report.md`, without what may be a key
 * in it.
 */
export function fetchedFileName(url: string, extension: string): string {
  const { hostname, search } = new URL(url);
  const query = search
    .slice(1)
    .split('&')
    .filter((part) => !isKeyName(percentDecoded(part.replace(/=.*$/s, ''))))
    .join('&');
  const stem = [hostname.replace(/^www\./, ''), stemOf(lastPart(url), extension), query]
    .map((part) =>
      percentDecoded(part)
        .replace(/[^\p{L}\p{N}.]+/gu, '-')
        .replace(/^[-.]+|(?<![-.])[-.]+$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-');
  const ending = extension === '' ? '' : `.${extension}`;
  return `${Array.from(stem).slice(0, 60).join('')}${ending}`;
}
