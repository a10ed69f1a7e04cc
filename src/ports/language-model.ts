import type { CallPurpose } from '../task/journal.ts';
import type { ServerTool } from '../task/approval.ts';
import type { ModelError, ModelReply, Reasoning, ToolCall, ModelWait } from '../task/model-reply.ts';
import type { ProtocolName } from '../task/protocol-name.ts';

/** An image as a model is shown it; `url` is a `data:` URL. */
export interface ModelImage {
  name: string;
  url: string;
}

export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string; images?: readonly ModelImage[] }
  | { role: 'assistant'; text: string; calls: ToolCall[]; reasoning?: Reasoning | undefined }
  /** `whole`: the id of the file that has the whole of a result. */
  | { role: 'tool'; call: string; text: string; whole?: string };

/** A function the model may call; `schema` is JSON Schema with an object at the root. */
export interface OfferedTool {
  name: string;
  description: string;
  schema: Record<string, unknown>;
  /** Other names by which models call it, also where they write the call as text; the model is not told of them. */
  aliases?: readonly string[];
  /** The tool of an MCP server that this is; its texts come from outside. */
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
  /** `required`: the reply must be a call. An endpoint that refuses this is asked again with `auto`. */
  choice: 'auto' | 'required' | 'none';
  /**
   * The required shape of a JSON reply; an endpoint that does not support it is asked for any JSON, or without a
   * format.
   */
  format?: ReplyFormat | undefined;
}

/**
 * `unfit`: the tools that were left out since the endpoint refused what they take, by name. `unthinking`: the endpoint
 * was
 * just found to take tools only where the model does not think.
 */
export type ModelOutcome = { unfit?: readonly string[]; unthinking?: boolean } & (
  | { ok: true; reply: ModelReply }
  | { ok: false; error: ModelError }
);

/**
 * One model over one connection. Never throws: every fault is a `ModelError`, a reply without a proper end is
 * `truncated`. Aborting ends the request at once with `aborted`. It does not retry; the caller does, and journals it.
 * `onText` receives each piece of visible text as it arrives, never reasoning. `onWait` is called at the start
 * of each wait: for the first words, then after each payload, be it text, reasoning or part of a call; a model that
 * never waits need not call it.
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

/** The model and protocol for one kind of call at this moment. */
export interface ModelForPurpose {
  /** The connection and its model: the same name, the same endpoint. */
  name: string;
  /** The provider and the model of the connection, for what is recorded of its faults; none without a profile. */
  asked?: ModelError['asked'];
  /** Null without a profile. */
  model: LanguageModel | null;
  /** How decisions are exchanged with the model. */
  protocol: ProtocolName;
  /** Whether the model takes images, as far as is known. */
  sees: boolean;
  /** Remembers for the profile that the model takes no images. */
  blind: () => void;
  /** The estimated tokens that the messages of a request may have, as far as a limit is known. */
  room: number | null;
  /** Remembers for the profile that the model takes no more than this. */
  narrow: (room: number) => void;
  /**
   * Requests another protocol from the next call on, remembered for the profile: the endpoint refused this one, or the
   * replies' form calls for an easier one, which a person may have declined. Returns the protocol in force from now on.
   */
  fallBack: (to: ProtocolName, because: 'refused' | 'form') => ProtocolName;
}
