/** A former position of the focus. */
interface FocusPosition {
  element: HTMLElement;
  /** The element and its ancestors, innermost first, each with the siblings before it, the nearest last. */
  chain: readonly { node: Element; before: readonly Element[] }[];
  /** The dialog or message that the element is in. */
  place: Element | null;
  /** Where the focus was before it came into that dialog or message. */
  earlier: FocusPosition | null;
}

const places = 'dialog, .toast, [data-refusals] > *';
const controls = ':is(button, input, select, textarea, summary, a[href], [tabindex]):not([tabindex="-1"])';
const textFields =
  'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color])';

function trailTo(element: HTMLElement, last: FocusPosition | null): FocusPosition {
  const chain: { node: Element; before: Element[] }[] = [];
  for (let node: Element = element; node !== document.body && node.parentElement; node = node.parentElement) {
    const all = [...node.parentElement.children];
    chain.push({ node, before: all.slice(0, all.indexOf(node)) });
  }
  const place = element.closest(places);
  let within = last;
  while (within && within.place !== place) within = within.earlier;
  return { element, chain, place, earlier: place && (within ? within.earlier : last) };
}

const isShown = (element: Element) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
/** Asks for the layout last, since that may have to be calculated. */
const canHaveFocus = (element: Element) => !element.matches(':disabled, [inert] *') && isShown(element);
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
const isTouchScreen = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * Moves the focus on when the focused control is removed, hidden or disabled, since the browser then lets it fall to
 * the page itself, where a screen reader begins at the top and letters act as shortcuts. The focus goes to the element
 * that the nearest `data-heir` around the control names by a list of selectors, tried in their order; else to the
 * nearest control that is still there: what has replaced the lost one, the next row, the row before. From a dialog or
 * message that is gone it goes back to where it was before. A focus that the app or the person has moved or given up is
 * left alone.
 */
class LostFocus {
  #position: FocusPosition | null = null;
  /** True from when the focused control is gone until the focus is somewhere again. */
  #isLost = false;
  /**
   * Above 0 while a letter counts as typed for a text field: without end after a letter in it, and for the first letter
   * after Enter or Escape; until the person leaves the field on purpose or acts elsewhere.
   */
  #typing = 0;
  #isPressed = false;
  /** What the person has used last: a key, or a kind of pointer. */
  #latest = 'key';
  #frame = 0;
  /** A control that was disabled while it had the focus, and the one that has the focus until it is enabled again. */
  #lent: { from: HTMLElement; to: Element } | null = null;

  /** True if a letter typed now is not meant as a shortcut, since the field or control that had the focus is gone. */
  get isAstray(): boolean {
    return this.#typing > 0 || this.#isLost;
  }

