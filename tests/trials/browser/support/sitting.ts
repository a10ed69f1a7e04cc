import { performance } from 'node:perf_hooks';
import { Cairn, type PlanFile } from '../../../e2e/support/cairn.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import { reached, type Moment } from './moment.ts';
import { OwnBrowser, type Engine } from './own-browser.ts';
import { setToWork, taskState } from './task-state.ts';
import { storedTables, type Tables } from '../../../e2e/support/stored-tables.ts';
import { through } from './through.ts';
import { watchPage } from './watch-page.ts';

export interface Scene {
  profile: string;
  engine: Engine;
  address: string;
  model: Pick<ModelServer, 'topics' | 'hold'>;
  goal: string;
}

/** What one browser saw of the task, from its start to its end. */
export interface Sitting {
  /** What was stored when the page had been opened. */
  found: Tables;
  /**
   * Milliseconds from the start of the browser's process until Continue could be pressed; null where none was needed.
   */
  ready: number | null;
  asked: readonly string[];
  /** Milliseconds from the goal, or from Continue, to the end. */
  duration: number;
  wrong: readonly string[];
  /** What was there when the plan was through; null when the browser was killed. */
  end: { plan: PlanFile; tables: Tables } | null;
}

/**
 * Opens the page as the person left it, has the task done by whatever the page offers, and kills the browser at the
 * moment.
 */
export async function sitting(scene: Scene, moment: Moment | null): Promise<Sitting> {
  const { profile, engine, address, model, goal } = scene;
  const browser = await OwnBrowser.start(profile, engine);
  const { page } = browser;
  try {
    const wrong = watchPage(page);
    const app = new Cairn(page);
    const continuing = app
      .button('Continue')
      .waitFor()
      .then(
        () => performance.now() - browser.startedAt,
        () => null,
      );
    await page.goto(address);
    await app.message.waitFor();
    const found = await storedTables(page);
    const state = taskState(found.journal);
    const ready = state === 'interrupted' ? await continuing : null;

    const from = model.topics.length;
    const began = performance.now();
    const ended = setToWork(app, state, goal).then(() => through(page));
    await (moment ? Promise.race([reached(moment, model), ended]) : ended);
    const duration = performance.now() - began;
    const end = moment ? null : { plan: (await app.exportPlan()).plan, tables: await storedTables(page) };
    ended.catch(() => undefined);
    await browser.kill();
    await arrival();
    return { found, ready, asked: model.topics.slice(from), duration, wrong, end };
  } finally {
    await browser.kill();
  }
}

/** Requests that were on their way when their browser died are seen by the model all the same. */
export function arrival(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
