/** How far from its end a list may be scrolled and still count as being there. */
const near = 60;
const upwards: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/** Keeps a list that grows at its end, as long as the person has not scrolled up from there. */
export class EndFollower {
  /** The end is followed. */
  pinned = $state(true);
  #scroller: HTMLElement | null = null;
  #top = 0;
  #height = 0;
  /** The person has begun to scroll up. */
  #byHand = false;

  /** Goes on the element that scrolls. */
  readonly scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element;
    const watch = new ResizeObserver(this.#follow);
    watch.observe(element);
    const ending = new AbortController();
    const listening = { passive: true, signal: ending.signal };
    const byHand = () => (this.#byHand = true);
    element.addEventListener('scroll', this.#look, listening);
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

  /** Goes on what grows within. */
  readonly content = (element: HTMLElement): (() => void) => {
    const watch = new ResizeObserver(this.#follow);
    watch.observe(element);
    return () => watch.disconnect();
  };

  readonly toEnd = (): void => {
    this.pinned = true;
    this.#follow();
  };

  readonly #follow = (): void => {
    if (this.pinned && this.#scroller) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  };

  /**
   * Only scrolling up lets go of the end. It also moves away while what is drawn is still being measured: such a scroll
   * comes with another height, and not from the person's hand.
   */
  readonly #look = (): void => {
    const element = this.#scroller;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop: top, scrollHeight: height } = element;
    if (height - top - element.clientHeight < near) {
      this.pinned = true;
      this.#byHand = false;
    } else if (top < this.#top && (this.#byHand || height === this.#height)) this.pinned = false;
    else this.#follow();
    this.#top = element.scrollTop;
    this.#height = height;
  };
}
