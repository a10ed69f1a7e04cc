/** The maximum wait for a page that is not painted, such as one in a hidden tab, in milliseconds. */
const patience = 3000;

/**
 * Calls `work` once, when the page has been painted and is idle, as far as the browser reports it, or after the maximum
 * wait.
 */
export function runAfterPaint(work: () => void): void {
  let hasRun = false;
  const once = () => {
    if (!hasRun) work();
    hasRun = true;
  };
  setTimeout(once, patience);
  requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once);
    else setTimeout(once);
  });
}

/**
 * Prevents “ResizeObserver loop” notices from counting as errors: rows of a virtual list that are measured while
 * rendering may be measured in the next frame (virtua, issue 470), and browsers report that to the window.
 */
export function ignoreResizeObserverErrors(): void {
  window.addEventListener(
    'error',
    (event: Event) => {
      if (!(event instanceof ErrorEvent) || !event.message.startsWith('ResizeObserver loop')) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    { capture: true },
  );
}
