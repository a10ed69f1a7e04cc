import {
  type HidingDeclarations,
  type HidingProperty,
  isMovedOffscreen,
  isClippedAway,
  hasNoVisibleSize,
  isCollapsed,
  isSeeThrough,
  isFontSizeInvisible,
  isTextInvisible,
  hidingProperties,
  mayHideElement,
  styleValue,
} from './hiding-styles.ts';
import {
  attributeHiddenSelector,
  collectStyledElements,
  ownStyleAttribute,
  removeHidingAttributes,
} from './styled-parts.ts';
import {
  compareCssPrecedence,
  type PageStyles,
  readPageStyles,
  type StyleRule,
  type CssPrecedence,
} from './style-rules.ts';

/** How an element is hidden: with all its content, or only the text that inherits its style. */
type Hiding = 'box' | 'visibility' | 'font-size' | 'color' | null;

/** The maximum number of elements examined, and of tests of a rule against an element. */
const most = { parts: 50_000, matches: 3_000_000 };

/**
 * Removes the text that a page's own attributes, inline styles and style rules hide from a visitor. Text that a visitor
 * can open or wait for stays: closed details, tabs, folded answers, text that fades in. External style sheets are not
 * read.
 */
export function removeHidden(page: Document): void {
  new Hidden(page).remove();
}

class Hidden {
  readonly #page: Document;
  readonly #styles: PageStyles;
  readonly #relevant: readonly StyleRule[];
  readonly #scratch: CSSStyleDeclaration;
  readonly #hasScripts: boolean;
  readonly #own: readonly Element[];
  readonly #cascades = new Map<Element, HidingDeclarations>();
  #matches = most.matches;

