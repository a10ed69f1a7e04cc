import type { AgentContext } from './agent-context.ts';

/**
 * Does what needs the network, and where that failed for want of one, waits for it and does it again: such a failure is
 * not an attempt, and nothing is recorded of it.
 */
export async function waitingForNetwork<T>(
  { connectivity, onOffline }: AgentContext,
  failed: (outcome: T) => boolean,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const outcome = await work();
    if (!failed(outcome) || connectivity.isOnline() || signal.aborted) return outcome;
    onOffline(true);
    await connectivity.untilOnline(signal);
    onOffline(false);
  }
}
