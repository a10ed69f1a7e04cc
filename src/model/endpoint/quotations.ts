import type { ModelMessage } from '../../ports/language-model.ts';

/**
 * Returns a function that is true for a text that occurs in the messages sent to a model as the person's words, a page
 * or a tool's result; white space and JSON escapes are ignored. A tool call in such a text is a quotation, not a call
 * by the model.
 */
export function quotationChecker(messages: readonly ModelMessage[]): (source: string) => boolean {
  let promptAndResultText = null as string | null;
  return (source) => {
    promptAndResultText ??= messages
      .map(({ role, text }) => (role === 'user' || role === 'tool' ? plain(text) : ''))
      .join('\n');
    return promptAndResultText.includes(plain(source));
  };
}

/** Returns a text without blanks, and without the escapes that it has within JSON. */
const plain = (text: string) => text.replaceAll(/\\[nrt](?![A-Za-z]:)|[\s\\]+/g, '');
