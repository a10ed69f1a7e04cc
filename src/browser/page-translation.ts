/**
 * What a browser's page translator leaves in the page: Chrome's stylesheet in the head, which comes before its first
 * translated text, and the class that several translators give to the root.
 */
const signs = '.translated-ltr, .translated-rtl, head > link[href*="//www.gstatic.com/"]';

/**
 * Keeps a translated page true. A translator puts a FONT element in the place of each text node, and Svelte goes on to
 * write to the node that is no longer in the page. From the first sign of a translator on, each text node that is
 * replaced passes on what is done to it; a page that is not translated is watched at its root and its head only.
 */
export function repairTranslatedTextNodes(): void {
  const watching = new MutationObserver(start);
  function start() {
    if (!document.querySelector(signs)) return;
    watching.disconnect();
    new MutationObserver((records) => records.forEach(connectText)).observe(document.body, {
      childList: true,
      subtree: true,
    });
  }
  watching.observe(document.documentElement, { attributeFilter: ['class'] });
  watching.observe(document.head, { childList: true });
  start();
}

/** The FONT elements that a text node is connected to: two texts side by side are not to share one. */
const connected = new WeakSet<Node>();

/** Connects the text nodes that were taken out of the page to the FONT element that came in their place. */
function connectText({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const isOfText = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT' && !connected.has(node);
  const font = [...addedNodes, previousSibling, nextSibling].find(isOfText);
  if (!font) return;
  for (const text of removedNodes)
    if (text instanceof Text && !text.isConnected) {
      connected.add(font);
      passOn(text, font);
    }
}

/** Lets a text node come back when it is written to, and do to the FONT element what else Svelte does to the node. */
function passOn(text: Text, font: HTMLElement): void {
  const place = () => (text.isConnected ? text : font);
  Object.defineProperties(text, {
    nodeValue: {
      configurable: true,
      get: () => text.data,
      set: (value: string) => {
        text.data = value;
        font.replaceWith(text);
      },
    },
    before: {
      configurable: true,
      value: (...nodes: Node[]) => {
        for (const node of nodes) place().parentNode?.insertBefore(node, place());
      },
    },
    remove: { configurable: true, value: () => place().parentNode?.removeChild(place()) },
  });
}
