import { firstIndexPassing } from './landing-place.ts';

interface RowHost {
  count(): number;
  /** Returns the index of the row with this id; undefined if there is none. */
  place(id: string): number | undefined;
}

/** Lists up to this length are rendered in full. */
const whole = 100;
const atFirst = 30;

/**
 * The rows of a long list that are rendered in full: those within a pane's height of the viewport, and the one that had
 * the focus last with its neighbours.
 */
export class RenderedRows {
  readonly #host: RowHost;
  readonly #count = $derived.by(() => this.#host.count());
  #range = $state.raw({ from: 0, to: atFirst });
  #focused = $state.raw<string | null>(null);
  readonly #focusedAt = $derived.by(() => (this.#focused === null ? undefined : this.#host.place(this.#focused)));

  constructor(host: RowHost) {
    this.#host = host;
  }

  /** An attachment for the list element in a scrolling pane; its rows have `data-step-id`. */
  readonly list = (list: HTMLElement): (() => void) => {
    const pane = list.closest<HTMLElement>('[role=tabpanel]');
    if (!pane) return () => undefined;
    const ending = new AbortController();
    const look = () => this.#look(list, pane);
    const resized = new ResizeObserver(look);
    resized.observe(pane);
    resized.observe(list);
    pane.addEventListener('scroll', look, { passive: true, signal: ending.signal });
    list.addEventListener('focusin', ({ target }) => this.#focus(target), { signal: ending.signal });
    return () => {
      ending.abort();
      resized.disconnect();
    };
  };

  has(at: number): boolean {
    if (this.#count <= whole) return true;
    const { from, to } = this.#range;
    return (from <= at && at <= to) || (this.#focusedAt !== undefined && Math.abs(at - this.#focusedAt) <= 1);
  }

  #focus(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-step-id]') : null;
    this.#focused = row?.dataset.stepId ?? null;
  }

  /** Updates the range of rendered rows, but only when the viewport comes near one of the range's ends. */
  #look(list: HTMLElement, pane: HTMLElement): void {
    if (this.#count <= whole) return;
    const start = pane.getBoundingClientRect().top - list.getBoundingClientRect().top;
    const height = pane.clientHeight;
    const last = this.#count - 1;
    const rowIndexAt = (y: number) =>
      Math.min(
        last,
        firstIndexPassing(list, (row) => row.offsetTop + row.offsetHeight > y),
      );
    const { from, to } = this.#range;
    if (from <= rowIndexAt(start - height / 3) && rowIndexAt(start + (4 * height) / 3) <= to) return;
    this.#range = { from: rowIndexAt(start - height), to: rowIndexAt(start + 2 * height) };
  }
}
