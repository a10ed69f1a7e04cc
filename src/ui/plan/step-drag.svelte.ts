import { tick } from 'svelte';

interface Drag {
  id: string;
  by: 'pointer' | 'keys';
  /** Where it would land. */
  to: number;
  /** How far the pointer has carried it. */
  offset: number;
}

interface DragHost {
  /** Ids in their present order; it may change at any moment of a drag. */
  ids(): readonly string[];
  /** Resolves once the list has its new order, or keeps the old one. */
  drop(id: string, to: number): Promise<void>;
  announce(what: 'lifted' | 'over' | 'dropped' | 'cancelled', place: number): void;
}

/** The part of a row's top that a pointer must pass before the row makes way. */
const threshold = 12;
const edge = 48;

/**
 * Dragging of list rows by mouse, touch and keyboard (R14.2). Rows are known by id and measured anew at each movement,
 * so a drag goes on when the list is replaced under it; it ends by itself when its row is gone.
 */
export class StepDrag {
  readonly #host: DragHost;
  #list: HTMLElement | null = null;
  #startY = 0;
  #lastY = 0;
  #drag = $state.raw<Drag | null>(null);

  constructor(host: DragHost) {
    this.#host = host;
  }

  get id(): string | null {
    return this.#drag?.id ?? null;
  }

  /** Goes on the list element; its rows carry `data-step-id`. */
  readonly list = (element: HTMLElement): (() => void) => {
    this.#list = element;
    return () => (this.#list = null);
  };

  /** Goes on the handle of the row `id`. */
  readonly handle =
    (id: string) =>
    (element: HTMLElement): (() => void) => {
      const ending = new AbortController();
      const on = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) =>
        element.addEventListener(type, listener, { signal: ending.signal });
      on('pointerdown', (event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        element.setPointerCapture(event.pointerId);
        this.#startY = this.#yInList(event.clientY);
        this.#lastY = event.clientY;
        this.#lift(id, 'pointer');
      });
      on('pointermove', (event) => {
        if (this.#drag?.id === id && this.#drag.by === 'pointer') this.#carry(event.clientY);
      });
      on('pointerup', () => {
        if (this.#drag?.id === id && this.#drag.by === 'pointer') void this.#drop(false);
      });
      on('pointercancel', () => this.#cancel(id));
      on('lostpointercapture', () => {
        if (this.#drag?.by === 'pointer') this.#cancel(id);
      });
      on('keydown', (event) => this.#press(id, event));
      on('blur', () => {
        if (this.#drag?.by === 'keys') this.#cancel(id);
      });
      return () => {
        ending.abort();
        this.#cancel(id);
      };
    };

  /** How far the row must be drawn from where it lies. */
  shift(id: string): number {
    const drag = this.#drag;
    if (!drag) return 0;
    const ids = this.#host.ids();
    const from = ids.indexOf(drag.id);
    const at = ids.indexOf(id);
    if (from < 0 || at < 0) return 0;
    if (id === drag.id) return drag.by === 'pointer' ? drag.offset : this.#travel(ids, from, drag.to);
    if (from < at && at <= drag.to) return -this.#height(drag.id);
    if (drag.to <= at && at < from) return this.#height(drag.id);
    return 0;
  }

  #press(id: string, event: KeyboardEvent): void {
    const mine = this.#drag?.id === id;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (mine) void this.#drop(true);
      else this.#lift(id, 'keys');
    } else if (mine && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.#cancel(id);
    } else if (mine && this.#drag && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const last = this.#host.ids().length - 1;
      const to = Math.max(0, Math.min(last, this.#drag.to + (event.key === 'ArrowUp' ? -1 : 1)));
      this.#moveTo(to, this.#drag.offset);
    }
  }

  #lift(id: string, by: Drag['by']): void {
    const to = this.#host.ids().indexOf(id);
    if (to < 0) return;
    this.#drag = { id, by, to, offset: 0 };
    this.#host.announce('lifted', to);
  }

  #carry(clientY: number): void {
    const drag = this.#drag;
    const ids = this.#host.ids();
    const from = ids.indexOf(drag?.id ?? '');
    if (!drag || from < 0) {
      this.#cancel(drag?.id ?? '');
      return;
    }
    this.#scrollAt(clientY);
    const y = this.#yInList(clientY);
    const passed = ids.map((id, at) => {
      const row = this.#row(id);
      if (!row || at === from) return false;
      const { offsetTop: top, offsetHeight: height } = row;
      return at > from
        ? y > top + Math.min(threshold, height / 2)
        : y < top + Math.max(height / 2, height - 4 * threshold);
    });
    const below = passed.slice(from + 1).filter(Boolean).length;
    const above = passed.slice(0, from).filter(Boolean).length;
    this.#moveTo(from + below - above, y - this.#startY);
  }

  #moveTo(to: number, offset: number): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = { ...drag, to, offset };
    if (to !== drag.to) this.#host.announce('over', to);
  }

  /** A row that is moved in the document loses the focus; after a drop by key it gets it back. */
  async #drop(refocus: boolean): Promise<void> {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    const from = this.#host.ids().indexOf(drag.id);
    this.#host.announce('dropped', drag.to);
    if (from >= 0 && from !== drag.to) await this.#host.drop(drag.id, drag.to);
    await tick();
    if (refocus) this.#row(drag.id)?.querySelector<HTMLElement>('[data-handle]')?.focus();
  }

  #cancel(id: string): void {
    const drag = this.#drag;
    if (!drag || (id && drag.id !== id)) return;
    this.#drag = null;
    this.#host.announce('cancelled', drag.to);
  }

  #travel(ids: readonly string[], from: number, to: number): number {
    const sum = (some: readonly string[]) => some.reduce((total, id) => total + this.#height(id), 0);
    return to > from ? sum(ids.slice(from + 1, to + 1)) : -sum(ids.slice(to, from));
  }

  #row(id: string): HTMLElement | null {
    return this.#list?.querySelector(`[data-step-id="${CSS.escape(id)}"]`) ?? null;
  }

  #height(id: string): number {
    return this.#row(id)?.offsetHeight ?? 0;
  }

  #yInList(clientY: number): number {
    return clientY - (this.#list?.getBoundingClientRect().top ?? 0);
  }

  /** Scrolls on while the pointer heads for an edge of the pane. */
  #scrollAt(clientY: number): void {
    const pane = this.#list?.closest('[role=tabpanel]');
    if (!pane) return;
    const { top, bottom } = pane.getBoundingClientRect();
    if (clientY < top + edge && clientY < this.#lastY) pane.scrollBy(0, -threshold);
    else if (clientY > bottom - edge && clientY > this.#lastY) pane.scrollBy(0, threshold);
    this.#lastY = clientY;
  }
}
