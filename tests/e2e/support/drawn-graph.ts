import { expect, type Locator, type Page } from '@playwright/test';
import type { Cairn } from './cairn.ts';

interface Point {
  x: number;
  y: number;
}

/** The graph of the plan, as a person sees and works it. Steps are known by their numbers. */
export class DrawnGraph {
  readonly #page: Page;

  constructor(readonly app: Cairn) {
    this.#page = app.page;
  }

  get whole(): Locator {
    return this.#page.getByRole('application', { name: 'Plan as a graph' });
  }

  async open(): Promise<void> {
    await this.#page.getByRole('group', { name: 'View of the plan' }).getByText('Graph', { exact: true }).click();
    await expect(this.whole).toBeVisible();
  }

  get steps(): Locator {
    return this.whole.getByRole('button', { name: /^Step \d+:/ });
  }

  step(n: number): Locator {
    return this.whole.getByRole('button', { name: new RegExp(`^Step ${n}:`) });
  }

  /** The place of a step's lower or upper dot on the screen. */
  async dot(n: number, side: 'lower' | 'upper'): Promise<Point> {
    const box = await this.step(n).boundingBox();
    if (!box) throw new Error(`Step ${n} is not in sight.`);
    return { x: box.x + box.width / 2, y: side === 'lower' ? box.y + box.height : box.y };
  }

  /** Draws with the mouse from a step's lower dot to where another's upper one is, or would be. */
  async draw(from: number, to: number): Promise<void> {
    const start = await this.dot(from, 'lower');
    const end = await this.dot(to, 'upper');
    const { mouse } = this.#page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 6 });
    await mouse.move(end.x, end.y + 4, { steps: 6 });
    await mouse.up();
  }

  /** What each step of the exported plan depends on, by the numbers of the steps. */
  async exported(): Promise<number[][]> {
    const { steps } = (await this.app.exportPlan()).plan;
    const numbers = new Map(steps.map(({ id }, at) => [id, at + 1]));
    return steps.map(({ dependencies }) => dependencies.map((id) => numbers.get(id) ?? 0).sort());
  }
}
