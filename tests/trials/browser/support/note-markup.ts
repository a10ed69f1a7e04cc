/** What a document has come to, as `noteMarkup` sees it. */
export interface Noted {
  faults: string[];
  seen: number[];
}

/**
 * Runs in the page before its own scripts: notes every element, attribute and call that foreign markup could have
 * brought about, and which payloads have stood in the document as text. `stranger` is where payloads lead to.
 */
export function noteMarkup(stranger: string): void {
  const faults = new Set<string>();
  const seen = new Set<number>();
  const fault = (what: string) => {
    if (faults.size < 40) faults.add(what);
  };
  Object.assign(window, {
    hit: (n: number) => fault(`payload ${n} ran`),
    noted: (): Noted => {
      const taken = { faults: [...faults], seen: [...seen] };
      if ('polluted' in {}) taken.faults.push('prototypes are polluted');
      if (document.title === 'overrun') taken.faults.push('the title was overrun');
      if (document.querySelectorAll('#app').length !== 1 || document.getElementById('app')?.localName !== 'div')
        taken.faults.push('the app’s own element is not alone with its name');
      return taken;
    },
    lookAnew: () => seen.clear(),
  });
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
    Object.assign(window, { [name]: () => fault(`${name} was called`) });
  for (const name of ['RTCPeerConnection', 'WebSocket', 'EventSource'])
    Object.assign(window, {
      [name]: function (this: unknown, address: unknown) {
        fault(`${name} was made for ${JSON.stringify(address)}`);
      },
    });
  navigator.sendBeacon = (address) => {
    fault(`a beacon was sent to ${String(address)}`);
    return false;
  };
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) =>
    fault(`the policy was violated: ${violatedDirective} ${blockedURI} ${sample} in ${sourceFile}`),
  );

  const tags = new Set(
    `iframe frame frameset object embed applet param portal fencedframe base style template math maction foreignobject
    use animate animatetransform set discard handler feimage video audio source track picture marquee map area image
    isindex keygen xmp plaintext listing noembed noframes bgsound layer xml slot title frame html body head`.split(
      /\s+/,
    ),
  );
  const attributes = new Set(
    `srcdoc srcset background poster formaction action ping attributionsrc manifest http-equiv xlink:href imagesrcset
    is nonce archive codebase classid profile longdesc usemap dynsrc lowsrc`.split(/\s+/),
  );
  const links = /^(stylesheet|modulepreload|icon|apple-touch-icon|manifest|preload)$/;
  const own = (address: string) => new URL(address, location.href).origin === location.origin;
  /** What each document has to have, once. */
  const isNeeded = (element: Element) =>
    element === document.documentElement ||
    element === document.head ||
    element === document.body ||
    element === document.head.querySelector('title');

  const describe = (element: Element) => element.outerHTML.slice(0, 160);
  const look = (element: Element): void => {
    const name = element.localName.toLowerCase();
    const parsed = document.readyState === 'loading';
    if (tags.has(name) && !isNeeded(element)) fault(`element: ${describe(element)}`);
    if (name === 'script' && !(element.hasAttribute('src') && own((element as HTMLScriptElement).src)))
      fault(`script: ${describe(element)}`);
    if (name === 'link' && !(links.test((element as HTMLLinkElement).rel) && own((element as HTMLLinkElement).href)))
      fault(`link: ${describe(element)}`);
    if (name === 'img' && !/^(data:image\/|blob:)/.test((element as HTMLImageElement).src)) {
      const { src } = element as HTMLImageElement;
      if (src === '' || !own(src)) fault(`image: ${describe(element)}`);
    }
    for (const { name: attribute, value } of element.attributes) {
      const policy = parsed && name === 'meta' && attribute === 'http-equiv' && value === 'Content-Security-Policy';
      if (/^on/i.test(attribute) || (attributes.has(attribute) && !policy)) fault(`${attribute}: ${describe(element)}`);
      if (attribute === 'style' && /url\(|expression|binding|behavior|@import/i.test(value))
        fault(`style: ${describe(element)}`);
      if (attribute === 'name' && /p\d+x|cookie|body/.test(value)) fault(`name: ${describe(element)}`);
      if (attribute !== 'href' && attribute !== 'src') continue;
      const isAsked = element.getAttribute('referrerpolicy') === 'no-referrer' && element.closest('dialog[open]');
      if (value.includes(stranger.replace('http:', '')) && !isAsked) fault(`address: ${describe(element)}`);
      if (/^\s*[a-z]+script:|^\s*data:(?!image\/)|^\s*(file|filesystem|view-source|intent|ws):/i.test(value))
        fault(`address: ${describe(element)}`);
    }
    if (element.shadowRoot) fault(`shadow: ${describe(element)}`);
  };
  const read = (text: string | null) => {
    for (const [, n] of (text ?? '').matchAll(/p(\d+)x/g)) seen.add(Number(n));
  };
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) read(node.nodeValue);
    if (!(node instanceof Element)) return;
    look(node);
    node.childNodes.forEach(walk);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'childList') addedNodes.forEach(walk);
      else if (type === 'attributes') look(target as Element);
      else read(target.nodeValue);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}
