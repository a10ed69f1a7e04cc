import type { ModelApi } from '../endpoint/api.ts';
import { streamingPattern } from '../endpoint/refusable.ts';
import { MessagesAssembly } from './messages-assembly.ts';
import { messagesBody } from './messages-body.ts';

/** Anthropic's Messages API. */
export const messagesApi: ModelApi = {
  name: 'messages',
  path: '/messages',
  signs: [
    ['tool_choice', /tool[_ ]choice/i],
    ['cache_control', /cache[_ ]control/i],
    ['max_tokens', /max_tokens/i],
    ['output_effort', /\beffort|output_config(?!\.format)/i],
    ['json_schema', /output_config|output_format|json[_ ]schema/i],
    ['thinking_display', /thinking\.(?:adaptive\.)?display|\bdisplay\b/i],
    ['adaptive_thinking', /thinking|adaptive|effort/i],
    streamingPattern,
  ],
  keyHeader: 'x-api-key',
  headers: { 'anthropic-version': '2023-06-01' },
  body: messagesBody,
  assembly: (context) => new MessagesAssembly(context),
};