  /** Watches the page; the returned function ends that. */
  readonly watch = (): (() => void) => {
    const ending = new AbortController();
    const options = { capture: true, passive: true, signal: ending.signal };
    window.addEventListener('focusin', this.#came, options);
    window.addEventListener('focusout', this.#left, options);
    window.addEventListener('keydown', this.#key, options);
    window.addEventListener('pointerdown', this.#touch, options);
    window.addEventListener('wheel', () => (this.#latest = 'wheel'), options);
    window.addEventListener('mousedown', this.#press, options);
    for (const end of ['mouseup', 'dragend']) window.addEventListener(end, () => (this.#isPressed = false), options);
    const watching = new MutationObserver(this.#changed);
    const attributeFilter = ['disabled', 'hidden', 'inert'];
    watching.observe(document.body, { childList: true, subtree: true, attributeFilter });
    if (document.activeElement instanceof HTMLElement && !isNowhere()) this.#follow(document.activeElement);
    return () => {
      ending.abort();
      watching.disconnect();
      cancelAnimationFrame(this.#frame);
      this.#giveUp();
      this.#isPressed = false;
      this.#latest = 'key';
    };
  };

  readonly #came = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement) this.#follow(target);
  };

  /** Follows the focus to an element. Once Enter or Escape has closed a dialog, letters are shortcuts again. */
  #follow(element: HTMLElement): void {
    if (this.#position?.place?.contains(element) === false && this.#typing < Infinity) this.#typing = 0;
    this.#position = trailTo(element, this.#position);
    this.#isLost = false;
  }

  #forget(): void {
    this.#position = this.#lent = null;
    this.#isLost = false;
  }

  readonly #left = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget) return;
    if (this.#isPressed) this.#forget();
    else this.#schedule();
  };

  readonly #key = ({ target, key }: KeyboardEvent): void => {
    this.#isPressed = false;
    this.#latest = 'key';
    this.#lent = null;
    if (target instanceof Element && target.matches(textFields))
      this.#typing = { Tab: 0, Enter: 2, Escape: 2 }[key] ?? Infinity;
    else if (key.length === 1) this.#typing--;
    else if (!['Shift', 'Control', 'Alt', 'Meta'].includes(key)) this.#typing = 0;
  };

  readonly #touch = ({ pointerType }: PointerEvent): void => {
    this.#latest = pointerType;
    this.#typing = 0;
    this.#lent = null;
  };

  /** A press beside every control takes the focus away on purpose. */
  readonly #press = (): void => {
    this.#isPressed = true;
    if (isNowhere()) this.#forget();
  };

  readonly #changed = (records: readonly MutationRecord[]): void => {
    const lent = this.#lent;
    if (lent && document.activeElement === lent.to && canHaveFocus(lent.from)) lent.from.focus({ preventScroll: true });
    if (!this.#position) return;
    const { element } = this.#position;
    if (!isNowhere() && (document.activeElement !== element || !element.matches(':disabled'))) return;
    this.#isLost ||=
      !element.isConnected ||
      element.matches(':disabled, [hidden], [hidden] *, [inert] *') ||
      records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));
    if (this.#isLost) this.#schedule();
  };

  /** Looks with the next frame, so that what moves the focus itself comes first. */
  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(this.#settle);
  }

  readonly #settle = (): void => {
    const position = this.#position;
    if (!position || !(isNowhere() || document.activeElement?.matches(':disabled'))) return;
    if (!this.#isLost && canHaveFocus(position.element)) this.#giveUp();
    else if (this.#latest !== 'key' && getSelection()?.isCollapsed === false) this.#forget();
    else this.#moveOn(position);
  };

  #moveOn(position: FocusPosition): void {
    this.#isLost = true;
    const disabled = position.element.matches(':disabled') ? position.element : null;
    if (!this.#recover(position)) this.#toHeir('dialog[open], #message, #pane');
    const to = document.activeElement;
    if (isNowhere()) {
      if (this.#latest === 'touch') this.#forget();
    } else if (disabled && to && !to.matches(textFields)) this.#lent = { from: disabled, to };
  }

  /** Leaves the focus nowhere, as the person or the app wants it. */
  #giveUp(): void {
    this.#forget();
    this.#typing = 0;
  }

  /** Returns true once the focus is where it belongs after the loss of an element; false if nothing is left near it. */
  #recover({ element, chain, place, earlier }: FocusPosition): boolean {
    if (place && !isShown(place)) {
      if (earlier) return this.#recover(earlier);
      this.#giveUp();
      return true;
    }
    if (this.#to(element)) return true;
    const heirId = heirIn(chain, place);
    if (heirId !== undefined && (this.#toHeir(heirId) || this.#latest === 'touch')) return true;
    for (const [at, { before }] of chain.entries()) {
      const parent = chain[at + 1]?.node;
      if (!parent || parent.id === 'app') return false;
      if (parent.isConnected && (this.#toNearest(parent, before) || this.#to(parent))) return true;
      if (parent === place) return false;
    }
    return false;
  }

  /**
   * Focuses the first control that stands after the last of these siblings in its parent, or else the nearest before.
   */
  #toNearest(parent: Element, before: readonly Element[]): boolean {
    const all = [...parent.children];
    const focusIndex = all.indexOf(before.findLast((sibling) => sibling.parentElement === parent) ?? parent);
    const byNearness = [...all.slice(focusIndex + 1), ...all.slice(0, focusIndex + 1).reverse()];
    return byNearness.some((near) => [near, ...near.querySelectorAll(controls)].some(this.#to));
  }

  /** Tries the selectors of a list in their order, each from its last element on, until one has the focus. */
  #toHeir(selectors: string): boolean {
    return selectors.split(', ').some((each) => [...document.querySelectorAll(each)].reverse().some(this.#to));
  }

  /** Focuses an element if it can have the focus; brings it into view for a person who uses the keyboard. */
  readonly #to = (element: Element): boolean => {
    if (!(element instanceof HTMLElement) || !element.matches(`${controls}, dialog, [tabindex]`)) return false;
    if ((this.#latest === 'touch' || isTouchScreen()) && element.matches(textFields)) return false;
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) return false;
    if (this.#latest === 'key') element.scrollIntoView({ block: 'nearest' });
    return true;
  };
}

function heirIn(chain: FocusPosition['chain'], place: Element | null): string | undefined {
  for (const { node } of chain) {
    const heirId = node.getAttribute('data-heir');
    if (heirId !== null) return heirId;
    if (node === place) break;
  }
  return undefined;
}

export const focusRecovery = new LostFocus();
