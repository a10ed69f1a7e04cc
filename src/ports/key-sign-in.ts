import type { Result } from '../values/result.ts';
import type { Profile } from '../records/profile.ts';

/**
 * The key in the tab's session storage of a sign-in that has not returned yet: its nonce and verifier, its connection,
 * and the query and fragment of the page on which it was begun.
 */
export const signInStorageKey = 'cairn.openrouter';

/**
 * Why a sign-in brought no key. `elsewhere`: this tab has begun none with this nonce; `spent`: the provider does not
 * take the answer, as when it was used before; `unexpected`: what it says instead is not understood.
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
  /** The address of the page at which the person agrees; what the answer must match waits in this tab from then on. */
  begin(connection: Profile): Promise<string>;
  /** What the answer in the page's address allows; null where none came, and none is waited for. */
  receive(answer: string): Result<ApprovedKeySignIn, KeySignInError> | null;
}
