/** Whether this machine has a network at all; a network without a way out counts as one. */
export interface Connectivity {
  isOnline(): boolean;
  /** Resolves once there is a network, or the signal is aborted. */
  untilOnline(signal: AbortSignal): Promise<void>;
}

/** What the browser knows of its page and network: it tells why an endpoint cannot be reached (R11.2). */
export interface Surroundings {
  /** The page's own origin. */
  readonly origin: string;
  /** Whether the page came over a connection that the browser trusts. */
  readonly secure: boolean;
  isOnline(): boolean;
  /** Whether this page may call this machine or the network around it; null where the browser asks for no permission. */
  localNetwork(target: 'loopback' | 'local'): Promise<'granted' | 'prompt' | 'denied' | null>;
}
