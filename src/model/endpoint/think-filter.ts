import { closingTagSource, isQuoted, openingTagSource, findThinkTags, thinkTags } from '../../values/think-tags.ts';
import { HarmonyFilter, harmonyStartTokens } from './harmony-filter.ts';

const opening = new RegExp(`^(?:${openingTagSource})`, 'i');
const reasoningOpenings = [...thinkTags.map(([open]) => open), ...harmonyStartTokens];
/** The number of characters of reasoning that are buffered: the longest closing tag with the characters around it. */
const heldBackLength = Math.max(...thinkTags.map(([, close]) => close.length)) + 2;

/**
 * Removes leading reasoning from streamed text, in tags or in harmony's channels: the results of `push` and `end`,
 * joined, are the visible text.
 */
export class ThinkFilter {
  #state: 'undecided' | 'thinking' | 'visible' = 'undecided';
  #held = '';
  #thought = false;
  #harmony: HarmonyFilter | null = null;

  /** True if reasoning was removed. */
  get thought(): boolean {
    return this.#thought || this.#state === 'thinking' || this.#harmony !== null;
  }

  /** The calls in harmony's channels. */
  get calls(): HarmonyFilter['calls'] {
    return this.#harmony?.calls ?? [];
  }

  /** True if the calls in harmony's channels are only mentioned, not made. */
  get goesOn(): boolean {
    return this.#harmony?.goesOn ?? false;
  }

  push(piece: string): string {
    if (this.#harmony) return this.#harmony.push(piece);
    if (this.#shows()) return piece;
    this.#held += piece;
    while (this.#advance(false));
    return this.#visible();
  }

  end(): string {
    while (this.#advance(true));
    const visible = this.#state === 'undecided' && this.#held.trim() !== '' ? this.#held : this.#visible();
    this.#held = '';
    return visible + (this.#harmony?.end() ?? '');
  }

  #shows(): boolean {
    return this.#state === 'visible';
  }

  #visible(): string {
    if (!this.#shows()) return '';
    const visible = this.#held;
    this.#held = '';
    return this.#harmony ? this.#harmony.push(visible) : visible;
  }

  /** Makes one state transition; returns true while there may be another. */
  #advance(last: boolean): boolean {
    if (this.#state === 'thinking') return this.#close(last);
    if (this.#shows()) return false;
    const text = this.#held.trimStart();
    if (this.#thought) this.#held = text;
    const start = opening.exec(text);
    if (start) {
      this.#held = text.slice(start[0].length);
      this.#state = 'thinking';
      return true;
    }
    if (harmonyStartTokens.some((token) => text.startsWith(token))) {
      this.#held = text;
      this.#harmony = new HarmonyFilter();
      this.#state = 'visible';
    } else if (!reasoningOpenings.some((tag) => tag.startsWith(text.toLowerCase()))) this.#state = 'visible';
    return false;
  }

  /**
   * Looks for the end of the reasoning. A quoted closing tag does not end it, so the character after a tag is awaited.
   */
  #close(last: boolean): boolean {
    const closing = new RegExp(closingTagSource, 'gi');
    for (let end = closing.exec(this.#held); end; end = closing.exec(this.#held)) {
      if (!last && closing.lastIndex === this.#held.length) return false;
      const near = this.#held.slice(Math.max(0, end.index - 1), closing.lastIndex + 1);
      if (isQuoted(near, near.length - 1 - end[0].length, near.length - 1, [])) continue;
      this.#held = this.#held.slice(closing.lastIndex);
      this.#thought = true;
      this.#state = 'undecided';
      return true;
    }
    this.#held = this.#held.slice(-heldBackLength);
    return false;
  }

  /**
   * Returns the text without the reasoning before a closing tag that was never opened; that reasoning was shown while
   * it streamed.
   */
  static unopened(text: string): string {
    const leaked =
      /^\s*analysis(?![\s\p{Ll}])[\s\S]*?(?:assistantfinal(?:json)?(?=\S)|(?=assistantcommentary to=functions\.))/u.exec(
        text,
      );
    if (leaked) return text.slice(leaked[0].length);
    for (const { closes, end } of findThinkTags(text)) return closes ? text.slice(end).trimStart() : text;
    return text;
  }
}
