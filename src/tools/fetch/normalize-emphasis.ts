const kinds: Readonly<Record<string, string>> = { B: 'b', STRONG: 'b', I: 'i', EM: 'i', DEL: 's', S: 's', STRIKE: 's' };
const emphasis = 'b, strong, i, em, del, s, strike';
const blocks =
  'p, div, ul, ol, li, dl, dt, dd, table, tr, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6, section, article, aside, main, header, footer, nav, figure, figcaption, hr, form, fieldset, details, summary, address';
const sign = /[\p{P}\p{S}]/u;

/**
 * Leaves emphasis only where Markdown can express it: not next to other emphasis, around all of another element or none
 * of it, without line breaks at its edges, and without punctuation at an edge that touches a letter. Elsewhere the
 * emphasis is removed and its text stays, so that no mark is left as text.
 */
export function normalizeEmphasis(content: HTMLElement): void {
  const all = () => [...content.querySelectorAll<HTMLElement>(emphasis)];
  content.querySelectorAll('span, font').forEach(unwrap);
  for (const part of all())
    if (part.textContent.trim() === '' || within(part, content) || part.querySelector(blocks) !== null) unwrap(part);
  all().reverse().forEach(freeEdges);
  all().forEach(joinNext);
  content.normalize();
  for (const part of all()) if (!isMarkable(part, content)) unwrap(part);
}

/** True if the element is nested in another of its kind. */
function within(part: Element, content: Element): boolean {
  for (let around = part.parentElement; around && around !== content; around = around.parentElement)
    if (kinds[around.tagName] === kinds[part.tagName]) return true;
  return false;
}

const unwrap = (part: Element) => part.replaceWith(...part.childNodes);

/** Merges directly following elements of the same kind into the first. */
function joinNext(part: Element): void {
  for (let next = part.nextSibling; next instanceof Element; next = part.nextSibling) {
    if (kinds[next.tagName] !== kinds[part.tagName]) return;
    part.append(...next.childNodes);
    next.remove();
  }
}

/** Moves line breaks at the edges out of the element. */
function freeEdges(part: Element): void {
  for (let edge = part.firstChild; isBreak(edge); edge = part.firstChild) part.before(edge as Node);
  for (let edge = part.lastChild; isBreak(edge); edge = part.lastChild) part.after(edge as Node);
}

const isBreak = (node: Node | null) =>
  node instanceof Element
    ? node.tagName === 'BR'
    : node !== null && node.nodeType === 3 && !/\S/.test(node.nodeValue ?? '') && isBreakBeside(node);
const isBreakBeside = (node: Node) =>
  [node.previousSibling, node.nextSibling].some((each) => each instanceof Element && each.tagName === 'BR');

function isMarkable(part: HTMLElement, content: HTMLElement): boolean {
  const text = part.textContent.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (part.closest('pre, code')) return true;
  if (part.querySelector('br + br') !== null) return false;
  const spaced = { before: /^\s/.test(part.textContent), after: /\s$/.test(part.textContent) };
  const around = part.parentElement?.closest(emphasis);
  if (around)
    return (
      around.textContent === part.textContent &&
      !part.querySelector(`br, ${emphasis}`) &&
      !/^\s|\s$/.test(part.textContent)
    );
  return (
    edgeHolds(charAt(part, 'first', text), spaced.before ? null : beside(part, content, 'previous')) &&
    edgeHolds(charAt(part, 'last', text), spaced.after ? null : beside(part, content, 'next'))
  );
}

/**
 * True if Markdown recognises the emphasis mark at this edge. It never does if the character inside is white space.
 * Otherwise it does beside white space and at the end of a block; it also does beside a character that is not part of
 * another emphasis, if that character is punctuation or the one inside is not.
 */
function edgeHolds(inner: string, outer: { char: string; marked: boolean } | null): boolean {
  if (/\s/u.test(inner)) return false;
  if (outer === null || /\s/u.test(outer.char)) return true;
  return !outer.marked && (sign.test(outer.char) || !sign.test(inner));
}

/**
 * Returns the first or last character of the element's Markdown: links, code and pictures begin and end with a
 * character of their own.
 */
function charAt(part: Element, edge: 'first' | 'last', text: string): string {
  const child = edge === 'first' ? part.firstChild : part.lastChild;
  if (child instanceof Element)
    return isSigned(child) || isOtherMark(child, part) ? '[' : charAt(child, edge, child.textContent);
  const letters = Array.from(text.trim());
  return (edge === 'first' ? letters[0] : letters.at(-1)) ?? ' ';
}

/**
 * True if one of the two elements is marked by underscores and the other by asterisks. Directly beside a letter,
 * Markdown then does not recognise the mark of the outer element.
 */
const isOtherMark = (child: Element, part: Element) =>
  kinds[child.tagName] !== undefined && (kinds[child.tagName] === 's') !== (kinds[part.tagName] === 's');

const isSigned = (element: Element) =>
  /^(?:A|CODE|IMG|PICTURE|VIDEO|AUDIO|CANVAS|KBD|SAMP|TT|INPUT)$/.test(element.tagName);

/**
 * Returns the character next to an element on one side, and whether it belongs to another emphasis; null at the end of
 * its block.
 */
function beside(part: Element, content: Element, side: 'previous' | 'next'): { char: string; marked: boolean } | null {
  let node: Node = part;
  for (;;) {
    const sibling: Node | null = side === 'previous' ? node.previousSibling : node.nextSibling;
    if (!sibling) {
      const parent: Element | null = node.parentElement;
      if (!parent || parent === content || parent.matches(blocks)) return null;
      if (parent.tagName === 'A') return { char: '[', marked: false };
      node = parent;
      continue;
    }
    node = sibling;
    if (node.nodeType === 3 && node.nodeValue) {
      const letters = Array.from(node.nodeValue);
      return { char: (side === 'previous' ? letters.at(-1) : letters[0]) ?? ' ', marked: false };
    }
    if (!(node instanceof Element)) continue;
    if (node.matches(blocks) || node.tagName === 'BR') return null;
    if (node.textContent === '' && !isSigned(node)) continue;
    if (isSigned(node)) return { char: '[', marked: false };
    const isMarked = kinds[node.tagName] !== undefined || node.querySelector(emphasis) !== null;
    const letters = Array.from(node.textContent);
    const char = (side === 'previous' ? letters.at(-1) : letters[0]) ?? ' ';
    return { char, marked: isMarked };
  }
}
