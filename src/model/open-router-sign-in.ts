import type { ApprovedKeySignIn, KeySignIn, KeySignInError } from '../ports/key-sign-in.ts';
import { keySignInStorageKey } from '../ports/key-sign-in.ts';
import type { Network, NetworkOutcome } from '../ports/network.ts';
import { Profile } from '../records/profile.ts';
import { base64UrlOf } from '../values/base64.ts';
import { isRecord, parseJson } from '../values/json.ts';
import type { Result } from '../values/result.ts';

const site = 'https://openrouter.ai';
const api = `${site}/api/v1`;
const method = 'S256';
const limits = { site, timeout_ms: 30_000, max_bytes: 65_536 };

interface Waiting {
  nonce: string;
  verifier: string;
  /** The query and the fragment of the page on which the person began the sign-in. */
  place: string;
  connection: Profile;
}

interface SignInParts {
  network: Network;
  /** Lasts as long as the tab. */
  tab: Storage;
  /** The page's address. */
  here: () => string;
}

/** The sign-in with OpenRouter: PKCE without a registration, whose answer carries a nonce of this tab. */
export class OpenRouterSignIn implements KeySignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  async begin(connection: Profile): Promise<string> {
    const here = this.#parts.here();
    const [nonce, verifier] = [randomText(16), randomText(32)];
    const page = openRouterSignInUrl(here, nonce, await pkceChallenge(verifier));
    const { search, hash } = new URL(here);
    const own = { ...connection, provider: 'openrouter', base_url: api };
    const waiting: Waiting = { nonce, verifier, place: search + hash, connection: own };
    this.#parts.tab.setItem(keySignInStorageKey, JSON.stringify(waiting));
    return page;
  }

  receive(answer: string): Result<ApprovedKeySignIn, KeySignInError> | null {
    const waiting = this.#waiting();
    if (answer === '' && !waiting) return null;
    const back = new URLSearchParams(answer);
    if (answer !== '' && back.get('sign_in') !== waiting?.nonce) return { ok: false, error: 'elsewhere' };
    const drop = () => this.#parts.tab.removeItem(keySignInStorageKey);
    const code = back.get('code');
    if (!waiting || !code || back.has('error')) {
      drop();
      return { ok: false, error: answer === '' ? 'unfinished' : 'refused' };
    }
    const { connection, verifier } = waiting;
    return { ok: true, value: { connection, drop, key: () => this.#key(code, verifier).finally(drop) } };
  }

  async #key(code: string, verifier: string): Promise<Result<string, KeySignInError>> {
    const body = JSON.stringify({ code, code_verifier: verifier, code_challenge_method: method });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const request = { method: 'POST', headers, body } as const;
    const { signal } = new AbortController();
    return keyIn(await this.#parts.network.request(`${api}/auth/keys`, request, { ...limits, signal }));
  }

  #waiting(): Waiting | null {
    const waiting = parseJson(this.#parts.tab.getItem(keySignInStorageKey) ?? 'null');
    if (!isRecord(waiting)) return null;
    const { nonce, verifier, place } = waiting;
    const connection = Profile.safeParse(waiting.connection).data;
    const isWhole = typeof nonce === 'string' && typeof verifier === 'string' && typeof place === 'string';
    return isWhole && connection ? { nonce, verifier, place, connection } : null;
  }
}

/**
 * Returns the URL of OpenRouter's page on which the person agrees; it redirects to `here`, with the nonce added to its
 * query.
 */
export function openRouterSignInUrl(here: string, nonce: string, challenge: string): string {
  const { origin, pathname, search } = new URL(here);
  const back = `${origin}${pathname}${search}${search ? '&' : '?'}sign_in=${nonce}`;
  const signInQuery = { callback_url: back, code_challenge: challenge, code_challenge_method: method };
  return `${site}/auth?${new URLSearchParams(signInQuery).toString()}`;
}

/** The challenge of a verifier by the method S256 of RFC 7636. */
export async function pkceChallenge(verifier: string): Promise<string> {
  return base64UrlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

const randomText = (bytes: number) => base64UrlOf(crypto.getRandomValues(new Uint8Array(bytes)));

/**
 * Returns the key in OpenRouter's answer, or an error. A key with characters that cannot be sent in a header counts as
 * missing.
 */
function keyIn(outcome: NetworkOutcome): Result<string, KeySignInError> {
  if (outcome.kind === 'timeout' || outcome.kind === 'unreachable') return { ok: false, error: 'unreachable' };
  if (outcome.kind !== 'response') return { ok: false, error: 'unexpected' };
  const { status, body } = outcome;
  if (status >= 400 && status < 500) return { ok: false, error: 'spent' };
  const keyExchangeReply = status === 200 ? parseJson(new TextDecoder().decode(body)) : null;
  const key = isRecord(keyExchangeReply) ? keyExchangeReply.key : null;
  const isKey = typeof key === 'string' && /^[\x21-\x7e]{8,500}$/.test(key);
  return isKey ? { ok: true, value: key } : { ok: false, error: 'unexpected' };
}
