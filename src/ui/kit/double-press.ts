/** Wraps an action so that a call while it is under way does nothing and resolves to undefined. */
export function withoutOverlappingCalls<Args extends unknown[], Outcome>(
  act: (...args: Args) => Promise<Outcome>,
): (...args: Args) => Promise<Outcome | undefined> {
  let isUnderWay = false;
  return async (...args) => {
    if (isUnderWay) return undefined;
    isUnderWay = true;
    return act(...args).finally(() => (isUnderWay = false));
  };
}

/** Handles a click that must take effect once: the second click of a double click does nothing and submits no form. */
export const singleClickHandler =
  (act?: () => unknown) =>
  (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
    else act?.();
  };
