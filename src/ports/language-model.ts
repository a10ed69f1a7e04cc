import type { CallPurpose } from '../task/journal.ts';
import type { ServerTool } from '../task/approval.ts';
import type { PendingReply, ModelError, ModelReply, ModelWait, ReasoningItems, ToolCall } from '../task/model-reply.ts';
import type { ProtocolName } from '../task/protocol-name.ts';

/** An image for a model; `url` is a `data:` URL. */
export interface ModelImage {
  name: string;
  url: string;
}

/** `earlier`: set for what was said before the task began. */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string; images?: readonly ModelImage[]; earlier?: true }
  | { role: 'assistant'; text: string; calls: ToolCall[]; reasoning?: ReasoningItems | undefined; earlier?: true }
  /** `whole`: the id of the file with the full result. */
  | { role: 'tool'; call: string; text: string; whole?: string };

/** A function the model may call; `schema` is JSON Schema with an object at the root. */
export interface OfferedTool {
  name: string;
  description: string;
  schema: Record<string, unknown>;
  /** Other names by which models call it, including calls written as text; not shown to the model. */
  aliases?: readonly string[];
  /** Set for the tool of an MCP server, whose texts are untrusted. */
  server?: ServerTool;
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
  /**
   * The tools that a call written as text may name, if `tools` is empty because the protocol describes them in words.
   */
  described?: readonly OfferedTool[];
  /** `required`: the reply must be a call. An endpoint that refuses this is asked again with `auto`. */
  choice: 'auto' | 'required' | 'none';
  /** The JSON schema of the reply; an endpoint that does not support it is asked for any JSON, or without a format. */
  format?: ReplyFormat | undefined;
}

/**
 * The reply to a model call, or the error. `unfit`: the names of tools left out because the endpoint refused their
 * schema. `unthinking`: the endpoint was just found to accept tools only if the model does not think.
 */
export type ModelOutcome = { unfit?: readonly string[]; unthinking?: boolean } & (
  | { ok: true; reply: ModelReply }
  | { ok: false; error: ModelError }
);

/**
 * One model over one connection. Never throws: every failure is a `ModelError`, a reply without a proper end is
 * `truncated`. Aborting ends the request at once with `aborted`. It does not retry; the caller does, and journals it.
 * `onText` receives each piece of visible text as it arrives, never reasoning. `onWait` is called at the start of each
 * wait: for the first data, then after each payload, be it text, reasoning or part of a call; a model that never waits
 * need not call it. A model with `cancel` may write its replies at the endpoint: `onPending` receives where the
 * endpoint keeps the reply before any of its text is passed on, and null once it is not to be picked up any more; given
 * such a reply as `pending`, the model picks it up instead of asking again. While it can be picked up, an error states
 * no usage.
 */
export interface LanguageModel {
  reply(
    request: ModelRequest,
    options: {
      signal: AbortSignal;
      onText?: (piece: string) => void;
      onWait?: (wait: Omit<ModelWait, 'since'>) => void;
      pending?: PendingReply | null;
      onPending?: (pending: PendingReply | null) => void;
    },
  ): Promise<ModelOutcome>;
  /** Tells the endpoint to stop writing a reply that nobody waits for; never throws. */
  cancel?(pending: PendingReply): Promise<void>;
}

/** The model and protocol to use now for one kind of call. */
export interface ModelForPurpose {
  /** Identifies the connection and its model: equal names mean the same endpoint. */
  name: string;
  /** The connection's provider and model, recorded with its errors; absent without a profile. */
  asked?: ModelError['asked'];
  /** Null without a profile. */
  model: LanguageModel | null;
  /** The protocol by which decisions are exchanged with the model. */
  protocol: ProtocolName;
  /** True if the model accepts images, as far as is known. */
  sees: boolean;
  /** Records in the profile that the model accepts no images. */
  blind: () => void;
  /** The limit for the messages of a request, in estimated tokens; null if unknown. */
  room: number | null;
  /** Records in the profile that the model accepts no more than `room` tokens. */
  narrow: (room: number) => void;
  /**
   * Switches to another protocol from the next call on and records it in the profile, because the endpoint refused this
   * one or the model's replies were malformed; the person may have declined that. Returns the protocol now in force.
   */
  fallBack: (to: ProtocolName, because: 'refused' | 'form') => ProtocolName;
}
