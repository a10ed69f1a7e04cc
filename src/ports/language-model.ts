import type { CallPurpose } from '../domain/record/journal.ts';
import type { ModelError, ModelReply, ToolCall, ModelWait } from '../domain/model/model-reply.ts';
import type { ProtocolName } from '../domain/model/protocol-name.ts';

export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: ToolCall[] }
  | { role: 'tool'; call: string; text: string };

/** A function the model may call; `schema` is JSON Schema with an object at the root. */
export interface OfferedTool {
  name: string;
  description: string;
  schema: Record<string, unknown>;
}

/** A JSON Schema for the whole reply, in the subset that strict endpoints accept. */
export interface ReplyFormat {
  name: string;
  schema: Record<string, unknown>;
}

export interface ModelRequest {
  purpose: CallPurpose;
  messages: ModelMessage[];
  tools: OfferedTool[];
  /** `required`: the reply must be a call. An endpoint that refuses this is asked again with `auto`. */
  choice: 'auto' | 'required' | 'none';
  /** The shape a reply in JSON must have; an endpoint that cannot hold to it is asked for JSON, or just asked (R4.4). */
  format?: ReplyFormat | undefined;
}

export type ModelOutcome = { ok: true; reply: ModelReply } | { ok: false; error: ModelError };

/**
 * One model over one connection. Never throws: every fault is a `ModelError`, a reply without a proper end is
 * `truncated`. Aborting ends the request at once with `aborted`. It does not retry; the caller does, and journals it.
 * `onText` gets each piece of visible text as it comes (R14.6), never reasoning. `onWait` is told of each wait that
 * begins: for the first words, then after each payload, be it text, reasoning or part of a call; a model that waits for
 * nobody need not tell.
 */
export interface LanguageModel {
  reply(
    request: ModelRequest,
    options: {
      signal: AbortSignal;
      onText?: (piece: string) => void;
      onWait?: (wait: Omit<ModelWait, 'since'>) => void;
    },
  ): Promise<ModelOutcome>;
}

/** What one kind of call is made with at this moment. */
export interface ModelForPurpose {
  /** Null without a profile. */
  model: LanguageModel | null;
  /** How decisions travel to and from the model (R4.7). */
  protocol: ProtocolName;
  /**
   * Asks for another protocol from the next call on, remembered for the profile: the endpoint refused this one, or the
   * replies' form asks for an easier one, which a person may have declined. Gives the protocol that holds from now on.
   */
  fallBack: (to: ProtocolName, because: 'refused' | 'form') => ProtocolName;
}
