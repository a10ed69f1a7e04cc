/** Whether this machine has a network at all; a network without a way out counts as one. */
export interface Connectivity {
  isOnline(): boolean;
  /** Resolves once there is a network, or the signal is aborted. */
  untilOnline(signal: AbortSignal): Promise<void>;
}
