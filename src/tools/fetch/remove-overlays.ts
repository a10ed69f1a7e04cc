const vendors = [
  '#onetrust-consent-sdk, #onetrust-banner-sdk, .onetrust-pc-dark-filter, .optanon-alert-box-wrapper',
  '#CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay, #cookiebanner, #cookie-law-info-bar, .cli-modal',
  '#didomi-host, .didomi-popup-container, .qc-cmp2-container, .qc-cmp-ui-container, #qc-cmp2-ui',
  '[id^="sp_message_container"], .fc-consent-root, #usercentrics-root, #usercentrics-cmp-ui, #uc-banner-modal',
  '#truste-consent-track, #truste-show-consent, .truste_box_overlay, .truste_overlay, #consent_blackbar',
  '.klaro, .cc-window, .cc-banner, .osano-cm-window, .osano-cm-dialog, #iubenda-cs-banner, #BorlabsCookieBox',
  '#cmplz-cookiebanner-container, .cmplz-cookiebanner, .moove-gdpr-info-bar-container, #moove_gdpr_cookie_modal',
  '.evidon-banner, #_evidon_banner, .trustarc-banner, .cookiefirst-root, #cookiescript_injected, .termly-styles-root',
  '#hs-eu-cookie-confirmation, #axeptio_overlay, .tarteaucitronRoot, #tarteaucitronRoot, #ccc, .cky-consent-container',
  '.shopify-pc__banner__dialog, #gdpr-cookie-message, .eupopup, #cookieConsent, #CookieConsent, .js-cookie-consent',
].join(', ');

/** Names that pages give to consent boxes. */
const ownNames =
  /(^|[-_\s])(cookies?|consent|gdpr|ccpa|cmp|privacy)([-_\s]?(banner|bar|notice|popup|modal|dialog|overlay|box|wall|message|consent|policy|law|alert|prompt|layer|container|wrapper|root|disclaimer))+/i;

/** Phrases in consent boxes, in the most frequent languages. */
const phrases =
  /(we|this (web)?site|our (web)?sites?|us|partners)\b.{0,60}\b(use|uses|using|store)\b.{0,80}\bcookies?|accept (all )?cookies|cookie (settings|preferences|policy|consent)|(manage|your) (cookie|consent|privacy) (preferences|settings|choices)|consent to (the )?(use|our)|by (continuing|using|clicking).{0,80}cookies?|我们(会)?使用.{0,12}cookie|本(网站|站)使用.{0,12}cookie|(接受|同意).{0,6}cookie|cookie.{0,4}(设置|政策|偏好)|隐私偏好|wir verwenden.{0,20}cookies|utilis(e|ons).{0,30}cookies|utiliza(mos)?.{0,30}cookies/i;

const mention = /cookie|consent|gdpr|privacy|隐私|同意/i;
const boxes = 'dialog, [role], [aria-modal], div, section, aside, form, footer, p, span';
/** The longest text of a consent box, in characters; longer texts are articles. */
const longest = 1500;
const mostMentions = 300;
/** The maximum number of a box's elements, and of the ancestors searched for a box. */
const mostParts = 2000;
const furthest = 60;
/** The maximum number of elements visited per page, which bounds the search. */
const mostLooks = 3_000_000;

/** Removes boxes that ask for consent to cookies and the like, so that the extracted text does not include them. */
export function removeOverlays(page: Document): void {
  page.querySelectorAll(vendors).forEach((box) => box.remove());
  const lookBudget = { looks: mostLooks };
  for (const place of mentionsIn(page)) if (place.isConnected) boxAround(place, lookBudget)?.remove();
}

function mentionsIn(page: Document): Element[] {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const places: Element[] = [];
  for (let node = texts.nextNode(); node && places.length < mostMentions; node = texts.nextNode())
    if (node.parentElement && mention.test(node.nodeValue ?? '')) places.push(node.parentElement);
  return places;
}

/**
 * Returns the smallest box around an element that asks for consent, with the wrappers that contain nothing but it and
 * its buttons.
 */
function boxAround(place: Element, lookBudget: { looks: number }): Element | null {
  if (place.closest('article')) return null;
  let box: Element | null = null;
  let weight = 0;
  let steps = 0;
  for (let outer: Element | null = place; outer && outer.localName !== 'body'; outer = outer.parentElement) {
    steps += 1;
    if (steps > furthest || !isSmall(outer, lookBudget)) break;
    const text = plain(outer);
    if (text.length > longest || outer.querySelector('article, main, h1') || outer.localName === 'main') break;
    if (box && !isNamed(outer) && !isModal(outer) && weightOf(outer) > weight + 20) break;
    if (!box && !(outer.matches(boxes) && phrases.test(text) && (isNamed(outer) || isModal(outer) || asks(outer))))
      continue;
    box = outer;
    weight = weightOf(outer);
  }
  return box;
}

function isSmall(box: Element, lookBudget: { looks: number }): boolean {
  const parts = box.ownerDocument.createTreeWalker(box);
  for (let count = 0; parts.nextNode(); count += 1) {
    lookBudget.looks -= 1;
    if (count >= mostParts || lookBudget.looks <= 0) return false;
  }
  return true;
}

/** Returns the length of a box's text without its buttons and links. */
function weightOf(box: Element): number {
  const controls = [...box.querySelectorAll(answers)].map((answer) => plain(answer).length);
  return plain(box).length - controls.reduce((sum, length) => sum + length, 0);
}

const answers = 'button, a, input[type="button"], input[type="submit"], [role="button"]';
const plain = (box: Element) => (box.textContent || '').replace(/\s+/g, ' ').trim();
const isNamed = (box: Element) => ownNames.test(`${box.id} ${box.getAttribute('class') ?? ''}`);
const isModal = (box: Element) => box.matches('dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]');

/** True if the box has a button or link to agree or refuse. */
function asks(box: Element): boolean {
  return [...box.querySelectorAll(answers)].some((answer) => {
    const label = (answer.textContent || answer.getAttribute('value') || '').trim();
    return label.length < 40 && agreeing.test(label);
  });
}

const agreeing =
  /^(i )?(accept|agree|allow|got it|ok(ay)?|understood|reject|decline|deny|refuse|manage|continue|consent|yes)\b|^(接受|同意|允许|拒绝|知道了|我知道了|全部接受|好的|确定|继续)|^(alle )?(akzeptieren|zustimmen|ablehnen)|^(tout )?(accepter|refuser)|^(aceptar|rechazar)/i;
