/** How many code units of a text are looked up at once; shorter texts are not found. */
const startLength = 3;

/** Texts that are found in other texts in one pass, however many they are. */
export class TextIndex {
  readonly #byStart = new Map<string, string[]>();
  /** Which hashes of a start occur. */
  readonly #starts = new Uint8Array(1 << 16);
  readonly #shortestCut: number;

  /**
   * `shortestCut`: the length from which the beginning of a text is found, too, where “…” stands in place of the rest.
   */
  constructor(shortestCut = Infinity) {
    this.#shortestCut = shortestCut;
  }

  add(text: string): void {
    if (text.length < startLength) return;
    const start = text.slice(0, startLength);
    const texts = this.#byStart.get(start) ?? [];
    if (texts.length === 0) this.#byStart.set(start, texts);
    this.#starts[hashAt(text, 0)] = 1;
    const textIndex = firstFrom(texts, (each) => each >= text);
    if (texts[textIndex] !== text) texts.splice(textIndex, 0, text);
  }

  /** True if one of the texts stands in `text`. */
  isIn(text: string): boolean {
    for (let at = 0; at + startLength <= text.length; at++) if (this.#lengthAt(text, at, () => true) > 0) return true;
    return false;
  }

  /**
   * Returns `text` with each found one replaced, the longest first. `searched`: the text in which they are found, of
   * the same length. `replace` returns undefined for one that stays.
   */
  replaced(text: string, replace: (found: string, at: number) => string | undefined, searched: string = text): string {
    if (this.#byStart.size === 0) return text;
    let replacedText = '';
    let from = 0;
    let ellipsisIndex = -1;
    for (let at = 0; at + startLength <= text.length; at++) {
      if (this.#starts[hashAt(searched, at)] === 0) continue;
      let other: string | undefined;
      let length = this.#lengthAt(searched, at, (matchedText) => (other = replace(matchedText, at)) !== undefined);
      if (length === 0 && this.#shortestCut < Infinity) {
        if (ellipsisIndex < at) ellipsisIndex = searched.indexOf('…', at);
        if (ellipsisIndex < 0) ellipsisIndex = Infinity;
        if (
          ellipsisIndex < Infinity &&
          ellipsisIndex - at >= this.#shortestCut &&
          this.#beginsWith(searched.slice(at, ellipsisIndex))
        ) {
          other = replace(searched.slice(at, ellipsisIndex), at);
          length = other === undefined ? 0 : ellipsisIndex - at + 1;
        }
      }
      if (length === 0 || other === undefined) continue;
      replacedText += text.slice(from, at) + other;
      from = at + length;
      at = from - 1;
    }
    return from === 0 ? text : replacedText + text.slice(from);
  }

  /** The length of the longest accepted text that stands at a place; 0 if none does. */
  #lengthAt(text: string, at: number, accept: (found: string) => boolean): number {
    if (this.#starts[hashAt(text, at)] === 0) return 0;
    const texts = this.#byStart.get(text.slice(at, at + startLength));
    if (!texts) return 0;
    let rest = text.slice(at);
    for (;;) {
      const end = rest;
      const last = texts[firstFrom(texts, (each) => each > end) - 1];
      if (last === undefined) return 0;
      const isFound = rest.startsWith(last);
      if (isFound && accept(last)) return last.length;
      rest = rest.slice(0, isFound ? last.length - 1 : sharedLength(last, rest));
    }
  }

  #beginsWith(beginning: string): boolean {
    const texts = this.#byStart.get(beginning.slice(0, startLength)) ?? [];
    return texts[firstFrom(texts, (each) => each >= beginning)]?.startsWith(beginning) ?? false;
  }
}

const hashAt = (text: string, at: number) =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;

/** The place of the first item of a sorted list for which `is` holds, as it then does for all that follow. */
function firstFrom(list: readonly string[], is: (item: string) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (is(list[middle] as string)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}
