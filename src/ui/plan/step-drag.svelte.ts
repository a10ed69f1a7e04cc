import { tick } from 'svelte';
import { EdgeScroll } from './edge-scroll.ts';
import { dropIndexAt } from './landing-place.ts';

/** The positions during a drag. */
interface DragPosition {
  from: number;
  /** The index at which it would land. */
  to: number;
  /** The distance in pixels between the row's position in the layout and the position at which it is drawn. */
  offset: number;
  height: number;
}

interface DragHost {
  /** Ids in their present order, which may change at any moment of a drag. */
  ids(): readonly string[];
  /** Shows the new order at once; resolves once it is durable, or once the list has kept the old one. */
  drop(id: string, to: number): Promise<void>;
  announce(what: 'lifted' | 'over' | 'dropped' | 'cancelled', place: number): void;
}

/** A press on a row, outside of its handle, that may become a drag. */
interface Press {
  id: string;
  grip: Element;
  pointerId: number;
  x: number;
  y: number;
  /** The long-press timer while a finger rests on the row; undefined for a mouse. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Pixels that a mouse must move before its press lifts a row. */
const slack = 5;
/** Pixels by which a resting finger may move. */
const tremble = 10;
/** Milliseconds after which a resting finger lifts a row. */
const longPress = 400;

/**
 * Drags list rows by mouse, touch and keyboard: at once by the handle; by the row itself after a few pixels with a
 * mouse, and after a long press with a finger, so that a press still opens and a swipe scrolls. Rows are identified by
 * id and measured again at each movement, so a drag continues when the list is replaced; it ends when its row is
 * removed.
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
  /** The element that has captured the pointer. */
  #holder: Element | null = null;
  #press: Press | null = null;
  /** True from when a press lifts a row until that press has ended: the resulting click must open nothing. */
  #swallows = false;
  #id = $state.raw<string | null>(null);
  #lie = $state.raw<DragPosition | null>(null);
  /** The id of a moved row that gets the focus back: it loses the focus when it is moved in the document. */
  #refocused: string | null = null;

  constructor(host: DragHost) {
    this.#host = host;
  }

  get id(): string | null {
    return this.#id;
  }

