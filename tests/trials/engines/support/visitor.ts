import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Point, Tab } from './engine.ts';
import { inPageScript } from './in-page-script.ts';
import type { Seen, Target } from './in-page.ts';

export type TargetPath = Target | Target[];
const patience = 15_000;

/** A person at one tab of any engine: finds things by role and name, acts by real input, and waits for what is seen. */
export class Visitor {
  /** What went wrong in the pages that this tab has left. */
  readonly #wrong: string[] = [];

  constructor(
    readonly tab: Tab,
    readonly downloads: string,
  ) {}

  async open(address: string): Promise<void> {
    await this.tab.goto(address);
    await this.#bring();
  }

  async reload(): Promise<void> {
    const there = await this.tab.evaluate<string>('location.href');
    this.#wrong.push(...(await this.tab.evaluate<string[]>('cairnVisitor.wrong')));
    await this.tab.evaluate('void setTimeout(() => location.reload())');
    await this.#until('the page to be loaded anew', () =>
      this.tab.evaluate<boolean>('typeof cairnVisitor === "undefined" && document.readyState !== "loading"'),
    );
    await this.#bring();
    if ((await this.tab.evaluate<string>('location.href')) !== there) throw new Error('The reload led elsewhere.');
  }

  /** Clicks what leads to another page, whose address begins so. */
  async leaveBy(way: TargetPath, start: string): Promise<void> {
    this.#wrong.push(...(await this.tab.evaluate<string[]>('cairnVisitor.wrong')));
    await this.click(way);
    await this.#arrive(start);
  }

  /** Goes back in the history of the tab, to a page whose address begins so. */
  async goBack(start: string): Promise<void> {
    await this.tab.evaluate('void setTimeout(() => history.back())');
    await this.#arrive(start);
  }

  /** A page from the back/forward cache has all that it had. */
  async #arrive(start: string): Promise<void> {
    await this.#until(`a page at ${start}`, () =>
      this.tab.evaluate<boolean>(
        `location.href.startsWith(${JSON.stringify(start)}) && document.readyState !== 'loading'`,
      ),
    );
    if (await this.tab.evaluate<boolean>('typeof cairnVisitor === "undefined"')) await this.#bring();
  }

  async #bring(): Promise<void> {
    await this.tab.evaluate(`void (() => { ${await inPageScript()} })()`);
  }

  /** Runs a function of plain data in the page. */
  evaluate<T, A>(act: (given: A) => T | Promise<T>, given?: A): Promise<T> {
    return this.tab.evaluate<T>(`(${act.toString()})(${given === undefined ? '' : JSON.stringify(given)})`);
  }

  look(way: TargetPath): Promise<Seen[]> {
    return this.#ask<Seen[]>('look', way);
  }

  /** The first one found, as soon as it is there and fits. */
  see(way: TargetPath, fits: (seen: Seen) => boolean = () => true, time = patience): Promise<Seen> {
    return this.until(way, (all) => all.some(fits), time).then((all) => all.find(fits)!);
  }

  /** What is found, as soon as all of it together fits. */
  async until(way: TargetPath, fit: (all: Seen[]) => boolean, time = patience): Promise<Seen[]> {
    let all: Seen[] = [];
    await this.#until(
      JSON.stringify(way),
      async () => fit((all = await this.look(way))),
      time,
      () => JSON.stringify(all.map(({ name, text }) => ({ name, text: text.slice(0, 200) })).slice(0, 8)),
    );
    return all;
  }

  async click(way: TargetPath): Promise<void> {
    /* What moves while the mouse is on its way there (a banner that comes) is gone after. */
    let at = await this.#reach(way);
    for (;;) {
      await this.tab.mouse('move', at);
      const now = await this.#reach(way);
      if (now.x === at.x && now.y === at.y) break;
      at = now;
    }
    await this.clickAt(at);
  }

  async clickAt(at: Point): Promise<void> {
    await this.tab.mouse('move', at);
    await this.tab.mouse('down', at);
    await this.tab.mouse('up', at);
  }

  /** Touches it with a finger; clicks where the driver has none. */
  async tap(way: TargetPath): Promise<void> {
    const at = await this.#reach(way);
    if (this.tab.touch) await this.tab.touch([at]);
    else await this.clickAt(at);
  }

  async fill(way: TargetPath, value: string): Promise<void> {
    await this.#until(`${JSON.stringify(way)} to be filled`, () => this.#ask<boolean>('fill', way, value));
  }

  async focus(way: TargetPath): Promise<void> {
    await this.#until(`${JSON.stringify(way)} to be focused`, () => this.#ask<boolean>('focus', way));
  }

  /** Types into a field, key by key. */
  async type(way: TargetPath, text: string): Promise<void> {
    await this.click(way);
    await this.#until(`${JSON.stringify(way)} to have the focus`, () => this.#ask<boolean>('focused', way));
    await this.tab.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.tab.press(key);
  }

  /** Presses the mouse at one place and lets it go at another, with stops between. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.tab.mouse('move', from);
    await this.tab.mouse('down', from);
    for (let part = 1; part <= 10; part += 1)
      await this.tab.mouse('move', {
        x: from.x + ((to.x - from.x) * part) / 10,
        y: from.y + ((to.y - from.y) * part) / 10,
      });
    await this.tab.mouse('up', to);
  }

  async middle(way: TargetPath): Promise<Point> {
    return this.#reach(way);
  }

  /**
   * The bytes of what an act downloads. Where nothing has come after some seconds, it is done once more, as a person
   * would.
   */
  async download(name: string, act: () => Promise<void>): Promise<Buffer> {
    const before = new Set(await readdir(this.downloads));
    let path = '';
    /* Firefox lays an empty file down first: one that stays empty must not hide the one that comes after it. */
    const arrived = async () => {
      for (const each of await readdir(this.downloads)) {
        if (before.has(each) || !/\.[a-z]+$/.test(each) || each.endsWith('.part')) continue;
        path = join(this.downloads, each);
        if ((await readFile(path)).length > 0) return true;
      }
      return false;
    };
    await act();
    await this.#until(`the download of ${name}`, arrived, 6000).catch(act);
    await this.#until(`the download of ${name}`, arrived);
    return readFile(path);
  }

  /** All that went wrong in the page, by its own account. */
  async wrong(): Promise<string[]> {
    const now = await this.tab.evaluate<string[]>('typeof cairnVisitor === "undefined" ? [] : cairnVisitor.wrong');
    return [...this.#wrong, ...now];
  }

  async #reach(way: TargetPath): Promise<Point> {
    let at: Point | null = null;
    await this.#until(`${JSON.stringify(way)} within reach`, async () => (at = await this.#ask('reach', way)) !== null);
    return at!;
  }

  #ask<T>(name: string, way: TargetPath, ...more: unknown[]): Promise<T> {
    const given = [[way].flat(), ...more].map((each) => JSON.stringify(each)).join(', ');
    return this.tab.evaluate<T>(`cairnVisitor.${name}(${given})`);
  }

  async #until(what: string, fits: () => Promise<boolean>, time = patience, seen = () => ''): Promise<void> {
    const end = performance.now() + time;
    for (;;) {
      const done = await fits().catch((error: unknown) => {
        if (performance.now() > end) throw error;
        return false;
      });
      if (done) return;
      if (performance.now() > end) throw new Error(`Waited ${time} ms for ${what}. ${seen()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
