import type { ModelReply, Reasoning, Usage } from '../../task/model-reply.ts';
import type { ApiName, Effort } from '../../records/profile.ts';
import type { ModelRequest } from '../../ports/language-model.ts';
import type { ReplyContext } from './calls-in-text.ts';
import type { Refusable, Signs } from './refusable.ts';

/** What one piece of a reply added. `said`: text, reasoning or a part of a call, so the model is at work. */
export type Added =
  | { kind: 'ignored' }
  /** `ended`: nothing of the reply follows. */
  | { kind: 'chunk'; text: string; said: boolean; ended?: boolean }
  /** The endpoint reports a fault in mid-stream; `body` has the shape of an error body. */
  | { kind: 'fault'; body: unknown };

/** `reasoning`: the parts that go back with the reply; where they came from is added by who knows that. */
export type Assembled =
  | { ok: true; reply: Omit<ModelReply, 'reasoning'>; reasoning?: Reasoning['parts'] }
  | { ok: false; code: 'truncated' | 'empty'; detail: string };

/** Builds one reply from the parsed events of a stream, or from a whole body, in the form of one API. */
export interface ReplyAssembly {
  /** Whether the reply is complete, whatever follows. */
  readonly finished: boolean;
  /** Whether more may come although it is complete. */
  readonly mayGoOn: boolean;
  /** The number of characters received, in text and in calls. */
  readonly length: number;
  /** The usage billed so far: as reported, else by `estimate` from the tokens received; null before any piece. */
  billed(estimate: (output: number) => Usage): Usage | null;
  add(chunk: unknown): Added;
  /** Returns the last visible text, which was held back until the stream ended. */
  end(): string;
  /** The reply, to be read after `end`. `done`: the endpoint marked the end. */
  outcome(done: boolean): Assembled;
  /** Whether a body that came in one piece is a reply of this API. */
  isWhole(body: Record<string, unknown>): boolean;
}

/** One API for models: how a request is written for it, and how its replies are read. */
export interface Api {
  name: ApiName;
  /** The path below the base URL. */
  path: string;
  /** The header in which the key goes; absent: `authorization`, as a bearer token. */
  keyHeader?: string;
  headers?: Readonly<Record<string, string>>;
  /** By what words a refusal names a part of the request. */
  signs: Signs;
  /** `source` names this API, address and model: reasoning of any other is left out. */
  body(
    request: ModelRequest,
    to: { model: string; source: string; effort: Effort; refused: ReadonlySet<Refusable> },
  ): object;
  assembly(heard: ReplyContext): ReplyAssembly;
}
