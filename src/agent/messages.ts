import type { ModelMessage } from '../ports/language-model.ts';

/**
 * Merges neighbours of the same role, so that templates which insist on alternation work (R4.8). A reply of nothing at all
 * is left out.
 */
export function alternating(messages: readonly ModelMessage[]): ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role === 'assistant' && message.text.trim() === '' && message.calls.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      merged[merged.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` };
    else if (last?.role === 'assistant' && message.role === 'assistant' && last.calls.length === 0)
      merged[merged.length - 1] = { ...message, text: [last.text, message.text].filter(Boolean).join('\n\n') };
    else merged.push(message);
  }
  return merged;
}
