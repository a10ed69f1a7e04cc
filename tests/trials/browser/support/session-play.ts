import type { Page } from '@playwright/test';
import { Cairn } from '../../../e2e/support/cairn.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import type { Errand } from './errands.ts';
import { essence, type Essence } from './essence.ts';
import { forgetfulModel } from './forgetful-model.ts';
import { journalFaults } from './journal-faults.ts';
import { repeatFaults } from './repeat-faults.ts';
import { sessionTables, type Recorded } from '../../../e2e/support/stored-tables.ts';
import { setToWork, taskState } from './task-state.ts';
import { through } from './through.ts';
import { watchPage } from './watch-page.ts';

/** Something that befalls the page in the middle of a task. */
export interface Ending {
  /** Lets the task begin, strikes in any case, and says where the person finds the task again. */
  strike: (page: Page, begin: () => Promise<void>) => Promise<Page>;
  /**
   * What it leaves of the page. `new`: another one begins, and the person continues there. `same`: it goes on by
   * itself. `either`: it comes back, and goes on or asks to be continued.
   */
  life: 'new' | 'same' | 'either';
  /** A call in flight may fail by it, and be made again. */
  breaksCalls?: boolean;
}

export interface Outcome {
  essence: Essence;
  faults: string[];
  /** False when the plan was through before it could be struck. */
  struck: boolean;
}

/** Where a life of the page ended: the requests it had made, and what was on record when the next one began. */
interface Cut {
  asked: number;
  journal: readonly Recorded[];
}

const goal = 'Run the errands';
/** How a call that has failed for want of a network shows. */
const brokenCall = /^in the console: Failed to load resource|^the model was not reached/;

/** One plan, played in session after session of one browser context. */
export class SessionPlay {
  app: Cairn;
  readonly model: ModelServer;
  readonly #plan: readonly Errand[];
  readonly #wrong: string[];

  private constructor(app: Cairn, model: ModelServer, plan: readonly Errand[], wrong: string[]) {
    this.app = app;
    this.model = model;
    this.#plan = plan;
    this.#wrong = wrong;
  }

  /** Opens the page and connects the model. */
  static async open(page: Page, address: string, model: ModelServer, plan: readonly Errand[]): Promise<SessionPlay> {
    const wrong = watchPage(page);
    const app = new Cairn(page);
    await page.goto(address);
    await app.enterKey(model, 'On this device');
    return new SessionPlay(app, model, plan, wrong);
  }

  /**
   * Has the plan carried out in a new session, lets the ending befall it, and does as the page asks until it is
   * through.
   */
  async play(ending: Ending | null, delay = () => 0): Promise<Outcome> {
    const { model, app } = this;
    model.play(forgetfulModel(this.#plan, 'The errands are run.', delay));
    if (delay() > 0) model.flow();
    const session = await this.#newSession();
    await app.message.fill(goal);
    const begin = () => app.message.press('Enter');
    const { page } = app;
    if (!ending) {
      await begin();
      await through(page);
      return this.#outcome(session, [], ending, false);
    }
    const found = await ending.strike(page, begin);
    if (found !== page) {
      watchPage(found, this.#wrong);
      this.app = new Cairn(found);
    }
    await this.app.message.waitFor();
    const { journal } = await sessionTables(found, session);
    const asked = model.topics.length;
    const state = taskState(journal);
    if (ending.life !== 'same') await setToWork(this.app, state, goal);
    await through(found);
    return this.#outcome(session, ending.life === 'new' ? [{ asked, journal }] : [], ending, state !== 'over');
  }

  async #newSession(): Promise<string> {
    await this.app.newSession();
    return new URL(this.app.page.url()).hash.split('/')[2] ?? '';
  }

  async #outcome(session: string, cuts: readonly Cut[], ending: Ending | null, struck: boolean): Promise<Outcome> {
    const { topics } = this.model;
    const tables = await sessionTables(this.app.page, session);
    const { plan } = await this.app.exportPlan();
    const calls = this.#plan.flatMap(({ thoughts }) => thoughts.flat()).length;
    const ends = [...cuts, { asked: topics.length, journal: tables.journal }];
    const lives = ends.map(({ asked, journal }, at) => ({
      asked: topics.slice(ends[at - 1]?.asked ?? 0, asked),
      before: ends[at - 1]?.journal ?? [],
      after: journal,
      cutShort: at < cuts.length || (ending !== null && (ending.breaksCalls ?? ending.life === 'either')),
    }));
    const faults = [
      ...this.#wrong.splice(0),
      ...journalFaults(tables.journal, calls),
      ...lives.flatMap((life) => repeatFaults(life)),
    ];
    return {
      essence: essence(plan, tables),
      faults: ending?.breaksCalls ? faults.filter((fault) => !brokenCall.test(fault)) : faults,
      struck,
    };
  }
}
