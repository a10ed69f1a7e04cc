import { escapeInvisibleCharacters } from '../shown-text.ts';

/** Returns the host of a link, to be shown beside its text; null if the text already names it. */
export function hostMissingInLinkText(url: URL, words: string): string | null {
  const text = words.trim();
  const name = url.host || url.pathname;
  const begins = url.host !== '' && ['/', '?', '#'].some((end) => text.startsWith(url.origin + end));
  const saysIt = begins || text === name || text === url.origin;
  return saysIt && escapeInvisibleCharacters(text) === text ? null : escapeInvisibleCharacters(name);
}
