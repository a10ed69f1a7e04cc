import { effectNumber } from '../domain/effect-id.ts';
import type { NewEntry } from '../domain/journal.ts';
import type { Turn } from '../domain/transcript.ts';
import { readThought } from './protocols/tools-protocol.ts';

/** A recorded round of a step, as the step machine reasons about it; undefined for other entries. */
export function turnOf(entry: NewEntry): Turn | undefined {
  const { effect, body } = entry;
  if (effect === undefined) return undefined;
  const n = effectNumber(effect);
  if (body.type === 'model_reply')
    return { kind: 'thought', n, effect, decision: readThought(body.reply), reply: body.reply };
  if (body.type === 'model_error')
    return { kind: 'unanswered', n, error: body.error, retry_at: body.retry_at, at: entry.at };
  if (body.type !== 'tool_result') return undefined;
  const action = { call: body.call, tool: body.tool, input: body.input };
  return { kind: 'tool', n, action, result: body.result, retry_at: body.retry_at };
}
