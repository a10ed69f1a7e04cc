const edge = 48;
const slowest = 6;
/** The factor by which scrolling gets faster with each frame. */
const growth = 1.03;

/** Scrolls a pane while a dragging pointer stays at its upper or lower edge, faster and faster. */
export class EdgeScroll {
  #pane: Element | null = null;
  #y = 0;
  #direction: -1 | 0 | 1 = 0;
  #pace = slowest;

  /** Starts at the point where the pointer was pressed; scrolls nothing until the pointer moves. */
  begin(pane: Element | null, clientY: number): void {
    this.#pane = pane;
    this.#y = clientY;
    this.#direction = 0;
  }

  follow(clientY: number): void {
    if (!this.#pane) return;
    const { top, bottom } = this.#pane.getBoundingClientRect();
    const before = this.#direction;
    const near = clientY < top + edge ? -1 : clientY > bottom - edge ? 1 : 0;
    const heading = Math.sign(clientY - this.#y);
    if (near === 0 || heading === -near) this.#direction = 0;
    else if (heading === near) this.#direction = near;
    if (this.#direction !== before) this.#pace = slowest;
    this.#y = clientY;
  }

  /** Scrolls by one step; called once per frame. */
  scroll(): void {
    if (!this.#pane || this.#direction === 0) return;
    this.#pane.scrollBy(0, this.#direction * this.#pace);
    this.#pace = Math.min(this.#pace * growth, this.#pane.clientHeight / 8);
  }
}
