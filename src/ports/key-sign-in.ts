import type { Result } from '../values/result.ts';
import type { Profile } from '../records/profile.ts';

/**
 * The name in the tab's storage under which a sign-in waits for its answer: its nonce and verifier, the connection that
 * it is for, and the query and the fragment of the page that it was begun on.
 */
export const signInStorageKey = 'cairn.openrouter';

/**
 * Why a sign-in brought no key. `elsewhere`: this tab has begun none with this nonce; `spent`: the provider does not
 * take the answer, as when it was used before; `unexpected`: what it says instead is not understood.
 */
export type KeySignInError = 'refused' | 'unfinished' | 'elsewhere' | 'spent' | 'unreachable' | 'unexpected';

/** A sign-in that the person has agreed to. */
export interface ApprovedKeySignIn {
  connection: Profile;
  /** Fetches the key, which the provider gives once. */
  key(): Promise<Result<string, KeySignInError>>;
  /** Ends the sign-in without a key. */
  drop(): void;
}

/** A sign-in at a provider's own page, which leads back to this tab and brings a key for a connection. */
export interface KeySignIn {
  /** The address of the page at which the person agrees; what the answer must match waits in this tab from then on. */
  begin(connection: Profile): Promise<string>;
  /** What the answer in the page's address allows; null where none came, and none is waited for. */
  receive(answer: string): Result<ApprovedKeySignIn, KeySignInError> | null;
}
