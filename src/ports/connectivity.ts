/** The state of this machine's network; a network without internet access counts as one. */
export interface Connectivity {
  isOnline(): boolean;
  /** Resolves once there is a network or the signal is aborted. */
  untilOnline(signal: AbortSignal): Promise<void>;
}

/** Facts about the page and the network that explain why an endpoint cannot be reached. */
export interface NetworkConditions {
  /** The page's own origin. */
  readonly origin: string;
  /** True if the page was loaded over a connection that the browser trusts. */
  readonly secure: boolean;
  isOnline(): boolean;
  /** The page's permission to call this machine or its local network; null if the browser has no such permission. */
  localNetwork(target: 'loopback' | 'local'): Promise<'granted' | 'prompt' | 'denied' | null>;
}
