import type { Locator } from '@playwright/test';

/**
 * Brings everything of a part of the page into the document: unfolds what folds, and scrolls from one end to the other.
 */
export async function readThrough(part: Locator): Promise<void> {
  await part.evaluate(async (root) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const folded = () => [...root.querySelectorAll('details')].filter(({ open }) => !open);
    const cut = () =>
      [...root.querySelectorAll('button')].filter(({ innerText }) => /^Show (all|more|\d+ more)/.test(innerText));
    const unfold = async () => {
      for (let turn = 0; turn < 5 && (folded().length > 0 || cut().length > 0); turn += 1) {
        for (const details of folded()) details.open = true;
        for (const button of cut()) button.click();
        await drawn();
      }
    };
    const scrolls = (element: Element) =>
      !/^(PRE|DD|TEXTAREA)$/.test(element.tagName) &&
      element.scrollHeight > element.clientHeight + 4 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY);
    await unfold();
    for (const scroller of [root, ...root.querySelectorAll('*')].filter(scrolls)) {
      scroller.scrollTop = 0;
      for (let turn = 0; turn < 200; turn += 1) {
        await drawn();
        await unfold();
        if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 4) break;
        scroller.scrollTop += scroller.clientHeight;
      }
    }
  });
}
