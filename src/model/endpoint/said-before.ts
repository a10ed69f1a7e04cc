import type { ModelMessage } from '../../ports/language-model.ts';

/**
 * Whether a text stands in what a model was told: in a page, a tool's result or a person's words. Then a call in it is
 * a quotation, whoever wrote it first.
 */
export function saidBefore(messages: readonly ModelMessage[]): (source: string) => boolean {
  let told = null as string | null;
  return (source) => {
    told ??= messages.map(({ role, text }) => (role === 'user' || role === 'tool' ? plain(text) : '')).join('\n');
    return told.includes(plain(source));
  };
}

/** A text without blanks, and without the escapes that it has within JSON. */
const plain = (text: string) => text.replaceAll(/\\[nrt](?![A-Za-z]:)|[\s\\]+/g, '');
