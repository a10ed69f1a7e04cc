import type { ModelMessage, OfferedTool } from '../ports/language-model.ts';
import type { Prompts } from './prompts.ts';
import { parseArguments } from './parse-arguments.ts';

/** The tools as text, for protocols whose requests carry none. */
export function formatToolList(prompts: Prompts, tools: readonly OfferedTool[]): string {
  return [
    prompts.toolsTitle,
    ...tools.map((tool) => `- ${tool.name}: ${tool.description} ${JSON.stringify(tool.schema)}`),
  ].join('\n');
}

/** Renders a conversation with calls as text, formatted by `written`, and results as user messages. */
export function renderAsText(
  messages: readonly ModelMessage[],
  written: (tool: string, input: unknown) => string,
): ModelMessage[] {
  return messages.map((message) => {
    if (message.role === 'tool') return { role: 'user', text: message.text };
    if (message.role !== 'assistant') return message;
    const calls = message.calls.map((call) => written(call.name, parseArguments(call) ?? call.arguments));
    return { role: 'assistant', text: [message.text, ...calls].filter(Boolean).join('\n'), calls: [] };
  });
}
