/**
 * Runs in a page that the companion renders: waits until its text no longer changes and sends the page to the companion
 * as HTML, including shadow trees and frames of the same site, without hidden elements, scripts and styles.
 */
const omittedSelector = 'SCRIPT,STYLE,NOSCRIPT,TEMPLATE,LINK,CANVAS,svg';
/**
 * Returns how long text of this length must stay unchanged before it counts as complete, in milliseconds: longer for
 * little text, and until the time limit for none.
 */
const calm = (length: number) => (length > 200 ? 700 : length > 0 ? 2500 : Infinity);
const longest = 8500;

/**
 * Copies a node without what is dropped or hidden. Nodes of other frames belong to other classes, so `instanceof` does
 * not work here.
 */
function written(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.cloneNode()];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const element = node as HTMLElement;
  if (element.matches(omittedSelector) || getComputedStyle(element).display === 'none') return [];
  const slotted = element.localName === 'slot' ? (element as HTMLSlotElement).assignedNodes() : [];
  if (slotted.length > 0) return slotted.flatMap(written);
  const isFrame = element.localName === 'iframe';
  const copy = isFrame ? document.createElement('div') : element.cloneNode();
  const shadow = 'dataset' in element ? chrome.dom.openOrClosedShadowRoot(element) : null;
  const inside = isFrame ? (element as HTMLIFrameElement).contentDocument?.body : (shadow ?? element);
  (copy as Element).append(...[...(inside?.childNodes ?? [])].flatMap(written));
  return [copy];
}

if (parent !== top && parent.parent === top) {
  void chrome.runtime.sendMessage({ rendered: null });
  const captureStart = performance.now();
  let lastChangeTime = captureStart;
  let before = -1;
  const timer = setInterval(() => {
    const now = performance.now();
    const whole = (document.body as HTMLElement | null) ? written(document.body)[0] : null;
    const { length } = whole?.textContent?.trim() ?? '';
    if (length !== before) lastChangeTime = now;
    before = length;
    if (document.readyState === 'complete' && now - captureStart < 4000) dispatchEvent(new Event('scroll'));
    if (now - captureStart < longest && (document.readyState !== 'complete' || now - lastChangeTime < calm(length)))
      return;
    clearInterval(timer);
    const html = (whole as Element | null)?.outerHTML ?? '';
    const title = document.createElement('title');
    title.append(document.title);
    void chrome.runtime.sendMessage({ rendered: `<!doctype html>${title.outerHTML}${html}` });
  }, 250);
}
