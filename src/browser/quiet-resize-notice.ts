/**
 * Keeps a notice of the browser from counting as an error: rows of a long list that are measured while they are drawn may
 * be measured in the next frame (virtua, issue 470), and browsers report that to the window.
 */
export function quietResizeNotice(): void {
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
