import type { Profile } from '../domain/profile.ts';
import type { LanguageModel, ModelOutcome, ModelRequest } from '../ports/language-model.ts';
import { ask } from './ask.ts';
import { CallGuard, type CallLimits } from './call-guard.ts';
import { endpointConnection } from './endpoint-connection.ts';
import { estimatedUsage } from './estimated-usage.ts';
import { failedCall } from './failed-call.ts';
import { readReply } from './read-reply.ts';
import { redacted } from './redacted.ts';
import { refusedPart } from './refused-part.ts';
import { type Refusable, requestBody } from './request-body.ts';

/** Ten minutes to the first words (a local server may have to load the model), then a minute and a half between payloads. */
const defaultLimits: CallLimits = { first: 600_000, idle: 90_000, total: 1_800_000 };

export interface EndpointOptions {
  profile: Profile;
  key: string | null;
  fetch?: typeof fetch;
  limits?: Partial<CallLimits>;
}

/**
 * A model behind an OpenAI-compatible endpoint. Always asks for a stream; what the endpoint refuses by name (usage,
 * a forced call, …) is left out and the request is sent again, once for each part and for the life of this object.
 */
export function endpointModel(options: EndpointOptions): LanguageModel {
  const { profile, key } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const refused = new Set<Refusable>();
  const connection = endpointConnection(options);

  const attempt = async (
    request: ModelRequest,
    guard: CallGuard,
    onText: (piece: string) => void,
  ): Promise<ModelOutcome> => {
    const body = requestBody(profile.model, request, refused);
    let response: Response;
    guard.arm(limits.first);
    try {
      response = await guard.race(ask(connection, '/chat/completions', body, guard.signal));
    } catch (error) {
      return failedCall(guard.cause ?? 'unreachable', guard.cause ? '' : redacted(reason(error), key).slice(0, 300));
    }
    const firstCallNumber =
      1 + request.messages.reduce((sum, each) => sum + (each.role === 'assistant' ? each.calls.length : 0), 0);
    const outcome = await readReply(response, { guard, limits, key, firstCallNumber, onText });
    if (!outcome.ok) return outcome;
    return { ok: true, reply: { ...outcome.reply, usage: outcome.reply.usage ?? estimatedUsage(body, outcome.reply) } };
  };

  return {
    async reply(request, { signal, onText }) {
      if (key === null && connection.needsKey) return failedCall('no_key');
      const guard = new CallGuard(signal, limits);
      try {
        let shown = 0;
        const say = (piece: string) => {
          shown += piece.length;
          onText?.(piece);
        };
        for (;;) {
          const outcome = await attempt(request, guard, say);
          const part = outcome.ok || shown > 0 ? null : refusedPart(outcome.error, refused);
          if (part === null) return outcome;
          refused.add(part);
        }
      } finally {
        guard.close();
      }
    },
  };
}

/** What the browser said, from the innermost cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause instanceof Error ? reason(error.cause) : error.message;
}
