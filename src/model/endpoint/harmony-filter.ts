/** The tokens with which a reply in harmony's channels (the format of gpt-oss) begins. */
export const harmonyStartTokens = ['<|channel|>', '<|start|>'];

const ending = /<\|(?:end|return|call|start|channel)\|>/;
const tokens = ['<|end|>', '<|return|>', '<|call|>', '<|start|>', '<|channel|>'];
const message = '<|message|>';

interface HarmonyCall {
  name: string;
  arguments: string;
  /** The text before the arguments. */
  head: string;
}

/**
 * Reads a stream of text in the harmony format of gpt-oss that a server passed on unparsed: `push` returns the text for
 * the person, `calls` collects the tool calls, and the model's analysis is dropped.
 */
export class HarmonyFilter {
  readonly calls: HarmonyCall[] = [];
  #part: 'head' | 'shown' | 'hidden' | 'between' = 'head';
  #held = '';
  #call: HarmonyCall | null = null;
  #shown = false;
  #goesOn = false;

  /** True if text follows directly after a call, which is then only mentioned, not made. */
  get goesOn(): boolean {
    return this.#goesOn;
  }

  push(piece: string): string {
    this.#held += piece;
    let visible = '';
    for (let visiblePart = this.#advance(); visiblePart !== null; visiblePart = this.#advance()) visible += visiblePart;
    return visible;
  }

  end(): string {
    const rest = this.#held;
    this.#held = '';
    if (this.#part === 'hidden' && this.#call) {
      this.#call.arguments += rest;
      if (this.#call.arguments.trim() === '') this.calls.pop();
    }
    return this.#part === 'shown' ? rest : '';
  }

  /** Consumes one part of the buffer and returns what is shown of it; null if more input is needed. */
  #advance(): string | null {
    if (this.#part === 'head') return this.#head();
    return this.#part === 'between' ? this.#between() : this.#body();
  }

  #head(): string | null {
    const markerIndex = this.#held.indexOf(message);
    if (markerIndex < 0) return null;
    const head = this.#held.slice(0, markerIndex);
    const name = /\bto=([\w.:-]+)/.exec(head)?.[1];
    this.#call = name === undefined ? null : { name, arguments: '', head: head + message };
    if (this.#call) this.calls.push(this.#call);
    this.#part = !this.#call && !/<\|channel\|>\s*analysis/.test(head) ? 'shown' : 'hidden';
    this.#held = this.#held.slice(markerIndex + message.length);
    return this.#part === 'shown' && this.#shown ? '\n\n' : '';
  }

  #between(): string | null {
    const text = this.#held.trimStart();
    if (text === '' || tokens.some((token) => token.startsWith(text))) return null;
    this.#part = harmonyStartTokens.some((token) => text.startsWith(token)) ? 'head' : 'shown';
    if (this.#part === 'shown' && this.#call) this.#goesOn = true;
    return '';
  }

  #body(): string | null {
    const token = ending.exec(this.#held);
    const bodyLength = token ? token.index : this.#held.length - begunAtEnd(this.#held);
    const bodyText = this.#held.slice(0, bodyLength);
    if (!token && bodyText === '') return null;
    const isShown = this.#part === 'shown';
    if (this.#call) this.#call.arguments += bodyText;
    if (isShown && bodyText !== '') this.#shown = true;
    this.#held = this.#held.slice(bodyLength);
    if (token) {
      const opens = harmonyStartTokens.includes(token[0]);
      this.#part = opens ? 'head' : 'between';
      if (!opens) this.#held = this.#held.slice(token[0].length);
    }
    return isShown ? bodyText : '';
  }
}

/** Returns how many characters at the end of a text may be the beginning of a token. */
function begunAtEnd(text: string): number {
  const openBracketIndex = text.lastIndexOf('<');
  return openBracketIndex >= 0 && tokens.some((token) => token.startsWith(text.slice(openBracketIndex)))
    ? text.length - openBracketIndex
    : 0;
}
