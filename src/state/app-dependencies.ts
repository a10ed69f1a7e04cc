import type { ModelError } from '../domain/model-reply.ts';
import type { Profile } from '../domain/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { StorageCare } from '../ports/storage-care.ts';
import type { Stores } from '../ports/stores.ts';
import type { Seat } from '../runner/seat.ts';
import type { Language } from '../text/messages.ts';
import type { YourData } from './your-data.svelte.ts';

/** A preset of a model connection, as plain data (R11.1). */
export interface ProviderChoice {
  id: string;
  name: string;
  baseUrl: string;
  /** Where a key is made; empty where none is needed. */
  keyPage: string;
  /** Models worth offering, the usual one first; any other name can be typed. */
  models: readonly string[];
  needsKey: boolean;
  /** The message that says what to do when the browser cannot reach it. */
  cors: string;
}

/** What a connection test found (R11.2); `models` are those that the endpoint lists, where it does. */
export type ConnectionFinding =
  { ok: true; models: string[]; tools: boolean } | { ok: false; error: ModelError; models?: string[] };

/** Everything that the page needs from outside; made in `main.ts` and nowhere else. */
export interface AppDependencies {
  stores: Stores;
  storage: StorageCare;
  clock: Clock;
  secrets: Secrets;
  /** The first one is offered first; `demo` is not among them. */
  providers: readonly ProviderChoice[];
  /** The goal of the scripted demo (R11.4a). */
  demoGoal: Readonly<Record<Language, string>>;
  /** A place at a session, not yet taken. */
  seat(sessionId: string): Seat;
  /** Asks the endpoint for the least that proves the connection. Never rejects. */
  testConnection(profile: Profile, key: string | null, options: { signal: AbortSignal }): Promise<ConnectionFinding>;
  /** All that is stored as the person's own: loaded when it is first asked for. */
  yourData(): Promise<YourData>;
  /** Hands a file to the person. */
  saveFile(name: string, mime: string, content: string): void;
}
