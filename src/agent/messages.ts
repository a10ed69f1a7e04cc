import type { ModelMessage } from '../ports/language-model.ts';

/** Merges neighbours of the same role, so that templates which insist on alternation work (R4.8). */
export function alternating(messages: readonly ModelMessage[]): ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      merged[merged.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` };
    else if (last?.role === 'assistant' && message.role === 'assistant' && last.calls.length === 0)
      merged[merged.length - 1] = { ...message, text: [last.text, message.text].filter(Boolean).join('\n\n') };
    else merged.push(message);
  }
  return merged;
}
