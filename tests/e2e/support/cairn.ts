import { readFile } from 'node:fs/promises';
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { chineseNames } from './chinese-names.ts';
import { touchDrag } from './touch-drag.ts';

export interface PlanFile {
  version: number;
  goal: string;
  status: string;
  steps: { id: string; description: string; status: string; dependencies: string[] }[];
  [field: string]: unknown;
}

/** What a person does and sees, by the accessible names of the specification's section 15. */
export class Cairn {
  readonly plan: Locator;
  readonly conversation: Locator;
  readonly message: Locator;
  readonly approval: Locator;

  /** `language` is the page's: what is sought is named in English here, whatever it is called there. */
  constructor(
    readonly page: Page,
    readonly language: 'en' | 'zh' = 'en',
  ) {
    this.plan = page.getByRole('region', { name: this.#name('Plan'), exact: true });
    this.conversation = page.getByRole('log', { name: this.#name('Conversation') });
    this.message = page.getByRole('textbox', { name: this.#name('Message') });
    this.approval = page.getByRole('group', { name: this.#name('Approval') });
  }

  #name(english: string): string {
    if (this.language === 'en') return english;
    const name = chineseNames[english];
    if (name === undefined) throw new Error(`No Chinese name is known for “${english}”.`);
    return name;
  }

  async open(): Promise<void> {
    await this.page.goto('/');
  }

  /** Begins anew at that time: the app's clock does not go back within a page. */
  async openAt(now: string): Promise<void> {
    await this.page.clock.setSystemTime(new Date(now));
    await this.page.reload();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.message.waitFor();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name: this.#name(name), exact: true });
  }

  /** Enters a model and its key and comes to the page of work. */
  async enterKey(model: { baseUrl: string; model: string }, keep?: string, provider?: string): Promise<void> {
    await this.saveKey(model, keep, provider);
    await this.message.waitFor();
  }

  /** `keep` names the choice of where the key is kept; until the tab closes if left out. */
  async saveKey(
    { baseUrl, model }: { baseUrl: string; model: string },
    keep?: string,
    provider = 'custom',
  ): Promise<void> {
    await this.page.getByRole('combobox', { name: this.#name('Provider') }).selectOption(provider);
    await this.page.getByRole('textbox', { name: this.#name('Base URL') }).fill(baseUrl);
    await this.page.getByRole('textbox', { name: this.#name('API key') }).fill('sk-test-0123456789');
    await this.page.getByLabel(this.#name('Model'), { exact: true }).fill(model);
    if (keep) await this.page.getByRole('radio', { name: keep, exact: true }).check();
    await this.button('Save').click();
  }

  /** Presses the demo's button, with its pauses switched off. */
  async startDemo(): Promise<void> {
    await this.page.evaluate(() => localStorage.setItem('cairn.demo_pace', '0'));
    await this.button('Try the demo').click();
  }

  /** Carries out the demo: answers its question, and allows what it asks for. */
  async playDemo(): Promise<void> {
    await this.startDemo();
    await this.button('To the lake').click();
    await this.approve('Allow once');
    await this.expectPlanStatus('completed');
  }

  /** Opens the settings, or turns in them, to one of their sections. */
  async settings(section: string): Promise<Locator> {
    const dialog = this.page.getByRole('dialog', { name: this.#name('Settings'), exact: true });
    if (!(await dialog.isVisible())) await this.button('Settings').click();
    await dialog.getByRole('navigation').getByRole('button', { name: section, exact: true }).click();
    return dialog;
  }

  /** From now on the plan is looked at after each step, and results are judged. */
  async workCarefully(): Promise<void> {
    const dialog = await this.settings(this.#name('How it works'));
    await dialog.getByRole('radio', { name: new RegExp(`^${this.#name('Careful')}`) }).check();
    await this.page.keyboard.press('Escape');
  }

  /** How many seconds a model is waited for, at first and within a reply. */
  async setPatience(seconds: number): Promise<void> {
    const dialog = await this.settings('How it works');
    for (const name of [
      'Seconds to wait for the first words of a reply',
      'Seconds of silence within a reply, at most',
    ]) {
      const field = dialog.getByRole('spinbutton', { name });
      await field.fill(String(seconds));
      await field.blur();
    }
    await this.page.keyboard.press('Escape');
  }

  /** Opens a new session; what is typed from then on is for that one. */
  async newSession(): Promise<void> {
    const last = this.page.url();
    await this.button('New session').click();
    await this.page.waitForURL((url) => url.href !== last);
    await this.expectPlanStatus('none');
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    const isTouch = await this.page.evaluate(() => matchMedia('(hover: none) and (pointer: coarse)').matches);
    await (isTouch ? this.button('Send').click() : this.message.press('Enter'));
  }

  /** Continues in the way the page offers: a plan that waits for an answer or a permission needs no button. */
  async pressContinue(): Promise<void> {
    await expect(this.plan).toHaveAttribute('data-plan-status', /paused|waiting/);
    if ((await this.plan.getAttribute('data-plan-status')) === 'paused') await this.button('Continue').click();
  }

  /** Stops the plan and confirms it. */
  async stop(): Promise<void> {
    await this.button('Stop').click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
  }

  async tab(name: 'Plan' | 'To-do' | 'Schedule' | 'Files' | 'History' | 'Conversation'): Promise<void> {
    await this.page.getByRole('tab', { name: this.#name(name), exact: true }).click();
  }

  panel(name: string): Locator {
    return this.page.getByRole('tabpanel', { name: this.#name(name), exact: true });
  }

  get steps(): Locator {
    return this.page.getByRole('list', { name: this.#name('Steps') }).locator('[data-step-id]');
  }

  step(description: string): Locator {
    return this.steps.filter({ hasText: description });
  }

  handle(step: Locator): Locator {
    return step.getByRole('button', { name: /^Move step \d+/ });
  }

  /** What opens a step, and lifts it when it is moved. */
  row(step: Locator): Locator {
    return step.locator('[data-grip]');
  }

  async expectOrder(descriptions: string[]): Promise<void> {
    await expect(this.steps).toHaveCount(descriptions.length);
    await expect(this.steps).toContainText(descriptions);
  }

  async expectStepStatuses(statuses: string[]): Promise<void> {
    await expect
      .poll(() => this.steps.evaluateAll((items) => items.map((item) => item.getAttribute('data-step-status'))))
      .toEqual(statuses);
  }

  /**
   * Waits for the element with the status, which is seen at once; an expectation looks again in longer and longer
   * pauses.
   */
  async expectPlanStatus(status: string): Promise<void> {
    const reached = this.plan.and(this.page.locator(`[data-plan-status="${status}"]`));
    await reached.waitFor({ state: 'attached' }).catch(() => undefined);
    await expect(this.plan).toHaveAttribute('data-plan-status', status);
  }

  /** Decides on the request that is asked about; another one may be asked about right after it. */
  async approve(decision: 'Allow once' | 'Allow for this plan' | 'Always allow' | 'Deny'): Promise<void> {
    const asked = await this.approval.innerText();
    await this.approval.getByRole('button', { name: this.#name(decision), exact: true }).click();
    await expect.poll(() => this.approval.allInnerTexts()).not.toEqual([asked]);
  }

  async exportPlan(): Promise<{ download: Download; text: string; plan: PlanFile }> {
    const coming = this.page.waitForEvent('download');
    await this.button('Export plan.json').click();
    const download = await coming;
    const text = await readFile(await download.path(), 'utf8');
    return { download, text, plan: JSON.parse(text) as PlanFile };
  }

  /** Hands a file over by the file chooser; what the page then says of it is the caller's to look at. */
  async chooseFile(name: string, content: string | Buffer): Promise<void> {
    const coming = this.page.waitForEvent('filechooser');
    await this.button('Import plan.json').click();
    const chooser = await coming;
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  }

  /** The dialog that says what a chosen file is, or why it cannot be read. */
  get importDialog(): Locator {
    return this.page.getByRole('dialog');
  }

  async acceptImport(): Promise<void> {
    await this.importDialog.getByRole('button', { name: /^(Import|Replace the plan)$/ }).click();
    await expect(this.importDialog).toBeHidden();
  }

  async goOnWithoutKey(): Promise<void> {
    await this.button('Go on without a key').click();
    await expect(this.message).toBeVisible();
  }

  /** Lifts a step by its handle, or by its row, and drops it on another one. */
  async dragByMouse(step: Locator, onto: Locator, by: 'handle' | 'row' = 'handle'): Promise<void> {
    const from = await centre(by === 'row' ? this.row(step) : this.handle(step));
    const to = await centre(this.handle(onto));
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x, from.y + Math.sign(to.y - from.y) * 12, { steps: 3 });
    await mouse.move(to.x, to.y + Math.sign(to.y - from.y) * 4, { steps: 12 });
    await mouse.up();
    await this.#expectLanded();
  }

  async dragByTouch(step: Locator, onto: Locator): Promise<void> {
    const from = await centre(this.handle(step));
    const to = await centre(this.handle(onto));
    await touchDrag(this.page, from, { x: to.x, y: to.y + Math.sign(to.y - from.y) * 4 });
    await this.#expectLanded();
  }

  /** Rests a finger on a row until it is lifted, and drops it on another one. */
  async dragRowByTouch(step: Locator, onto: Locator): Promise<void> {
    const from = await centre(this.row(step));
    const to = await centre(this.row(onto));
    const lifted = this.page.getByRole('status').filter({ hasText: /^Lifted step/ });
    await touchDrag(this.page, from, { x: to.x, y: to.y - 4 }, () => expect(lifted).toBeAttached());
    await this.#expectLanded();
  }

  /** Moves a step by so many places: Space lifts, arrows move, Space drops. */
  async dragByKeyboard(step: Locator, places: number): Promise<void> {
    await this.handle(step).focus();
    await this.page.keyboard.press('Space');
    for (let moved = 0; moved < Math.abs(places); moved += 1)
      await this.page.keyboard.press(places > 0 ? 'ArrowDown' : 'ArrowUp');
    await this.page.keyboard.press('Space');
    await this.#expectLanded();
  }

  /** What screen readers are told once the new order is stored, or has been refused. */
  async #expectLanded(): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: /^(Dropped at|Move cancelled)/ })).toBeAttached();
  }
}

export async function centre(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('The drag handle is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
