import { diffLines, diffWords } from 'diff';

export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}
/** The changes of a page in order, with unchanged text shortened; `all` if there are too many to compute. */
export type TextChanges = readonly TextChange[] | 'all';

/** The most milliseconds for one comparison. */
const timeout = 1500;
const context = 120;

/** Returns the changes between two texts of a page, by words or else by lines; null if only spaces differ. */
export function comparePageTexts(before: string, after: string): TextChanges | null {
  if (plain(before) === plain(after)) return null;
  const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const parts =
    diffWords(before, after, { timeout, intlSegmenter, maxEditLength: 2000 }) ?? diffLines(before, after, { timeout });
  if (!parts) return 'all';
  const last = parts.length - 1;
  return parts.map(({ added, removed, value }, at): TextChange => {
    if (added || removed) return { kind: added ? 'added' : 'removed', text: value };
    return { kind: 'same', text: shortened(value, at > 0, at < last) };
  });
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns unchanged text without the part that is far from any change. */
function shortened(text: string, follows: boolean, leads: boolean): string {
  const [start, end] = [follows ? context : 0, leads ? context : 0];
  if (text.length <= start + end + 20) return text;
  return `${text.slice(0, start)} … ${end > 0 ? text.slice(-end) : ''}`;
}
