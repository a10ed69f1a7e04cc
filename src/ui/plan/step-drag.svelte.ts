import { tick } from 'svelte';
import { EdgeScroll } from './edge-scroll.ts';
import { landingPlace } from './landing-place.ts';

/** The positions during a drag. */
interface Lie {
  from: number;
  /** The index at which it would land. */
  to: number;
  /** Pixels from its place in the layout. */
  offset: number;
  height: number;
}

interface DragHost {
  /** Ids in their present order, which may change at any moment of a drag. */
  ids(): readonly string[];
  /** Shows the new order at once; resolves once it is durable, or the list has kept the old one. */
  drop(id: string, to: number): Promise<void>;
  announce(what: 'lifted' | 'over' | 'dropped' | 'cancelled', place: number): void;
}

/**
 * Drags list rows by mouse, touch and keyboard (R14.2). Rows are identified by id and measured again at each movement,
 * so a drag goes on when the list is replaced; it ends when its row is removed.
 */
export class StepDrag {
  readonly #host: DragHost;
  readonly #edge = new EdgeScroll();
  #list: HTMLElement | null = null;
  #by: 'pointer' | 'keys' = 'pointer';
  #clientY = 0;
  /** Pixels from the dragged row's top to the pointer. */
  #grip = 0;
  #frame = 0;
  #id = $state.raw<string | null>(null);
  #lie = $state.raw<Lie | null>(null);
  /** The id of a moved row that gets the focus back, which it loses when it is moved in the document. */
  #refocused: string | null = null;

  constructor(host: DragHost) {
    this.#host = host;
  }

  get id(): string | null {
    return this.#id;
  }

