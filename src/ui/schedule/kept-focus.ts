/**
 * For an element in which entries are drawn anew now and then, while somebody is on one of them or has a dialog about it
 * open: the focus goes to what has taken the place of the element that had it.
 */
export function keptFocus(element: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const came = ({ target }: FocusEvent): void => {
    last = target as HTMLElement;
  };
  /** Chromium tells of the loss before the element is gone. */
  const left = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget) return;
    queueMicrotask(() => {
      if (last?.isConnected && !document.querySelector('dialog[open]')) last = null;
    });
  };
  const mend = (): void => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const { thing } = last.dataset;
    const heir = thing === undefined ? '.ec-main' : `[data-thing="${CSS.escape(thing)}"]`;
    element.querySelector<HTMLElement>(heir)?.focus();
  };
  const watch = new MutationObserver(mend);
  watch.observe(element, { childList: true, subtree: true });
  element.addEventListener('focusin', came);
  element.addEventListener('focusout', left);
  document.addEventListener('close', mend, true);
  return () => {
    watch.disconnect();
    document.removeEventListener('close', mend, true);
  };
}
