import { tick } from 'svelte';
import { EdgeScroll } from './edge-scroll.ts';
import { landingPlace } from './landing-place.ts';

/** Where the lifted row is drawn and what makes way for it. */
interface Lie {
  from: number;
  /** Where it would land. */
  to: number;
  /** How far it is drawn from where it lies. */
  offset: number;
  height: number;
}

interface DragHost {
  /** Ids in their present order; it may change at any moment of a drag. */
  ids(): readonly string[];
  /** Shows the new order at once; resolves once it is durable, or the list has kept the old one. */
  drop(id: string, to: number): Promise<void>;
  announce(what: 'lifted' | 'over' | 'dropped' | 'cancelled', place: number): void;
}

/**
 * Dragging of list rows by mouse, touch and keyboard (R14.2). Rows are known by id and those that matter are measured
 * anew at each movement, so a drag goes on when the list is replaced under it; it ends by itself when its row is gone.
 */
export class StepDrag {
  readonly #host: DragHost;
  readonly #edge = new EdgeScroll();
  #list: HTMLElement | null = null;
  #by: 'pointer' | 'keys' = 'pointer';
  #clientY = 0;
  /** How far below the lifted row's top the pointer holds it. */
  #grip = 0;
  #frame = 0;
  #id = $state.raw<string | null>(null);
  #lie = $state.raw<Lie | null>(null);
  /** A row that is moved in the document loses the focus; this one gets it back. */
  #refocused: string | null = null;

  constructor(host: DragHost) {
    this.#host = host;
  }

  get id(): string | null {
    return this.#id;
  }

  /** Goes on the list element; its rows are its children in order, with `data-step-id`, and `data-handle` within. */
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

  /** How far the row at this place must be drawn from where it lies. */
  shift(at: number): number {
    const lie = this.#lie;
    if (!lie) return 0;
    if (at === lie.from) return lie.offset;
    if (lie.from < at && at <= lie.to) return -lie.height;
    return lie.to <= at && at < lie.from ? lie.height : 0;
  }

  /** To be called when the list has been drawn anew. */
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

  /** A row that is only moved in the document has the focus back by then. */
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

  /** The list may move under a pointer that rests. */
  readonly #goOn = (): void => {
    this.#edge.scroll();
    this.#carry();
    if (this.#id !== null) this.#frame = requestAnimationFrame(this.#goOn);
  };

  /** Draws the lifted row at the pointer, within the list, and finds the place that it has come to. */
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

  /** Draws the lifted row at a place of the list. */
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
