const promised = ['table', 'rowgroup', 'row', 'columnheader', 'cell'];

/**
 * Returns a Svelte attachment for the calendar's container that removes misleading ARIA roles, also after each
 * rendering: the library's tables have no rows, and its entries are buttons that contain a button. The scrolling
 * element gets the name `label` and can be reached by keyboard.
 */
export function gridRolesAttachment(label: string): (element: HTMLElement) => () => void {
  return (element) => {
    const mend = (): void => {
      for (const part of element.querySelectorAll(promised.map((role) => `[role="${role}"]`).join())) {
        part.removeAttribute('role');
        part.removeAttribute('aria-colindex');
      }
      for (const labelledPart of element.querySelectorAll('time[aria-label], span[aria-label]'))
        labelledPart.removeAttribute('aria-label');
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
 * A Svelte attachment for the calendar: if the library replaces the focused entry's element while rendering, the new
 * element gets the focus, also if this happens while a dialog is open.
 */
export function keepFocusOnRerender(element: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const rememberFocus = ({ target }: FocusEvent): void => {
    last = target as HTMLElement;
  };
  /** Chromium sends `focusout` before the element is removed. */
  const forgetFocus = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget) return;
    queueMicrotask(() => {
      if (last?.isConnected && !document.querySelector('dialog[open]')) last = null;
    });
  };
  const mend = (): void => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const { thing } = last.dataset;
    const selector = thing === undefined ? '.ec-main' : `[data-thing="${CSS.escape(thing)}"]`;
    element.querySelector<HTMLElement>(selector)?.focus();
  };
  const watch = new MutationObserver(mend);
  watch.observe(element, { childList: true, subtree: true });
  element.addEventListener('focusin', rememberFocus);
  element.addEventListener('focusout', forgetFocus);
  document.addEventListener('close', mend, true);
  return () => {
    watch.disconnect();
    document.removeEventListener('close', mend, true);
  };
}
