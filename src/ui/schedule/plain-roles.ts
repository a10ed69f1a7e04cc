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
