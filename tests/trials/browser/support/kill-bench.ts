import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cairn } from '../../../e2e/support/cairn.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import { chance } from './chance.ts';
import { errands } from './errands.ts';
import { forgetfulModel } from './forgetful-model.ts';
import type { Moment } from './moment.ts';
import { OwnBrowser, type Engine } from './own-browser.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import { sitting, type Sitting } from './sitting.ts';

const goal = 'Run all errands';
const plan = errands([1, 3, 3, 3, 3, 3, 3, 1], 'dense');
const calls = plan.flatMap(({ thoughts }) => thoughts.flat()).length;

export interface Undisturbed {
  /** A profile in which the model is connected and nothing has been asked yet. */
  profile: string;
  outcome: Outcome;
}

/** Plays the plan of the kill trials in browsers of its own, over one model server. */
export class KillBench {
  readonly #model: ModelServer;
  readonly #address: string;
  readonly #folder: string;
  readonly #undisturbed = new Map<Engine, Promise<Undisturbed>>();

  private constructor(model: ModelServer, address: string, folder: string) {
    this.#model = model;
    this.#address = address;
    this.#folder = folder;
  }

  static async open(address: string, model: ModelServer): Promise<KillBench> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-trials-'));
    return new KillBench(model, address, folder);
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** What comes of the plan when nothing happens to it; found out once for each engine. */
  undisturbed(engine: Engine): Promise<Undisturbed> {
    const made = this.#undisturbed.get(engine) ?? this.#prepare(engine);
    this.#undisturbed.set(engine, made);
    return made;
  }

  /**
   * Begins the plan on a copy of the profile, kills the browser at each moment, and continues until the plan is
   * through.
   */
  async play(prepared: string, engine: Engine, seed: number, moments: readonly Moment[]): Promise<Outcome> {
    const profile = await mkdtemp(join(this.#folder, `${seed}-`));
    await cp(prepared, profile, { recursive: true });
    const draw = chance(seed);
    this.#model.play(forgetfulModel(plan, 'All errands are run.', () => 5 + 35 * draw()));
    this.#model.flow();
    const scene = { profile, engine, address: this.#address, model: this.#model, goal };
    const sittings: Sitting[] = [];
    for (const moment of [...moments, null]) sittings.push(await sitting(scene, moment));
    await rm(profile, { recursive: true, force: true });
    return outcomeOf(sittings, calls);
  }

  async #prepare(engine: Engine): Promise<Undisturbed> {
    const profile = join(this.#folder, engine);
    const browser = await OwnBrowser.start(profile, engine);
    const app = new Cairn(browser.page);
    await browser.page.goto(this.#address);
    await app.enterKey(this.#model, 'On this device');
    await browser.quit();
    const outcome = await this.play(profile, engine, 0, []);
    return { profile, outcome };
  }
}
