import type { ModelMessage, OfferedTool } from '../../ports/language-model.ts';
import type { Prompts } from '../prompts/prompts.ts';

/** The tools as text, for protocols whose requests carry none. */
export function toolList(prompts: Prompts, tools: readonly OfferedTool[]): string {
  return [
    prompts.toolsTitle,
    ...tools.map((tool) => `- ${tool.name}: ${tool.description} ${JSON.stringify(tool.schema)}`),
  ].join('\n');
}

/** A conversation in which results come back as what the user says: such models know no calls. */
export function asProse(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role === 'tool') return { role: 'user', text: message.text };
    return message.role === 'assistant' ? { ...message, calls: [] } : message;
  });
}
