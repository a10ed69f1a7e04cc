import type { ChatCompletionRequest } from '@copilotkit/aimock';
import type { Answer, Seen } from '../../unit/model/loopback.ts';
import { sample } from '../../unit/model/sample.ts';
import { readAsk } from './ask.ts';
import type { Reply, ScriptedModel } from './model-server.ts';

const { delta, events } = sample;
const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' };

/** An endpoint that pages may call; the mind answers, save where `fault` has an answer of its own. */
export function faultyMind(mind: ScriptedModel, fault: (seen: Seen, call: number) => Answer | null) {
  let calls = 0;
  return (seen: Seen): Answer => {
    if (seen.method === 'OPTIONS') return { status: 204, headers: open, body: '' };
    if (!seen.path.endsWith('/chat/completions'))
      return { headers: open, type: 'application/json', body: '{"data":[{"id":"odd-1"}]}' };
    calls += 1;
    const wrong = fault(seen, calls);
    if (wrong) return { ...wrong, headers: { ...open, ...wrong.headers } };
    return { headers: open, body: written(mind.answer(readAsk(seen.body as unknown as ChatCompletionRequest))) };
  };
}

function written({ text = '', calls = [] }: Reply): string {
  const made = calls.map(({ name, input }, index) => ({
    index,
    id: `c${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return events(
    delta({ role: 'assistant', content: text, ...(made.length > 0 && { tool_calls: made }) }),
    delta({}, 'stop'),
    '[DONE]',
  );
}
