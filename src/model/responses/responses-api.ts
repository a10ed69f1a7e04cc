import type { ModelApi } from '../endpoint/api.ts';
import { streamingPattern } from '../endpoint/refusable.ts';
import { ResponsesAssembly } from './responses-assembly.ts';
import { responsesBody } from './responses-body.ts';
import { requestBackgroundReply, cancelPath } from './background-reply.ts';

/** OpenAI's Responses API, which some other servers offer, too. */
export const responsesApi: ModelApi = {
  name: 'responses',
  path: '/responses',
  signs: [
    ['tool_choice', /tool[_ ]choice/i],
    ['encrypted_reasoning', /encrypted|\binclude\b/i],
    ['reasoning_summary', /summar(?:y|ies)/i],
    ['reasoning_effort', /reasoning/i],
    ['json_schema', /text\.format|response[_ ]?format|json[_ ]schema|json_object|structured output/i],
    ['background', /\bbackground\b/i],
    ['store', /\bstore\b/i],
    streamingPattern,
  ],
  body: responsesBody,
  assembly: (context) => new ResponsesAssembly(context),
  background: { reply: requestBackgroundReply, cancelPath },
};
