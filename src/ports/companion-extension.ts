import type { CompanionErrorCode } from '../../extension/protocol.ts';
import type { NetworkLimits, NetworkOutcome } from './network.ts';

/**
 * `absent`: not installed, or not for this address. `outdated`: its version cannot end reads in time. `paused`: the
 * person has switched off all reading.
 */
export type CompanionState = 'absent' | 'outdated' | 'paused' | 'ready';

/**
 * Why a page rendered with its scripts has nothing to read: it stayed empty, or shows only a consent wall or a sign-in.
 */
export type RenderError = 'render_empty' | 'render_consent' | 'render_sign_in';

/**
 * Why nothing was read. `lost`: the companion stopped or was reloaded during the read. `cannot_render`: this browser's
 * companion cannot run scripts. `render_timeout`: the scripts did not finish in time.
 */
export type CompanionError =
  | CompanionErrorCode
  | 'absent'
  | 'outdated'
  | 'lost'
  | 'cannot_render'
  | 'render_timeout'
  | RenderError;

export type CompanionOutcome = Extract<NetworkOutcome, { kind: 'response' }> | { kind: 'refused'; why: CompanionError };

/**
 * The browser extension that reads pages for Cairn (docs/companion.md): public https pages of sites that the person
 * granted in it, without cookies. Never throws; an abort is `aborted`.
 */
export interface CompanionExtension {
  state(): Promise<CompanionState>;
  /** The granted origins; empty if the companion does not answer. */
  sites(): Promise<readonly string[]>;
  /** Reads a page, following redirects among the granted sites; the response's `url` is the final address. */
  read(url: string, limits: NetworkLimits): Promise<CompanionOutcome>;
  /** Reads a page after its scripts have run, for which the site needs a separate permission. */
  render(url: string, limits: NetworkLimits): Promise<CompanionOutcome>;
  /**
   * Opens the companion's page, where the person grants or refuses the site or its scripts, and waits for the answer.
   * `why` is shown there. A refused site is not asked for again until the page is reloaded; nothing is asked while the
   * page is hidden.
   */
  ask(site: string, why: string, signal: AbortSignal, to?: 'read' | 'render'): Promise<'granted' | CompanionError>;
}
