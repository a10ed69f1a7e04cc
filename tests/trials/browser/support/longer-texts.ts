import { expect, type Page } from '@playwright/test';

/** Makes every text on the page 40 % longer, as another language might, and expects that nothing is cut or overlaps. */
export async function expectRoomForLongerTexts(page: Page, view: string): Promise<void> {
  await page.evaluate(lengthen);
  expect(await page.evaluate(breaks), `${view} with longer texts`).toEqual([]);
}

function lengthen(): void {
  const more = (text: string) => `${text} ${text.trim().slice(0, Math.ceil(text.trim().length * 0.4) - 1)}`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes) {
    const parent = node.parentElement;
    if (!parent || /^(SCRIPT|STYLE|OPTION|TEXTAREA|svg)$/i.test(parent.tagName) || parent.closest('svg')) continue;
    if (/\p{L}{2}/u.test(node.data)) node.data = more(node.data);
  }
}

function breaks(): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1)
    found.push(`the page is ${root.scrollWidth - root.clientWidth} too wide`);
  const say = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className.split(' ')[0]} “${element.textContent.trim().slice(0, 40)}”`;
  const scrollsWithin = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    return false;
  };
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isShown = box.width > 2 && box.height > 2 && style.visibility === 'visible' && style.clipPath === 'none';
    if (!isShown || element.closest('svg, select, [inert]')) continue;
    const ownText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && /\p{L}{2}/u.test(node.textContent ?? ''),
    );
    if (!ownText) continue;
    if ((box.right > innerWidth + 1 || box.left < -1) && !scrollsWithin(element))
      found.push(`outside: ${say(element)}`);
    const hides = /hidden|clip/.test(style.overflowX);
    const isCutOnPurpose = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (hides && !isCutOnPurpose && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${say(element)}`);
  }
  const pressed = [...document.querySelectorAll('button, a, [role=tab]')].filter((element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.width > 2 && box.height > 2 && top !== null && (element.contains(top) || top.contains(element));
  });
  pressed.forEach((one, at) => {
    for (const other of pressed.slice(at + 1)) {
      if (one.contains(other) || other.contains(one) || one.parentElement !== other.parentElement) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 2 && height > 2) found.push(`overlap: ${say(one)} and ${say(other)}`);
    }
  });
  return found;
}