  /**
   * An attachment for the list element. Its rows are its children in order, with `data-step-id`, and within them
   * `data-handle` and `data-grip`. The grip lifts the row as the handle does, but only once it is clear that the person
   * is dragging it.
   */
  readonly list = (element: HTMLElement): (() => void) => {
    this.#list = element;
    const ending = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      grips: string,
      listener: (event: HTMLElementEventMap[K], id: string, grip: Element) => void,
    ) => {
      const gripListener = (event: HTMLElementEventMap[K]) => {
        const grip = event.target instanceof Element ? event.target.closest(grips) : null;
        const id = grip?.closest<HTMLElement>('[data-step-id]')?.dataset.stepId;
        if (grip && id !== undefined) listener(event, id, grip);
      };
      element.addEventListener(type, gripListener, { signal: ending.signal });
    };
    const handle = '[data-handle]';
    const both = '[data-handle], [data-grip]';
    const carried = (id: string) => this.#id === id && this.#by === 'pointer';
    element.addEventListener('pointerdown', () => (this.#swallows = false), { capture: true, signal: ending.signal });
    /**
     * Prevents the browser's own drag: if text is selected, the browser would drag that text, and the row would receive
     * no more pointer events.
     */
    element.addEventListener('dragstart', (event) => event.preventDefault(), { signal: ending.signal });
    on('pointerdown', both, (event, id, grip) => {
      if (event.button !== 0 || !event.isPrimary) return;
      if (grip.matches(handle)) this.#start(id, event, grip);
      else this.#await(id, event, grip);
    });
    on('pointermove', both, (event, id) => {
      if (carried(id)) this.#follow(event.clientY);
      else this.#consider(event);
    });
    on('pointerup', both, (_, id) => {
      this.#forget();
      if (carried(id)) void this.#drop();
    });
    on('pointercancel', both, (_, id) => {
      this.#forget();
      this.#cancel(id);
    });
    on('lostpointercapture', both, (event, id) => {
      if (carried(id) && event.target === this.#holder) this.#cancel(id);
    });
    on('contextmenu', both, (event, id) => {
      if (carried(id)) event.preventDefault();
    });
    on('keydown', handle, (event, id) => this.#steer(id, event));
    on('focusout', handle, (_, id) => {
      if (this.#id === id && this.#by === 'keys') void this.#leave(id);
    });
    /* While a finger drags a row, the page does not scroll. */
    const hold = (event: TouchEvent) => {
      if (this.#id !== null && this.#by === 'pointer' && event.cancelable) event.preventDefault();
    };
    element.addEventListener('touchmove', hold, { passive: false, signal: ending.signal });
    const swallow = (event: MouseEvent) => {
      if (!this.#swallows || event.detail === 0) return;
      this.#swallows = false;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('click', swallow, { capture: true, signal: ending.signal });
    return () => {
      ending.abort();
      this.#forget();
      this.#cancel();
      this.#list = null;
    };
  };

  /** Returns the pixels by which the row at this index is shifted from its position in the layout. */
  shift(at: number): number {
    const lie = this.#lie;
    if (!lie) return 0;
    if (at === lie.from) return lie.offset;
    if (lie.from < at && at <= lie.to) return -lie.height;
    return lie.to <= at && at < lie.from ? lie.height : 0;
  }

  /** Must be called after the list was rendered again. */
  readonly redrawn = (): void => {
    this.#focusAgain();
    if (this.#id === null) return;
    if (!this.#handle(this.#id)) this.#cancel();
    else if (this.#by === 'pointer') this.#update();
    else if (this.#lie) this.#place(this.#lie.to);
  };

  #steer(id: string, event: KeyboardEvent): void {
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

  /**
   * Cancels a keyboard drag if its row has lost the focus. It waits for one tick first: a row that is moved in the
   * document loses the focus for a moment and then has it back.
   */
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

  /** Begins a press that lifts the row once the mouse is moved, or the finger has rested. */
  #await(id: string, { pointerId, pointerType, clientX: x, clientY: y }: PointerEvent, grip: Element): void {
    this.#forget();
    const press: Press = { id, grip, pointerId, x, y, timer: undefined };
    if (pointerType !== 'mouse') press.timer = setTimeout(() => this.#rise(press), longPress);
    this.#press = press;
  }

  /** Handles a movement while a press has not become a drag. */
  #consider({ pointerId, clientX, clientY }: PointerEvent): void {
    const press = this.#press;
    if (press?.pointerId !== pointerId) return;
    const way = Math.hypot(clientX - press.x, clientY - press.y);
    if (press.timer !== undefined) {
      if (way > tremble) this.#forget();
    } else if (way > slack) {
      this.#rise(press);
      this.#follow(clientY);
    }
  }

  #rise(press: Press): void {
    this.#forget();
    if (!this.#handle(press.id)) return;
    this.#swallows = true;
    this.#start(press.id, { pointerId: press.pointerId, clientY: press.y }, press.grip);
  }

  #forget(): void {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  #start(id: string, { pointerId, clientY }: Pick<PointerEvent, 'pointerId' | 'clientY'>, holder: Element): void {
    this.#holder = holder;
    holder.setPointerCapture(pointerId);
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
    this.#update();
  }

  /** Repeats the last movement in each frame, since the list may move under a resting pointer. */
  readonly #goOn = (): void => {
    this.#edge.scroll();
    this.#update();
    if (this.#id !== null) this.#frame = requestAnimationFrame(this.#goOn);
  };

  /** Moves the dragged row to the pointer, within the list, and finds the index at which it would land. */
  #update(): void {
    const list = this.#list;
    const from = this.#host.ids().indexOf(this.#id ?? '');
    const lifted = this.#row(from);
    if (!list || !lifted) {
      this.#cancel();
      return;
    }
    const y = this.#clientY - list.getBoundingClientRect().top;
    const { offsetTop, offsetHeight: height } = lifted;
    const rowTop = Math.max(0, Math.min(list.offsetHeight - height, y - this.#grip));
    this.#moveTo({ from, to: dropIndexAt(list, from, y), offset: rowTop - offsetTop, height });
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

  #moveTo(next: DragPosition): void {
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
    const isDropRefused = place === lie.from && place !== lie.to;
    this.#host.announce(isDropRefused || place < 0 ? 'cancelled' : 'dropped', place);
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
