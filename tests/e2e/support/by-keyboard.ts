import { expect, type Locator, type Page } from '@playwright/test';

const mostTabs = 120;

/** A person without a mouse: moves by Tab, sees where the focus is, and presses keys. */
export class ByKeyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Tabs on until the thing has the focus, and sees that it has. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    const { keyboard } = this.#page;
    for (let tabs = 0; !(await hasFocus(target)); tabs += 1) {
      expect(tabs, `${String(target)} is reached by Tab`).toBeLessThan(mostTabs);
      await keyboard.press('Tab');
    }
    expect(await target.evaluate(showsFocus), `${String(target)} shows that it has the focus`).toBe(true);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.reach(target);
    await this.#page.keyboard.press(key);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
  }

  /** Moves within a list of tabs by its arrow keys. */
  async choose(tab: Locator): Promise<void> {
    const chosen = this.#page.getByRole('tab', { selected: true });
    await this.reach(chosen);
    for (let moves = 0; !(await hasFocus(tab)); moves += 1) {
      expect(moves).toBeLessThan(10);
      await this.#page.keyboard.press('ArrowRight');
    }
    await this.#page.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** An outline, a ring or a changed border, on the thing itself or around it. */
function showsFocus(element: Element): boolean {
  for (let at: Element | null = element, up = 0; at && up < 3; at = at.parentElement, up += 1) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
    if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
    if (boxShadow !== 'none' && at.matches(':focus, :focus-within')) return true;
  }
  return false;
}
