/** The attribute with an element's own style in a parsed page: the app's policy blanks `style` itself. */
export const ownStyleAttribute = 'data-own-style';

/** A selector for elements that an attribute hides. */
export const attributeHiddenSelector =
  '[hidden]:not([hidden="until-found" i]), dialog:not([open]), [popover], datalist';
const styled = `[${ownStyleAttribute}], [style], [bgcolor], font[color]`;

/**
 * Collects the parts to examine in one walk over the page: elements with styles of their own, the page's styles,
 * scripts.
 */
export function collectStyledElements(page: Document) {
  const styledElements = { own: [] as Element[], styles: [] as Element[], others: [] as Element[], scripts: false };
  const walker = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_ELEMENT);
  for (let part = walker.nextNode() as Element | null; part; part = walker.nextNode() as Element | null) {
    const name = part.localName;
    if (name === 'noframes') styledElements.styles.push(part);
    else if (name === 'no-frames') styledElements.others.push(part);
    else if (name === 'script') styledElements.scripts = true;
    else if (name === 'dialog' || name === 'datalist' || part.hasAttributes()) {
      if (part.getAttribute('hidden')?.toLowerCase() === 'until-found') removeHidingAttributes(part);
      if (part.matches(`${attributeHiddenSelector}, ${styled}`)) styledElements.own.push(part);
    }
  }
  return styledElements;
}

/** Removes the attributes because of which page readers would leave the part out. */
export function removeHidingAttributes(part: Element): void {
  part.removeAttribute('hidden');
  if (part.getAttribute('aria-hidden') === 'true') part.removeAttribute('aria-hidden');
}
