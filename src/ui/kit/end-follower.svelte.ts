/** Pixels from its end within which a list counts as scrolled to the end. */
const near = 60;
/** The milliseconds after a jump to the end in which an animation of the browser may still scroll up. */
const settling = 1000;
const upwards: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/** Keeps a growing list scrolled to its end, until the person scrolls up. */
export class ScrollEndFollower {
  /** True while the list follows its end. */
  pinned = $state(true);
  #scroller: HTMLElement | null = null;
  #top = 0;
  #height = 0;
  /** The scroll position that the list was last notified of. */
  #told = 0;
  /** True if the person has begun to scroll up. */
  #byHand = false;
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
    element.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && byHand(), listening);
    element.addEventListener('touchmove', byHand, listening);
    element.addEventListener('keydown', ({ key }) => upwards.has(key) && byHand(), listening);
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
    this.#byHand = false;
    this.#jumped = performance.now();
    this.#follow();
  };

  readonly #follow = (): void => {
    if (this.pinned && this.#scroller) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  };

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
    if (height - top - element.clientHeight < near) {
      const isStep = this.pinned && !this.#byHand && Math.abs(top - this.#told) < element.clientHeight / 2;
      if (isStep) event.stopImmediatePropagation();
      else this.#told = top;
      this.pinned = true;
      this.#byHand = false;
    } else if (top < this.#top && (this.#byHand || (height === this.#height && !isSettling))) this.pinned = false;
    else this.#follow();
    this.#top = element.scrollTop;
    this.#height = height;
  };
}
