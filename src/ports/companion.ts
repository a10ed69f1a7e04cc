import type { Refusal } from '../../extension/protocol.ts';
import type { NetworkLimits, NetworkOutcome } from './network.ts';

/** `absent`: not installed, or not for this address. `outdated`: of a version whose reads do not end in time. `paused`: the person has switched all reading off. */
export type CompanionState = 'absent' | 'outdated' | 'paused' | 'ready';

/** Why a page that its scripts have made holds nothing to read: it stayed empty, or shows a consent wall or a sign-in only. */
export type RenderError = 'render_empty' | 'render_consent' | 'render_sign_in';

/**
 * Why nothing was read. `lost`: the companion ended, or was reloaded, in between. `cannot_render`: this
 * browser's companion runs no scripts. `render_timeout`: the scripts were not done in time.
 */
export type CompanionError =
  | Refusal
  | 'absent'
  | 'outdated'
  | 'lost'
  | 'cannot_render'
  | 'render_timeout'
  | RenderError;

export type CompanionOutcome = Extract<NetworkOutcome, { kind: 'response' }> | { kind: 'refused'; why: CompanionError };

/**
 * The browser extension that reads pages for Cairn (docs/companion.md): public pages at https, of sites that the person
 * granted there, without cookies. Never throws; an abort is `aborted`.
 */
export interface Companion {
  state(): Promise<CompanionState>;
  /** The origins that the person granted; empty where the companion does not answer. */
  sites(): Promise<readonly string[]>;
  /** Follows redirects among the granted sites: `url` of the response is the address in the end. */
  read(url: string, limits: NetworkLimits): Promise<CompanionOutcome>;
  /** As `read`, but the page as its scripts make it, which the person grants for a site apart. */
  render(url: string, limits: NetworkLimits): Promise<CompanionOutcome>;
  /**
   * Opens the companion's page, where the person grants the site, or its scripts, or does not, and waits for the
   * answer. `why` is shown there. A site that was refused is not asked for again until the page is reloaded, and none
   * while nobody sees the page.
   */
  ask(site: string, why: string, signal: AbortSignal, to?: 'read' | 'render'): Promise<'granted' | CompanionError>;
}
