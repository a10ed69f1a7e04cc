/** A part of a text of `total` characters: from index `from` up to, but not including, `until`. */
export interface Excerpt {
  text: string;
  from: number;
  until: number;
  total: number;
}

/** Returns at most `length` characters from `from` on, ending at a line or word boundary if one is near the limit. */
export function excerptFrom(whole: string, from: number, length: number): Excerpt {
  const start = Math.min(Math.max(0, Math.floor(from)), whole.length);
  const limit = Math.min(whole.length, start + Math.max(1, Math.floor(length)));
  const until = limit < whole.length ? softEnd(whole, start, limit) : limit;
  return { text: whole.slice(start, until), from: start, until, total: whole.length };
}

/** Returns the line after an excerpt that says how to read on in the file `name`; empty if nothing is left out. */
export function continueReadingNote({ until, total }: Pick<Excerpt, 'until' | 'total'>, name: string): string {
  return until < total
    ? `\n\n[Shown: the first ${until} of ${total} characters. To read on: read_artifact with file "${name}" and from ${until}, or with search.]`
    : '';
}

function softEnd(whole: string, start: number, limit: number): number {
  const earliest = limit - Math.floor((limit - start) / 8);
  for (const stop of ['\n', ' ']) {
    const breakIndex = whole.lastIndexOf(stop, limit - 1);
    if (breakIndex >= earliest && breakIndex > start) return breakIndex + 1;
  }
  const unit = whole.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit <= 0xdbff && limit - 1 > start ? limit - 1 : limit;
}
