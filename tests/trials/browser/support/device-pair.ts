import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Cairn } from '../../../e2e/support/cairn.ts';
import { ModelServer } from '../../../e2e/support/model-server.ts';
import { storedTables, type Row, type Tables } from '../../../e2e/support/stored-tables.ts';
import { connectDevice, joinDevice } from './connect-device.ts';
import { errands } from './errands.ts';
import { essence, type Essence } from './essence.ts';
import { forgetfulModel } from './forgetful-model.ts';
import { OwnBrowser } from './own-browser.ts';
import type { Peer } from './peer.ts';
import { syncServer } from './sync-server.ts';
import { watchPage } from './watch-page.ts';

const plan = errands([1, 2, 2, 2, 2, 1], 'dense');

/** One device of the person: a browser of its own on a profile that outlives it, and the endpoint that only it asks. */
export class TrialDevice {
  readonly #profile: string;
  readonly #address: string;
  readonly model: ModelServer;
  readonly wrong: string[] = [];
  #browser: OwnBrowser | null = null;

  constructor(profile: string, address: string, model: ModelServer) {
    this.#profile = profile;
    this.#address = address;
    this.model = model;
  }

  get app(): Cairn {
    if (!this.#browser) throw new Error('The device is off.');
    return new Cairn(this.#browser.page);
  }

  /** Starts the browser if it does not run, and opens the page there, at a session if one is named. */
  async open(fragment = ''): Promise<Cairn> {
    if (!this.#browser) {
      this.#browser = await OwnBrowser.start(this.#profile, 'LevelDB');
      watchPage(this.#browser.page, this.wrong);
    }
    await this.#browser.page.goto(`${this.#address}/${fragment}`);
    return this.app;
  }

  async kill(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = null;
  }

  /** Ends the browser as a person does, so that it keeps what it writes down only some seconds later, such as keys. */
  async quit(): Promise<void> {
    await this.#browser?.quit();
    this.#browser = null;
  }

  /** What is stored there of one session. */
  async stored(session: string): Promise<Tables> {
    const tables = Object.entries(await storedTables(this.app.page));
    const own = (row: Row) => (row.session_id ?? session) === session;
    return Object.fromEntries(tables.map(([name, rows]) => [name, rows.filter(own)])) as Tables;
  }

  /** Whether the session's task comes to be known there within some seconds; its first words may come before it. */
  async learns(session: string): Promise<boolean> {
    const known = async () => (await storedTables(this.app.page)).versions?.some((row) => row.session_id === session);
    return expect
      .poll(known, { timeout: 8000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
  }

  /** What the task left behind there. */
  async essence(session: string): Promise<Essence> {
    const exported = await this.app.exportPlan();
    return essence(exported.plan, await this.stored(session));
  }
}

/** Two devices of one person, which meet at a server that others wrote. */
export class DevicePair {
  readonly laptop: TrialDevice;
  readonly phone: TrialDevice;
  readonly calls = plan.flatMap(({ thoughts }) => thoughts.flat()).length;
  readonly #folder: string;
  readonly #server: Peer;

  private constructor(folder: string, server: Peer, laptop: TrialDevice, phone: TrialDevice) {
    this.#folder = folder;
    this.#server = server;
    this.laptop = laptop;
    this.phone = phone;
  }

  static async open(address: string): Promise<DevicePair> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-devices-'));
    const { peer, port } = await syncServer('couch', address);
    const [one, two] = [await ModelServer.start(), await ModelServer.start()];
    const laptop = new TrialDevice(join(folder, 'laptop'), address, one);
    const phone = new TrialDevice(join(folder, 'phone'), address, two);
    for (const device of [laptop, phone]) await (await device.open()).enterKey(device.model, 'On this device');
    const link = await connectDevice(laptop.app, `http://127.0.0.1:${port}/pair`);
    await joinDevice(phone.app.page, link);
    for (const device of [laptop, phone]) {
      await device.quit();
      await (await device.open()).message.waitFor();
    }
    return new DevicePair(folder, peer, laptop, phone);
  }

  async close(): Promise<void> {
    await this.laptop.kill();
    await this.phone.kill();
    await this.laptop.model.stop();
    await this.phone.model.stop();
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Gives both endpoints a mind for the plan of ten errands. */
  play(draw: () => number): void {
    for (const { model } of [this.laptop, this.phone]) {
      model.play(forgetfulModel(plan, 'All errands are run.', () => 5 + 35 * draw()));
      model.flow();
    }
  }

  /** Begins the plan in a new session on the laptop; returns the session's id. */
  async begin(): Promise<string> {
    const { app } = this.laptop;
    await app.newSession();
    const session = /[^/#]+$/.exec(app.page.url())?.[0] ?? '';
    await app.send('Run all errands');
    return session;
  }
}

/** Waits until both devices have the same journal and rows of a session. */
export async function settled(one: TrialDevice, other: TrialDevice, session: string): Promise<Tables> {
  const shown = async (device: TrialDevice) => {
    const { journal, todos = [], entries = [], files = [], contents = [] } = await device.stored(session);
    const byId = (rows: Row[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    const own = contents.filter(({ id }) => files.some((file) => file.id === id));
    return { journal, todos: byId(todos), entries: byId(entries), files: byId(files), contents: byId(own) };
  };
  await expect(async () => expect(await shown(one)).toEqual(await shown(other))).toPass({ timeout: 30_000 });
  return one.stored(session);
}
