import { diffLines, diffWords } from 'diff';

export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}
/** The changes of a page in order, unchanged text shortened; null in place of the list where there are too many to find. */
export type TextChanges = readonly TextChange[] | 'all';

/** The most milliseconds for one comparison. */
const timeout = 1500;
const context = 120;

/** What has changed from one text of a page to another, by words or else by lines; null where nothing but spaces has. */
export function pageChanges(before: string, after: string): TextChanges | null {
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

/** Unchanged text with what lies far from any change left out. */
function shortened(text: string, follows: boolean, leads: boolean): string {
  const [start, end] = [follows ? context : 0, leads ? context : 0];
  if (text.length <= start + end + 20) return text;
  return `${text.slice(0, start)} … ${end > 0 ? text.slice(-end) : ''}`;
}
