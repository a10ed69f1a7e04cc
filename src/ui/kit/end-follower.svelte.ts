/** Pixels from its end within which a list counts as scrolled to the end. */
const near = 60;
/** The milliseconds after a jump to the end in which an animation of the browser may still scroll up. */
const settling = 1000;
const none = (): null => null;
const upwards: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Keeps a growing list scrolled to its end, until the person scrolls up. What is read from its beginning stays there
 * once that is at the upper edge.
 */
export class ScrollEndFollower {
  /** True while the list follows its end. */
  pinned = $state(true);
  /** True if a list that is read from a beginning goes on below the view. */
  below = $state(false);
  #scroller: HTMLElement | null = null;
  #top = 0;
  #height = 0;
  /** The scroll position to which the list has followed last. */
  #followed = 0;
  /** The scroll position that the list was last notified of. */
  #told = 0;
  /** True if the person has begun to scroll up. */
  #byHand = false;
  /** Returns the element that is read from its beginning; null if there is none. */
  #start: (list: HTMLElement) => Element | null = none;
  /** The time of the last jump to the end, in milliseconds of the page's clock. */
  #jumped = -Infinity;

  /** An attachment for the scrolling element. */
  readonly scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element;
    const watch = new ResizeObserver(this.#follow);
    watch.observe(element);
    const ending = new AbortController();
    const listening = { passive: true, signal: ending.signal };
    const byHand = () => (this.#byHand = true);
    element.addEventListener('scroll', this.#look, { ...listening, capture: true });
    element.addEventListener('wheel', ({ deltaY }) => (deltaY < 0 || this.#start !== none) && byHand(), listening);
    element.addEventListener('touchmove', byHand, listening);
    element.addEventListener('keydown', ({ key }) => (upwards.has(key) || this.#start !== none) && byHand(), listening);
    element.addEventListener('pointerdown', ({ target }) => target === element && byHand(), listening);
    return () => {
      watch.disconnect();
      ending.abort();
      this.#scroller = null;
    };
  };

  /** An attachment for the growing content. */
  readonly content = (element: HTMLElement): (() => void) => {
    const watch = new ResizeObserver(this.#follow);
    watch.observe(element);
    return () => watch.disconnect();
  };

  /**
   * Scrolls to the end and follows it again, even if the person was just scrolling up: a smooth scroll of the browser
   * continues after the jump.
   */
  readonly toEnd = (): void => {
    this.pinned = true;
    this.#start = none;
    this.#byHand = false;
    this.#jumped = performance.now();
    this.#follow();
  };

  /** Follows the end no further than to the beginning of this element, until the person scrolls. */
  readonly readFrom = (start: (list: HTMLElement) => Element | null): void => {
    this.#start = start;
    this.#follow();
  };

  readonly #follow = (): void => {
    const list = this.#scroller;
    if (!this.pinned || !list) return;
    const start = this.#startTop(list);
    list.scrollTop = Math.min(list.scrollHeight, start);
    this.#followed = list.scrollTop;
    this.below = list.scrollHeight - list.scrollTop - list.clientHeight >= near;
    /** At a beginning the list stands still while it grows, so that no scroll tells of the new height. */
    if (start < list.scrollHeight) this.#height = list.scrollHeight;
  };

  /** Returns the scroll position at which what is read from its beginning begins; without such, one beyond the end. */
  #startTop(list: HTMLElement): number {
    const start = this.#start(list);
    if (!start?.getClientRects().length) return Infinity;
    return start.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  }

  /**
   * Stops following only when the person scrolls up. The end also moves away while new content is still being measured;
   * such a scroll comes with a changed height and not from the person. While the list follows its end by small steps,
   * their events are stopped: each would render the list twice more.
   */
  readonly #look = (event: Event): void => {
    const element = this.#scroller;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop: top, scrollHeight: height } = element;
    const isSettling = performance.now() - this.#jumped < settling;
    const isByPerson = this.#byHand || (height === this.#height && !isSettling);
    const isMoved = this.#start !== none && Math.abs(top - this.#followed) > 1;
    if (isByPerson && isMoved && top > this.#startTop(element) + 1) {
      this.#start = none;
      this.pinned = false;
    }
    if (height - top - element.clientHeight < near) {
      const isStep = this.pinned && !this.#byHand && Math.abs(top - this.#told) < element.clientHeight / 2;
      if (isStep) event.stopImmediatePropagation();
      else this.#told = top;
      this.pinned = true;
      this.#byHand = false;
    } else if (top < this.#top && isByPerson) this.pinned = false;
    else this.#follow();
    this.#top = element.scrollTop;
    this.#height = height;
  };
}
