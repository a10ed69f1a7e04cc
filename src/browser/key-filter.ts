import { keyForms } from '../domain/key-forms.ts';

const mark = '[key]';

/** Takes the key out of a body that comes in pieces, wherever the pieces are cut (R13.1). */
export class KeyFilter {
  readonly #forms: readonly string[];
  #held = '';

  constructor(key: string | null) {
    this.#forms = keyForms(key);
  }

  /** Text without the key. */
  clean(text: string): string {
    return this.#forms.reduce((rest, form) => rest.replaceAll(form, mark), text);
  }

  /** What can be passed on; an end that may be the beginning of the key waits for the next piece. */
  push(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (this.#forms.length === 0) return bytes;
    const text = this.clean(this.#held + binaryText(bytes));
    const held = Math.max(...this.#forms.map((form) => beginningAtEnd(text, form)));
    this.#held = text.slice(text.length - held);
    return bytesOf(text.slice(0, text.length - held));
  }

  /** What had been held back. */
  end(): Uint8Array<ArrayBuffer> {
    const rest = this.#held;
    this.#held = '';
    return bytesOf(rest);
  }
}

/** How much of the text's end is a beginning of the word. */
function beginningAtEnd(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(word.slice(0, length))) return length;
  return 0;
}

/** One character a byte: a key is ASCII, and so no byte of any other character is taken for one of its own. */
function binaryText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
