import type { ModelMessage } from '../../ports/language-model.ts';

/**
 * Returns a test that is true if a text occurs in the messages sent to a model: in a page, a tool's result or a
 * person's words. A call in such a text is a quotation, whoever wrote it first.
 */
export function quotationChecker(messages: readonly ModelMessage[]): (source: string) => boolean {
  let told = null as string | null;
  return (source) => {
    told ??= messages.map(({ role, text }) => (role === 'user' || role === 'tool' ? plain(text) : '')).join('\n');
    return told.includes(plain(source));
  };
}

/** Returns a text without blanks, and without the escapes that it has within JSON. */
const plain = (text: string) => text.replaceAll(/\\[nrt](?![A-Za-z]:)|[\s\\]+/g, '');
