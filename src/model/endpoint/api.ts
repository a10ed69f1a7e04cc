import type { PendingReply, ModelReply, ReasoningItems, Usage } from '../../task/model-reply.ts';
import type { ApiName, ReasoningEffort } from '../../records/profile.ts';
import type { LanguageModel, ModelOutcome, ModelRequest } from '../../ports/language-model.ts';
import type { ReplyContext } from './calls-in-text.ts';
import type { CallTimeouts, CallTimeLimits } from './call-timeouts.ts';
import type { RefusablePart, RejectionPatterns } from './refusable.ts';

/**
 * The contribution of one piece of a stream to the reply. `said`: text, reasoning or a part of a call, so the model is
 * at work.
 */
export type StreamDelta =
  | { kind: 'ignored' }
  /** `ended`: no further piece belongs to the reply. */
  | { kind: 'chunk'; text: string; said: boolean; ended?: boolean }
  /** The endpoint reports an error in mid-stream; `body` has the shape of an error body. */
  | { kind: 'fault'; body: unknown };

/**
 * The assembled reply, or why there is none. `reasoning`: the parts to send back with it; the caller adds their source.
 */
export type AssemblyResult =
  | { ok: true; reply: Omit<ModelReply, 'reasoning'>; reasoning?: ReasoningItems['parts'] }
  | { ok: false; code: 'truncated' | 'empty'; detail: string };

/** Builds one reply from the parsed events of a stream, or from a whole body, in the form of one API. */
export interface ReplyAssembly {
  /** True once the reply is complete, whatever follows. */
  readonly finished: boolean;
  /** True if more may come although the reply is complete. */
  readonly mayGoOn: boolean;
  /** The number of characters received, in text and in calls. */
  readonly length: number;
  /** The usage billed so far: as reported, else by `estimate` from the tokens received; null before any piece. */
  billed(estimate: (output: number) => Usage): Usage | null;
  add(chunk: unknown): StreamDelta;
  /** Returns the last visible text, which was held back until the stream ended. */
  end(): string;
  /** Returns the reply; call it after `end`. `done`: the endpoint marked the end. */
  outcome(done: boolean): AssemblyResult;
  /** True if a body that came in one piece is a reply of this API. */
  isWhole(body: Record<string, unknown>): boolean;
}

/** One API for models: how a request is written for it, and how its replies are read. */
export interface ModelApi {
  name: ApiName;
  /** The path below the base URL. */
  path: string;
  /** The header in which the key goes; absent: `authorization`, as a bearer token. */
  keyHeader?: string;
  headers?: Readonly<Record<string, string>>;
  /** The patterns by which an error message names a refused part of the request. */
  signs: RejectionPatterns;
  /** `source` names this API, address and model; reasoning from any other source is left out. */
  body(
    request: ModelRequest,
    to: {
      model: string;
      source: string;
      effort: ReasoningEffort;
      refused: ReadonlySet<RefusablePart>;
      background?: boolean;
    },
  ): object;
  assembly(context: ReplyContext): ReplyAssembly;
  /** Replies that the endpoint writes and keeps whether or not they are read; absent if the API has none. */
  background?: {
    /** Asks for a reply, or picks up the pending one, over as many connections as it takes. */
    reply(call: BackgroundCall): Promise<ModelOutcome>;
    /** Returns the path at which a pending reply is cancelled; null if the reply's id is not valid. */
    cancelPath(pending: PendingReply): string | null;
  };
}

/** One call in background mode. */
export interface BackgroundCall {
  /** The body of the request that asks for the reply. */
  body: object;
  /** The API, address and model that write the reply. */
  source: string;
  context: ReplyContext;
  /**
   * `again`: the pause before each new connection that continues to read the reply; it doubles as long as connections
   * bring nothing new.
   */
  limits: CallTimeLimits & { again: number };
  signal: AbortSignal;
  pending: PendingReply | null;
  onPending: NonNullable<Parameters<LanguageModel['reply']>[1]['onPending']>;
  /** Tells the endpoint to stop writing the reply. */
  cancel: (pending: PendingReply) => Promise<void>;
  /** True if a text is free of the connection's key. */
  isClean: (text: string) => boolean;
  /**
   * Sends one request, without a body as GET, and reads the response into the assembly. Resolves to why there is no
   * reply if the connection fails.
   */
  exchange: (path: string, body: object | null, assembly: ReplyAssembly, guard: CallTimeouts) => Promise<ModelOutcome>;
}
