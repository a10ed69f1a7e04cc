import type { ApprovalRequest } from '../../task/approval.ts';
import type { CompanionExtension } from '../../ports/companion-extension.ts';
import type { Observable } from '../../ports/observable.ts';

/** Milliseconds after which a companion that did not answer or is paused is asked again. */
const pause = 2000;

/**
 * Emits whether the companion would also need the person's permission for the site of this call. Repeats the check
 * until the companion is ready, because the person may start or resume it meanwhile.
 */
export function watchCompanionApproval(
  open: () => Promise<{ companion: CompanionExtension }>,
  { tool, access: { rule, origin, private_address } }: ApprovalRequest,
): Observable<boolean> {
  return {
    subscribe(next, onError) {
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
      const start = () => void look().catch((error: unknown) => onError?.(error));
      start();
      return () => {
        stopped = true;
        clearTimeout(later);
      };
    },
  };
}
