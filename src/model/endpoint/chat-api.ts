import type { ModelApi } from './api.ts';
import { ChunkAssembly } from './chunk-assembly.ts';
import { chatRejectionPatterns } from './refusable.ts';
import { chatCompletionsBody } from './request-body.ts';

/** OpenAI's chat completions, which nearly all servers offer. */
export const chatApi: ModelApi = {
  name: 'chat',
  path: '/chat/completions',
  signs: chatRejectionPatterns,
  body: chatCompletionsBody,
  assembly: (context) => new ChunkAssembly(context),
};
