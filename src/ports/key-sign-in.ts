import type { Result } from '../values/result.ts';
import type { Profile } from '../records/profile.ts';

/**
 * The key in the tab's session storage of a sign-in that has not returned yet: its nonce and verifier, its connection,
 * and the query and fragment of the page on which it was begun.
 */
export const keySignInStorageKey = 'cairn.openrouter';

/**
 * Why a sign-in produced no key. `refused`: the provider's page returned without an approval; `unfinished`: the person
 * came back without any answer; `elsewhere`: this tab did not begin a sign-in with this nonce; `spent`: the provider
 * rejects the returned code, usually because it has been used before; `unreachable`: the provider could not be reached;
 * `unexpected`: its response contains no usable key.
 */
export type KeySignInError = 'refused' | 'unfinished' | 'elsewhere' | 'spent' | 'unreachable' | 'unexpected';

/** A sign-in at a provider's page that the person has approved: the key can now be fetched, once. */
export interface ApprovedKeySignIn {
  connection: Profile;
  /** Fetches the key, which the provider gives once. */
  key(): Promise<Result<string, KeySignInError>>;
  /** Ends the sign-in without a key. */
  drop(): void;
}

/** A sign-in at a provider's own page, which leads back to this tab and brings a key for a connection. */
export interface KeySignIn {
  /**
   * Begins the sign-in and returns the address of the page at which the person agrees. From then on, this tab keeps the
   * values that the answer has to match.
   */
  begin(connection: Profile): Promise<string>;
  /**
   * Checks the answer in the page's address, and returns what it allows; null if there is no answer and none is
   * awaited.
   */
  receive(answer: string): Result<ApprovedKeySignIn, KeySignInError> | null;
}
