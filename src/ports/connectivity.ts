/** Whether this machine has a network at all; a network without internet access counts as one. */
export interface Connectivity {
  isOnline(): boolean;
  /** Resolves once there is a network or the signal is aborted. */
  untilOnline(signal: AbortSignal): Promise<void>;
}

/** The browser's facts about page and network, to explain why an endpoint cannot be reached. */
export interface Surroundings {
  /** The page's own origin. */
  readonly origin: string;
  /** Whether the page came over a connection that the browser trusts. */
  readonly secure: boolean;
  isOnline(): boolean;
  /** Whether this page may call this machine or the network around it; null where the browser asks for no permission. */
  localNetwork(target: 'loopback' | 'local'): Promise<'granted' | 'prompt' | 'denied' | null>;
}
