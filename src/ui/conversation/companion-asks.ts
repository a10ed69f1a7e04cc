import type { Approval } from '../../task/approval.ts';
import type { Companion } from '../../ports/companion.ts';
import type { Observable } from '../../ports/observable.ts';

/** The pause after which a companion that did not answer, or is paused, is looked for again, in milliseconds. */
const pause = 2000;

/**
 * Whether the companion would ask the person for the site of a call, too. It may come, or be let go on, while the
 * person still looks at the call: it is looked for until it is ready.
 */
export function companionAsks(
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
