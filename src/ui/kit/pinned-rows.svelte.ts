/**
 * The rows of a virtual list that stay rendered outside of the viewport: those in which the person has opened
 * something, and the one that had the focus last.
 */
export class PinnedRows {
  #opened = $state.raw<readonly string[]>([]);
  #focused = $state<string | null>(null);

  /** An attachment for an element around the rows; each row has its key as `data-row`. */
  readonly list = (element: HTMLElement): (() => void) => {
    const ending = new AbortController();
    const { signal } = ending;
    element.addEventListener(
      'click',
      ({ target }) => {
        const key = target instanceof Element && target.closest('summary, [aria-expanded]') ? keyOf(target) : undefined;
        if (key !== undefined && !this.#opened.includes(key)) this.#opened = [...this.#opened, key];
      },
      { signal },
    );
    element.addEventListener('focusin', ({ target }) => (this.#focused = keyOf(target) ?? null), { signal });
    return () => ending.abort();
  };

  /** Returns the indexes, within these keys, of the rows that stay rendered. */
  pinnedIndexes(keys: readonly string[]): number[] {
    if (this.#opened.length === 0 && this.#focused === null) return [];
    return keys.flatMap((key, at) => (key === this.#focused || this.#opened.includes(key) ? [at] : []));
  }
}

function keyOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
}
