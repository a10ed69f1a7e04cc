const promised = ['table', 'rowgroup', 'row', 'columnheader', 'cell'];

/**
 * For an element that holds the calendar: its parts promise tables whose rows are missing, which misleads screen readers.
 * They lose that; what scrolls is named and can be reached by keyboard. An entry is an article that promises a button: it
 * loses that, too, for a button is in it.
 */
export function plainRoles(label: string): (element: HTMLElement) => () => void {
  return (element) => {
    const mend = (): void => {
      for (const part of element.querySelectorAll(promised.map((role) => `[role="${role}"]`).join())) {
        part.removeAttribute('role');
        part.removeAttribute('aria-colindex');
      }
      for (const named of element.querySelectorAll('time[aria-label], span[aria-label]'))
        named.removeAttribute('aria-label');
      for (const entry of element.querySelectorAll('.ec-event[role]')) {
        entry.removeAttribute('role');
        entry.removeAttribute('tabindex');
      }
      const main = element.querySelector('.ec-main');
      main?.setAttribute('role', 'group');
      main?.setAttribute('aria-label', label);
      main?.setAttribute('tabindex', '0');
    };
    mend();
    const watch = new MutationObserver(mend);
    watch.observe(element, { childList: true, subtree: true });
    return () => watch.disconnect();
  };
}

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
