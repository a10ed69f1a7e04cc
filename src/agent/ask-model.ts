import type { Answered } from '../domain/answered.ts';
import type { NewEntry } from '../domain/journal.ts';
import { isTransient, type ModelError, type ModelReply } from '../domain/model-reply.ts';
import type { ModelRequest } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import { backoff } from './backoff.ts';

export interface Question {
  effect: string;
  step: string | null;
  place: string;
  /** How often this was tried in vain just before: the rest grows with it. */
  tries: number;
  request: ModelRequest;
}

/** One model call, recorded before use; a transient fault is recorded, too, with the time of the next try (R6.2). */
export async function askModel(
  context: AgentContext,
  question: Question,
  signal: AbortSignal,
): Promise<Answered<ModelReply>> {
  const { effect, place, request } = question;
  let fault: ModelError | null = null;
  const entry = await context.perform({
    place: 'remote',
    id: effect,
    run: async () => {
      const model = await context.model();
      if (!model) {
        fault = { code: 'no_key', detail: '', status: null, retry_after_ms: null };
        return null;
      }
      const outcome = await model.reply(request, { signal, onText: (piece) => context.onText(place, piece) });
      context.onText(place, null);
      if (outcome.ok)
        return {
          entry: record(context, question, { type: 'model_reply', purpose: request.purpose, reply: outcome.reply }),
        };
      fault = outcome.error;
      if (!isTransient(fault)) return null;
      const retry_at = backoff(context.clock, question.tries, fault.retry_after_ms);
      return {
        entry: record(context, question, { type: 'model_error', purpose: request.purpose, error: fault, retry_at }),
      };
    },
  });
  return answered(entry, effect, fault, context.clock.now());
}

function answered(entry: NewEntry | null, effect: string, fault: ModelError | null, at: string): Answered<ModelReply> {
  if (entry?.body.type === 'model_reply') return { kind: 'decided', decision: entry.body.reply, effect, at };
  if (entry?.body.type === 'model_error')
    return { kind: 'unanswered', error: entry.body.error, retry_at: entry.body.retry_at, at };
  return {
    kind: 'stalled',
    error: fault ?? { code: 'aborted', detail: '', status: null, retry_after_ms: null },
    at,
  };
}

function record(context: AgentContext, question: Question, body: NewEntry['body']): NewEntry {
  const run = context.run();
  return {
    session_id: run.session_id,
    task_id: run.id,
    step_id: question.step,
    at: context.clock.now(),
    effect: question.effect,
    body,
  };
}