  /**
   * An attachment for the list element; its rows are its children in order, with `data-step-id`, and `data-handle`
   * within.
   */
  readonly list = (element: HTMLElement): (() => void) => {
    this.#list = element;
    const ending = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K], id: string, handle: Element) => void,
    ) => {
      const heard = (event: HTMLElementEventMap[K]) => {
        const handle = event.target instanceof Element ? event.target.closest('[data-handle]') : null;
        const id = handle?.closest<HTMLElement>('[data-step-id]')?.dataset.stepId;
        if (handle && id !== undefined) listener(event, id, handle);
      };
      element.addEventListener(type, heard, { signal: ending.signal });
    };
    const carried = (id: string) => this.#id === id && this.#by === 'pointer';
    on('pointerdown', (event, id, handle) => {
      if (event.button !== 0 || !event.isPrimary) return;
      handle.setPointerCapture(event.pointerId);
      this.#grasp(id, event.clientY);
    });
    on('pointermove', (event, id) => {
      if (carried(id)) this.#follow(event.clientY);
    });
    on('pointerup', (_, id) => {
      if (carried(id)) void this.#drop();
    });
    on('pointercancel', (_, id) => this.#cancel(id));
    on('lostpointercapture', (_, id) => {
      if (carried(id)) this.#cancel(id);
    });
    on('keydown', (event, id) => this.#press(id, event));
    on('focusout', (_, id) => {
      if (this.#id === id && this.#by === 'keys') void this.#leave(id);
    });
    return () => {
      ending.abort();
      this.#cancel();
      this.#list = null;
    };
  };

  /** Pixels by which the row at this index is shifted from its place in the layout. */
  shift(at: number): number {
    const lie = this.#lie;
    if (!lie) return 0;
    if (at === lie.from) return lie.offset;
    if (lie.from < at && at <= lie.to) return -lie.height;
    return lie.to <= at && at < lie.from ? lie.height : 0;
  }

  /** Called after the list was rendered again. */
  readonly redrawn = (): void => {
    this.#focusAgain();
    if (this.#id === null) return;
    if (!this.#handle(this.#id)) this.#cancel();
    else if (this.#by === 'pointer') this.#carry();
    else if (this.#lie) this.#place(this.#lie.to);
  };

  #press(id: string, event: KeyboardEvent): void {
    const lie = this.#id === id ? this.#lie : null;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (lie) void this.#drop();
      else this.#lift(id, 'keys');
    } else if (lie && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.#cancel(id);
    } else if (lie && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      this.#place(lie.to + (event.key === 'ArrowUp' ? -1 : 1));
      void tick().then(() => this.#row(lie.from)?.scrollIntoView({ block: 'nearest' }));
    }
  }

  /** Cancels a keyboard drag whose row has lost the focus; one moved in the document has it back after a tick. */
  async #leave(id: string): Promise<void> {
    await tick();
    if (this.#by === 'keys' && document.activeElement !== this.#handle(id)) this.#cancel(id);
  }

  #lift(id: string, by: 'pointer' | 'keys'): void {
    const from = this.#host.ids().indexOf(id);
    const row = this.#row(from);
    if (!row) return;
    this.#end();
    this.#by = by;
    this.#id = id;
    this.#refocused = by === 'keys' ? id : null;
    this.#lie = { from, to: from, offset: 0, height: row.offsetHeight };
    this.#host.announce('lifted', from);
  }

  #grasp(id: string, clientY: number): void {
    this.#lift(id, 'pointer');
    const row = this.#row(this.#lie?.from ?? -1);
    if (!row) return;
    this.#grip = clientY - row.getBoundingClientRect().top;
    this.#clientY = clientY;
    this.#edge.begin(row.closest('[role=tabpanel]'), clientY);
    this.#frame = requestAnimationFrame(this.#goOn);
  }

  #follow(clientY: number): void {
    this.#edge.follow(clientY);
    this.#clientY = clientY;
    this.#carry();
  }

  /** Repeats the last movement each frame, since the list may move under a pointer that rests. */
  readonly #goOn = (): void => {
    this.#edge.scroll();
    this.#carry();
    if (this.#id !== null) this.#frame = requestAnimationFrame(this.#goOn);
  };

  /** Moves the dragged row to the pointer, within the list, and finds the index where it would land. */
  #carry(): void {
    const list = this.#list;
    const from = this.#host.ids().indexOf(this.#id ?? '');
    const lifted = this.#row(from);
    if (!list || !lifted) {
      this.#cancel();
      return;
    }
    const y = this.#clientY - list.getBoundingClientRect().top;
    const { offsetTop, offsetHeight: height } = lifted;
    const drawn = Math.max(0, Math.min(list.offsetHeight - height, y - this.#grip));
    this.#moveTo({ from, to: landingPlace(list, from, y), offset: drawn - offsetTop, height });
  }

  /** Moves the dragged row to an index of the list. */
  #place(wanted: number): void {
    const ids = this.#host.ids();
    const from = ids.indexOf(this.#id ?? '');
    const to = Math.max(0, Math.min(ids.length - 1, wanted));
    const lifted = this.#row(from);
    const there = this.#row(to);
    if (!lifted || !there) {
      this.#cancel();
      return;
    }
    const { offsetTop, offsetHeight: height } = lifted;
    const longer = to > from ? there.offsetHeight - height : 0;
    this.#moveTo({ from, to, offset: there.offsetTop + longer - offsetTop, height });
  }

  #moveTo(next: Lie): void {
    const lie = this.#lie;
    if (!lie) return;
    const { from, to, offset, height } = next;
    if (from === lie.from && to === lie.to && offset === lie.offset && height === lie.height) return;
    this.#lie = next;
    if (to !== lie.to) this.#host.announce('over', to);
  }

  async #drop(): Promise<void> {
    const id = this.#id;
    const lie = this.#lie;
    this.#end();
    if (id === null || !lie) return;
    if (lie.from !== lie.to) await this.#host.drop(id, lie.to);
    const place = this.#host.ids().indexOf(id);
    const kept = place === lie.from && place !== lie.to;
    this.#host.announce(kept || place < 0 ? 'cancelled' : 'dropped', place);
    await tick();
    this.#focusAgain();
    if (this.#refocused === id) this.#refocused = null;
  }

  #cancel(id = this.#id): void {
    const lie = this.#lie;
    if (id === null || this.#id !== id || !lie) return;
    this.#end();
    this.#refocused = null;
    this.#host.announce('cancelled', lie.to);
  }

  #end(): void {
    cancelAnimationFrame(this.#frame);
    this.#id = null;
    this.#lie = null;
  }

  #focusAgain(): void {
    if (this.#refocused !== null && document.activeElement === document.body) this.#handle(this.#refocused)?.focus();
  }

  #handle(id: string): HTMLElement | null {
    return this.#row(this.#host.ids().indexOf(id))?.querySelector<HTMLElement>('[data-handle]') ?? null;
  }

  #row(at: number): HTMLElement | null {
    const row = this.#list?.children[at];
    return row instanceof HTMLElement ? row : null;
  }
}
