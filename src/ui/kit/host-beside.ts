import { visibleText } from './visible-text.ts';

/** Whom a link leads to, where its own words do not begin by saying just that; null where they do. */
export function hostBeside(url: URL, words: string): string | null {
  const text = words.trim();
  const name = url.host || url.pathname;
  const begins = url.host !== '' && ['/', '?', '#'].some((end) => text.startsWith(url.origin + end));
  const saysIt = begins || text === name || text === url.origin;
  return saysIt && visibleText(text) === text ? null : visibleText(name);
}