  constructor(page: Document) {
    this.#page = page;
    const { own, styles, scripts, others } = collectStyledElements(page);
    this.#own = own;
    this.#hasScripts = scripts;
    this.#styles = readPageStyles(styles);
    for (const part of [...styles, ...others]) part.remove();
    this.#relevant = this.#styles.rules.filter(({ style }) =>
      hidingProperties.some((name) => styleValue(style, name) !== ''),
    );
    this.#scratch = document.createElement('p').style;
  }

  remove(): void {
    const parts = new Set(this.#own);
    for (const rule of this.#relevant) {
      if (!mayHideElement(rule.style)) continue;
      for (const part of this.#matching(rule.selector)) parts.add(part);
      if (parts.size > most.parts) break;
    }
    const hidden: [Element, Exclude<Hiding, null>][] = [];
    for (const part of parts) {
      if (part === this.#page.documentElement || part === this.#page.body || part.closest('head')) continue;
      const how = this.#hiding(part);
      if (how === null) continue;
      if (how !== 'color' && this.#opens(part, how)) removeHidingAttributes(part);
      else hidden.push([part, how]);
    }
    for (const [part, how] of hidden) {
      if (how === 'box') part.remove();
      else this.#silence(part, how);
    }
  }

  #matching(selector: string): Iterable<Element> {
    try {
      return this.#page.querySelectorAll(selector);
    } catch {
      return [];
    }
  }

  /** Returns the declarations that apply to an element. */
  #cascade(part: Element): HidingDeclarations {
    const before = this.#cascades.get(part);
    if (before) return before;
    const cascade: HidingDeclarations = {};
    const take = (style: CSSStyleDeclaration, weight: CssPrecedence, block: unknown) => {
      for (const name of hidingProperties) {
        const value = styleValue(style, name);
        if (value === '') continue;
        const whole = [style.getPropertyPriority(name) === 'important' ? 1 : 0, ...weight];
        const other = cascade[name];
        if (!other || compareCssPrecedence(whole, other.weight) >= 0) cascade[name] = { value, weight: whole, block };
      }
    };
    for (const { selector, style, weight } of this.#relevant) {
      this.#matches -= 1;
      if (this.#matches < 0 && !mayHideElement(style)) continue;
      if (matches(part, selector)) take(style, weight, style);
    }
    this.#scratch.cssText = this.#ownStyle(part);
    take(this.#scratch, [2], part);
    this.#cascades.set(part, cascade);
    return cascade;
  }

  #ownStyle(part: Element): string {
    const background = part.getAttribute('bgcolor');
    const color = part.localName === 'font' ? part.getAttribute('color') : null;
    return [
      background === null ? '' : `background-color: ${background};`,
      color === null ? '' : `color: ${color};`,
      part.getAttribute('style') ?? '',
      ';',
      part.getAttribute(ownStyleAttribute) ?? '',
    ].join('');
  }

  #hiding(part: Element): Hiding {
    const cascade = this.#cascade(part);
    const value = (name: HidingProperty) => cascade[name]?.value ?? '';
    const display = value('display');
    if (display === 'none' || (display === '' && part.matches(attributeHiddenSelector))) return 'box';
    if (value('content-visibility') === 'hidden') return 'box';
    if (isSeeThrough(value('opacity')) || /opacity\(0(?:\.0*)?%?\)/.test(value('filter'))) return 'box';
    if (Number.parseFloat(value('zoom')) === 0) return 'box';
    if (isMovedOffscreen(value) || isClippedAway(value) || hasNoVisibleSize(value)) return 'box';
    if (/^(?:hidden|collapse)$/.test(value('visibility'))) return 'visibility';
    if (isFontSizeInvisible(value('font-size'))) return 'font-size';
    return isTextInvisible(cascade) ? 'color' : null;
  }

  /** True if a visitor can open the part, or sees it after a while. */
  #opens(part: Element, how: Hiding): boolean {
    const value = (name: HidingProperty) => this.#cascade(part)[name]?.value ?? '';
    const isGone = how === 'box' && (value('display') === 'none' || part.matches(attributeHiddenSelector));
    if (!isGone && how !== 'font-size' && this.#fadesIn(value)) return true;
    return (isGone || how === 'visibility' || isCollapsed(value)) && this.#hasControl(part);
  }

  #fadesIn(value: (name: HidingProperty) => string): boolean {
    const names = value('animation-name').split(/,\s*/);
    if (names.some((name) => this.#styles.revealing.has(name))) return true;
    if (
      !this.#hasScripts ||
      !(isSeeThrough(value('opacity')) || isCollapsed(value) || value('visibility') === 'hidden')
    )
      return false;
    const moves =
      value('transition-duration') !== '' || value('transition-property') !== '' || value('will-change') !== '';
    return moves || (isSeeThrough(value('opacity')) && value('transform') !== '' && !isMovedOffscreen(value));
  }

  #hasControl(part: Element): boolean {
    if (part.id !== '' && this.#controlsOf(part.id)) return true;
    const label = part.getAttribute('role') === 'tabpanel' ? part.getAttribute('aria-labelledby') : null;
    if (label && isSaid(this.#page.getElementById(label.split(/\s+/)[0] ?? ''))) return true;
    if (this.#isOpenedBySelector(part)) return true;
    if (!this.#hasScripts) return false;
    const before = part.previousElementSibling;
    const opener = 'button, [role="button"], [aria-expanded], [role="tab"]';
    if (before && isSaid(before) && (before.matches(opener) || before.querySelector(opener))) return true;
    return this.#isOneOfTabs(part);
  }

  #controlsOf(id: string): boolean {
    const quotedId = JSON.stringify(id);
    const controls = [
      `[aria-controls~=${quotedId}]`,
      `a[href$=${JSON.stringify(`#${id}`)}]`,
      `[data-target=${JSON.stringify(`#${id}`)}]`,
      `[data-bs-target=${JSON.stringify(`#${id}`)}]`,
      `[popovertarget=${quotedId}]`,
      `[commandfor=${quotedId}]`,
      `[data-onclick*=${JSON.stringify(`'${id}'`)}]`,
    ];
    return [...this.#matching(controls.join(', '))].some(isSaid);
  }

  /** True if a rule shows the part once something is hovered, focused, checked or opened. */
  #isOpenedBySelector(part: Element): boolean {
    const state = /:(?:hover|focus(?:-within|-visible)?|checked|target|active|popover-open)\b|\[open\]/g;
    return this.#relevant.some(({ selector, style }) => {
      const plain = selector.replace(state, '');
      const shows =
        !mayHideElement(style) && hidingProperties.slice(0, 4).some((name) => styleValue(style, name) !== '');
      return plain !== selector && shows && matches(part, plain);
    });
  }

  /** True if a visible sibling is of the same kind, of which a script shows one at a time. */
  #isOneOfTabs(part: Element): boolean {
    const [kind] = part.classList;
    if (kind === undefined || !/tab|pane|panel|slide|carousel|accordion|step/i.test(part.className)) return false;
    const beside = [...(part.parentElement?.children ?? [])].filter((other) => other.classList.contains(kind));
    return beside.some((other) => other !== part && isSaid(other) && this.#hiding(other) === null);
  }

  /** Removes the text that inherits the hiding style. */
  #silence(part: Element, how: Exclude<Hiding, 'box' | null>): void {
    const shows = (inner: Element) => {
      const cascade = this.#cascade(inner);
      const value = cascade[how]?.value ?? '';
      if (how === 'visibility') return value === 'visible';
      if (how === 'font-size')
        return value !== '' && !isFontSizeInvisible(value) && !/(?:%|em)$/.test(value.replace(/rem$/, ''));
      return value !== '' || cascade['background-color'] !== undefined;
    };
    const walker = this.#page.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
      node instanceof Element && shows(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    const hiddenNodes: ChildNode[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!(node instanceof Element) || node.localName === 'img') hiddenNodes.push(node as ChildNode);
    hiddenNodes.forEach((node) => node.remove());
  }
}

function matches(part: Element, selector: string): boolean {
  try {
    return part.matches(selector);
  } catch {
    return false;
  }
}

/** True if a control or a part has text or a label. */
function isSaid(part: Element | null): boolean {
  return part !== null && (part.textContent.trim() !== '' || part.hasAttribute('aria-label'));
}
