import { valueWithoutHiddenCharacters, withoutHiddenCharacters } from '../values/hidden-characters.ts';
import type { ModelMessage } from '../ports/language-model.ts';

/**
 * Merges consecutive messages of the same role, for chat templates that require alternation. Empty replies are left
 * out.
 */
export function mergeMessagesOfSameRole(messages: readonly ModelMessage[]): ModelMessage[] {
  const mergedMessages: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role === 'assistant' && message.text.trim() === '' && message.calls.length === 0) continue;
    const last = mergedMessages.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      mergedMessages[mergedMessages.length - 1] = {
        role: 'user',
        text: `${last.text}\n\n${message.text}`,
        ...((last.images ?? message.images) && { images: [...(last.images ?? []), ...(message.images ?? [])] }),
      };
    else if (last?.role === 'assistant' && message.role === 'assistant' && last.calls.length === 0)
      mergedMessages[mergedMessages.length - 1] = {
        ...message,
        text: [last.text, message.text].filter(Boolean).join('\n\n'),
      };
    else mergedMessages.push(message);
  }
  return mergedMessages;
}

/** The message without invisible characters; images are left unchanged. */
export function messageWithoutHiddenCharacters(message: ModelMessage): ModelMessage {
  const text = withoutHiddenCharacters(message.text);
  return message.role === 'assistant'
    ? { ...message, text, calls: valueWithoutHiddenCharacters(message.calls) }
    : { ...message, text };
}
