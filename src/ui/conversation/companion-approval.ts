import type { Approval } from '../../task/approval.ts';
import type { Companion } from '../../ports/companion.ts';
import type { Observable } from '../../ports/observable.ts';

/** Milliseconds after which a companion that did not answer or is paused is asked again. */
const pause = 2000;

/**
 * Emits true if the companion, too, would ask the person about the site of a call. Until the companion is ready, it is
 * asked again, since the person may start or resume it while looking at the call.
 */
export function watchCompanionApproval(
  open: () => Promise<{ companion: Companion }>,
  { tool, access: { rule, origin, private_address } }: Approval,
): Observable<boolean> {
  return {
    subscribe(next, failed) {
      if (tool !== 'fetch' || rule !== 'site' || origin === null || private_address) return () => undefined;
      let later: ReturnType<typeof setTimeout> | undefined;
      let stopped = false;
      const look = async () => {
        const { companion } = await open();
        const isReady = (await companion.state()) === 'ready';
        const asks = isReady && !(await companion.sites()).includes(origin);
        if (stopped) return;
        next(asks);
        if (!isReady) later = setTimeout(start, pause);
      };
      const start = () => void look().catch((error: unknown) => failed?.(error));
      start();
      return () => {
        stopped = true;
        clearTimeout(later);
      };
    },
  };
}
