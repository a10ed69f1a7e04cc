/** Characters that mean nothing to a reader: the tag block, and two or more variation selectors in a row. */
const silent = /[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]{2,}/gu;
const turns = /[\u202a-\u202e\u2066-\u2069]/g;
const hidden = /[\u{e0000}-\u{e007f}\ufe00-\ufe0f\u180b-\u180f\u{e0100}-\u{e01ef}\u202a-\u202e\u2066-\u2069]/u;

const embeddingEnd = '\u202c';
const isolateEnd = '\u2069';
const isolates = /[\u2066-\u2068]/;
/** They turn letters around that read in their own order; no honest text needs that. */
const overrides = /[\u202d\u202e]/;

/**
 * The text without characters that people do not see but models read: the tag block, runs of variation selectors,
 * overrides of the reading order, and other bidirectional controls without a counterpart in their line. Joiners, single
 * variation selectors, direction marks and paired isolates and embeddings stay.
 */
export function withoutHiddenCharacters(text: string): string {
  return hiddenSignsReplaced(text, () => '');
}

/**
 * The text with the hidden characters that `withoutHiddenCharacters` removes written as JavaScript escapes instead, so
 * that a person who has to approve the text sees them.
 */
export function withHiddenCharactersShown(text: string): string {
  return hiddenSignsReplaced(text, (signs) => Array.from(signs, characterEscape).join(''));
}

function hiddenSignsReplaced(text: string, instead: (signs: string) => string): string {
  if (!hidden.test(text)) return text;
  return text.replace(/[^\n\r\u2029]+/g, (line) => unpairedReplaced(line, instead).replace(silent, instead));
}

/** The JavaScript escape of an invisible character. */
export function characterEscape(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/**
 * A line with its bidirectional controls replaced, unless they are opened and closed within it and override nothing.
 */
function unpairedReplaced(line: string, instead: (signs: string) => string): string {
  const open: { at: number; end: string; stays: boolean }[] = [];
  const paired = new Set<number>();
  for (const { 0: sign, index } of line.matchAll(turns)) {
    if (sign !== embeddingEnd && sign !== isolateEnd) {
      open.push({ at: index, end: isolates.test(sign) ? isolateEnd : embeddingEnd, stays: !overrides.test(sign) });
      continue;
    }
    const last = open.at(-1);
    if (last?.end !== sign) continue;
    open.pop();
    if (last.stays) paired.add(last.at).add(index);
  }
  return line.replace(turns, (sign, index: number) => (paired.has(index) ? sign : instead(sign)));
}

/** The value with hidden characters removed from all its texts and keys. */
export function valueWithoutHiddenCharacters<T>(value: T): T {
  return walked(value) as T;
}

function walked(value: unknown): unknown {
  if (typeof value === 'string') return withoutHiddenCharacters(value);
  if (Array.isArray(value)) return value.map(walked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [withoutHiddenCharacters(name), walked(field)]),
  );
}
