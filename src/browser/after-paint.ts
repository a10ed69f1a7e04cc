/** How long a page that is not painted, such as one in a hidden tab, is waited for, in milliseconds. */
const patience = 3000;

/** Calls `work` once: when the page has been painted and is idle, as far as the browser tells that, or after a while. */
export function afterPaint(work: () => void): void {
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  setTimeout(once, patience);
  requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once);
    else setTimeout(once);
  });
}
