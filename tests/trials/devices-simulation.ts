import { toolSuccess } from '../../src/task/tool-result.ts';
import type { JournalEntry, NewJournalEntry } from '../../src/task/journal.ts';
import { spaceDocumentName } from '../../src/devices/space.ts';
import { newRun } from '../../src/task/run.ts';
import { CairnDatabase } from '../../src/storage/database.ts';
import { replicaTables, type SyncedRow } from '../../src/storage/devices/replica-tables.ts';
import { type Planted, SimDevice } from './devices-device.ts';
import type { DeviceAct, DevicesScenario } from './devices-scenario.ts';
import { WatchedServer } from './devices-server.ts';
import { contentHash } from '../../src/values/content-hash.ts';

/** What one run came to. */
export interface Outcome {
  /** The first rule that was broken, or null. */
  fault: string | null;
  lines: number;
  takeovers: number;
  branches: number;
  moves: number;
  deaths: number;
}

const day = 86_400_000;
const begin = Date.parse('2026-01-01T10:00:00.000Z');
const iso = (time: number) => new Date(time).toISOString();
const tables = ['todos', 'entries', 'notes', 'templates', 'files'] as const;
type TableName = (typeof tables)[number];

/** Databases that one run after another uses: to open one takes longer than a whole run. */
const pool: CairnDatabase[] = [];

/**
 * The very exchange of some devices over a server in memory, with all that befalls them, and the rules held against it.
 */
export async function simulateDevices(scenario: DevicesScenario, planted: Planted = {}): Promise<Outcome> {
  const world = new World(scenario, planted);
  const fault = (await world.run()) ?? null;
  const { server } = world;
  const lines = [...server.committed.values()].reduce((sum, all) => sum + all.length, 0);
  const takeovers = [...server.winners.values()].reduce((sum, all) => sum + all.length, 0);
  const branches = world.devices.reduce((sum, { branched }) => sum + branched.length, 0);
  const deaths = world.devices.reduce((sum, device) => sum + device.deaths, 0);
  return { fault, lines, takeovers, branches, moves: server.moves, deaths };
}

class World {
  readonly server: WatchedServer;
  readonly devices: SimDevice[] = [];
  readonly #scenario: DevicesScenario;
  readonly #planted: Planted;
  readonly #sessions: string[] = [];
  readonly #destroyed = new Set<string>();
  /** What the person or the work has written into a journal, and was told to be stored. */
  readonly #said = new Map<string, string>();
  /** How often each call outside was made. */
  readonly #calls = new Map<string, number>();
  /** Rows by place: who has changed them since all devices had the same, and what was done last. */
  readonly #rows = new Map<string, { by: Set<string>; last: string | null }>();
  #time = 0;
  #ids = 0;

  constructor(scenario: DevicesScenario, planted: Planted) {
    this.#scenario = scenario;
    this.#planted = planted;
    this.server = new WatchedServer(planted.unfenced ?? false);
  }

  async run(): Promise<string | null> {
    const { devices: count, clocks, acts, wiped } = this.#scenario;
    const space = { cairn: 'space', format: 1, id: 'space', salt: '', rounds: 600_000, wrapped: '' };
    await this.server.move(spaceDocumentName, JSON.stringify(space), null);
    for (let at = 0; at < count; at += 1) {
      const database = pool[at] ?? new CairnDatabase(() => undefined, `devices-${at}`);
      pool[at] = database;
      await database.open();
      await Promise.all(database.tables.map((table) => table.clear()));
      const { days = 0, runs = 1 } = clocks[at] ?? {};
      this.devices.push(
        new SimDevice('abc'[at] ?? '', {
          ...{ database, server: this.server, planted: this.#planted },
          newId: (prefix) => `${prefix}_${(this.#ids += 1)}`,
          now: () => begin + days * day + runs * this.#time * 1000,
        }),
      );
    }
    for (const device of this.devices) device.meanwhile = () => this.#work(device, this.#sessions[0] ?? '', false);
    try {
      await this.#begin();
      for (const act of acts) {
        this.#time += 60;
        await this.#perform(act);
        const fault = this.server.fault ?? this.#endless();
        if (fault) return fault;
      }
      return (await this.#heal()) ?? (await this.#check()) ?? (wiped ? await this.#wipe() : null);
    } finally {
      for (const device of this.devices) device.end();
    }
  }

  /** Something that all devices know, as after a while of use. */
  async #begin(): Promise<void> {
    const [first] = this.devices;
    if (!first) return;
    await this.#newSession(first);
    await this.#work(first, 's1', false);
    for (const name of tables) await this.#save(first, name, `${name}_1`);
    for (const device of this.devices) await device.during(null, () => device.exchange());
    this.#rows.clear();
  }

  async #perform({ kind, device: at, a, b, strike }: DeviceAct): Promise<void> {
    const device = this.devices[at % this.devices.length];
    const session = this.#sessions[a % this.#sessions.length] ?? 's1';
    if (!device) return;
    switch (kind) {
      case 'work':
        return device.during(null, () => this.#work(device, session, false));
      case 'effect':
        return device.during(null, () => this.#work(device, session, true));
      case 'call':
        await device.during(strike, () => this.#call(device, session));
        break;
      case 'edit':
        return this.#edit(device, tables[a % tables.length] ?? 'todos', b);
      case 'remove':
        return this.#remove(device, tables[a % tables.length] ?? 'todos', b);
      case 'settings':
        await device.stores.settings.change((settings) =>
          b % 2 === 0
            ? { ...settings, plan_view: a % 2 === 0 ? 'list' : 'graph' }
            : { ...settings, spending_limit: a + 1 },
        );
        return;
      case 'session':
        if (b % 3 === 0 && this.#sessions.length < 3) return this.#newSession(device);
        if (b % 3 === 1) return device.stores.sessions.rename(session, `title ${(this.#ids += 1)}`);
        return device.stores.sessions.remove(session, b % 2 === 0 ? iso(device.now()) : null);
      case 'destroy': {
        const removed = await device.database.sessions.get(session);
        if (typeof removed?.deleted_at !== 'string') return;
        device.close(session);
        await device.stores.bin.destroy(session);
        this.#destroyed.add(session);
        for (const place of this.#rows.keys()) if (place.startsWith('files/')) this.#rows.delete(place);
        return;
      }
      case 'sync':
        await device.during(strike, () => device.exchange());
        break;
      case 'take':
        await device.during(strike, () => device.takeOver(session));
        break;
      case 'both': {
        const other = this.devices[(at + 1) % this.devices.length];
        await Promise.all([
          device.during(strike, () => device.takeOver(session)),
          other?.during(null, () => other.takeOver(session)),
        ]);
        break;
      }
      case 'offline':
        device.offline = true;
        return;
      case 'online':
        device.offline = false;
        return;
      case 'restart':
        device.end();
    }
  }

  async #newSession({ stores, now }: SimDevice): Promise<void> {
    const id = `s${this.#sessions.length + 1}`;
    this.#sessions.push(id);
    await stores.sessions.create({
      ...{ id, title: id, plan_status: null, steps_ended: 0, steps_total: 0, deleted_at: null },
      ...{ created_at: iso(now()), updated_at: iso(now()) },
    });
  }

  /** One line of work, or the next local effect, which is not done again where it is recorded. */
  async #work(device: SimDevice, session: string, isEffect: boolean): Promise<void> {
    const { database, now, name } = device;
    if (!(await database.sessions.get(session))) return;
    const journal = await device.journal(session);
    if (!journal) return;
    const at = iso(now());
    const line = { session_id: session, task_id: null, step_id: null, at };
    const text = `${name} ${(this.#ids += 1)}`;
    const known = await database.journal.where('effect').startsWith(`${session}/t/`).count();
    const effect = `${session}/t/${known + 1}`;
    try {
      await journal.transact(async (transaction) => {
        if (!isEffect) return transaction.append({ ...line, body: { type: 'message', kind: 'guidance', text } });
        if (await transaction.recorded(effect)) return;
        const id = `of ${effect} ${text}`.replace(/\W/g, '_');
        const todo = { ...row('todos', id, effect, at), session_id: session };
        await transaction.stores.todos.put(todo as never);
        const written = [{ store: 'todos', id, change: 'put', hash: contentHash(todo) } as const];
        const result = toolSuccess('Done.', { written });
        const body = { type: 'tool_result', call: effect, tool: 'todo', input: {}, result, retry_at: at } as const;
        await transaction.append({ ...line, effect, body });
      });
      if (!isEffect) this.#said.set(text, session);
    } catch {
      device.close(session);
    }
  }

  /** A call outside that must not be repeated: its intent is committed before it is made. */
  async #call(device: SimDevice, session: string): Promise<void> {
    if (!(await device.database.sessions.get(session))) return;
    const journal = await device.journal(session);
    if (!journal) return;
    const line = { session_id: session, task_id: null, step_id: null, at: iso(device.now()) };
    const lines = device.database.journal;
    const known = await lines.where('effect').startsWith(`${session}/c/`).count();
    const effect = `${session}/c/${known + 1}`;
    if ((await lines.where({ intent: effect }).count()) > 0) return;
    const append = (entry: NewJournalEntry) => journal.transact((transaction) => transaction.append(entry));
    try {
      await append({ ...line, intent: effect, body: { type: 'tool_call', call: effect, tool: 'post', input: {} } });
      if (!(await device.announce(session))) return;
      this.#calls.set(effect, (this.#calls.get(effect) ?? 0) + 1);
      const result = toolSuccess('Sent.');
      await append({
        ...{ ...line, effect },
        body: { type: 'tool_result', call: effect, tool: 'post', input: {}, result, retry_at: line.at },
      });
    } catch {
      device.close(session);
    }
  }

  async #edit(device: SimDevice, name: TableName, b: number): Promise<void> {
    const id = `${name}_${(b % 4) + 1}`;
    const isKnown = this.#rows.has(`${name}/${id}`) || id === `${name}_1`;
    const present = await device.database.table<SyncedRow>(name).get(id);
    if (!isKnown || present) await this.#save(device, name, id, present);
  }

  async #save(device: SimDevice, name: TableName, id: string, present?: SyncedRow): Promise<void> {
    const text = `${device.name} ${(this.#ids += 1)}`;
    const at = iso(device.now());
    if (name === 'files') {
      const content = this.#ids % 40 === 0 ? text.repeat(70_000) : text;
      const { files, contents } = device.database;
      await device.database.transaction('rw', files, contents, async () => {
        await files.put({ ...(present ?? row(name, id, text, at)), name: text } as never);
        await contents.put({ id, content });
      });
    } else {
      const field = name === 'templates' ? 'description' : name === 'notes' ? 'text' : 'title';
      await device.database.table<SyncedRow>(name).put({ ...(present ?? row(name, id, text, at)), [field]: text });
    }
    this.#note(device, `${name}/${id}`, text);
  }

  async #remove(device: SimDevice, name: TableName, b: number): Promise<void> {
    const id = `${name}_${(b % 4) + 1}`;
    if (!(await device.database.table(name).get(id))) return;
    await device.database.transaction('rw', device.database.table(name), device.database.contents, async () => {
      await device.database.table(name).delete(id);
      if (name === 'files') await device.database.contents.delete(id);
    });
    this.#note(device, `${name}/${id}`, null);
  }

  #note({ name }: SimDevice, place: string, last: string | null): void {
    const by = this.#rows.get(place)?.by ?? new Set();
    this.#rows.set(place, { by: by.add(name), last });
  }

  #endless(): string | null {
    const device = this.devices.find(({ endless }) => endless);
    if (device) return `${device.name} asks the server without end`;
    const rejected = this.devices.find(({ state }) => state.kind === 'offline' && state.code === 'unsent');
    return rejected ? `${rejected.name} is rejected each time` : null;
  }

  /** All is well again: the devices exchange until none has anything new. */
  async #heal(): Promise<string | null> {
    for (let turn = 0; turn < 10; turn += 1) {
      const { moves } = this.server;
      for (const device of this.devices) {
        device.offline = false;
        await device.during(null, () => device.exchange({ pressed: turn === 0 }));
        const fault = this.server.fault ?? this.#endless();
        if (fault) return fault;
      }
      const kinds = this.devices.map(({ state }) => state.kind);
      const isQuiet = moves === this.server.moves && !this.devices.some(({ hasHeard }) => hasHeard);
      if (isQuiet && kinds.every((kind) => kind === 'up_to_date')) return null;
    }
    return `no rest: ${this.devices.map(({ state }) => JSON.stringify(state)).join(' ')}`;
  }

  async #check(): Promise<string | null> {
    const [first, ...others] = await Promise.all(this.devices.map(({ database }) => dump(database)));
    if (!first) return null;
    for (const [at, other] of others.entries()) {
      for (const place of new Set([...first.rows.keys(), ...other.rows.keys()]))
        if (!this.#isPartial(place, [first, other]) && first.rows.get(place) !== other.rows.get(place))
          return `${place} differs: ${first.rows.get(place) ?? 'none'} on a, ${other.rows.get(place) ?? 'none'} on ${'abc'[at + 1]}`;
    }
    for (const { database, name } of this.devices) {
      const fault = await this.#checkJournals(database);
      if (fault) return `${fault} (on ${name})`;
    }
    for (const [effect, count] of this.#calls) if (count > 1) return `the call ${effect} was made ${count} times`;
    for (const [place, { by, last }] of this.#rows) {
      if (by.size > 1) continue;
      const present = first.rows.get(place);
      if (last === null && present !== undefined) return `${place} came back: ${present}`;
      if (last !== null && !present?.includes(last)) return `${place} lost ${last}: ${present ?? 'none'}`;
    }
    return null;
  }

  /** A session without a line stays on its device; one that was deleted for good stays in the bins of the others. */
  #isPartial(place: string, dumps: readonly { rows: Map<string, string> }[]): boolean {
    const [, id = ''] = /^sessions\/(.*)$/.exec(place) ?? [];
    if (id === '') return false;
    if (!this.server.committed.has(id)) return true;
    return this.#destroyed.has(id) && !dumps.some(({ rows }) => rows.get(place)?.includes('["deleted_at",null]'));
  }

  async #checkJournals(database: CairnDatabase): Promise<string | null> {
    const lines = await database.journal.toArray();
    for (const [id, committed] of this.server.committed) {
      const session = await database.sessions.get(id);
      if (this.#destroyed.has(id) && session?.deleted_at !== null) continue;
      const kept = lines.filter(({ session_id }) => session_id === id);
      for (const [at, line] of committed.entries())
        if (shown(kept[at] ?? {}) !== shown(line)) return `${id}: line ${at + 1} was committed and is lost`;
      if (kept.length > committed.length) return `${id}: line ${committed.length + 1} is not committed`;
      const effects = kept.flatMap(({ effect }) => effect ?? []);
      if (new Set(effects).size !== effects.length) return `${id}: an effect is recorded twice`;
      const fault = id.includes('_side_') ? null : await effectFault(database, id, kept);
      if (fault) return fault;
    }
    const said = new Set(lines.map(({ body }) => (body.type === 'message' ? body.text : '')));
    for (const [text, session] of this.#said)
      if (!said.has(text) && !this.#destroyed.has(session)) return `${session}: ${text} is nowhere`;
    return null;
  }

  /** A server that lost everything is not one from which everything was deleted. */
  async #wipe(): Promise<string | null> {
    await this.server.clear();
    for (const [at, device] of this.devices.entries()) {
      if (at === 0) device.end();
      const before = await dump(device.database);
      await device.stores.settings.change(
        (settings) => ({ ...settings, plan_view: at === 0 ? 'list' : 'tree' }) as never,
      );
      await device.stores.settings.change((settings) => ({ ...settings, spending_limit: 100 + at }));
      await device.during(null, () => device.exchange());
      const after = await dump(device.database);
      const gone = [...before.rows.keys()].find((place) => !after.rows.has(place));
      if (gone) return `${gone} was deleted, since the server is empty`;
      if (device.state.kind !== 'trouble' || device.state.code !== 'wiped')
        return `${device.name} does not say that the server is empty: ${JSON.stringify(device.state)}`;
    }
    return this.server.documents.size > 0 ? 'something was written to a server that had lost everything' : null;
  }
}

/** Each local effect of a session took place once, and none that is not recorded. */
async function effectFault(
  database: CairnDatabase,
  id: string,
  lines: readonly JournalEntry[],
): Promise<string | null> {
  const rows = await database.todos.where('id').startsWith(`of_${id}_t_`).toArray();
  const recorded = new Set(lines.flatMap(({ effect }) => (effect?.startsWith(`${id}/t/`) ? [effect] : [])));
  const counts = new Map<string, number>();
  for (const { title } of rows) counts.set(title, (counts.get(title) ?? 0) + 1);
  for (const effect of recorded)
    if (counts.get(effect) !== 1) return `${effect} took place ${counts.get(effect) ?? 0} times`;
  for (const effect of counts.keys()) if (!recorded.has(effect)) return `${effect} took place and is not recorded`;
  return null;
}

function row(name: TableName, id: string, text: string, at: string): SyncedRow {
  const kept = { id, session_id: null, created_at: at, updated_at: at, deleted_at: null };
  switch (name) {
    case 'todos':
      return { ...kept, title: text, notes: '', due: null, priority: 'normal', tags: [], done: false, position: 1 };
    case 'entries':
      return {
        ...{ ...kept, title: text, start: at, end: at, all_day: false, zone: 'UTC', place: '', notes: '' },
        ...{ reminder: null, repeat: null, except: [], replaces: null, uid: null },
      };
    case 'notes':
      return { ...kept, title: 'note', text, tags: [], foreign: false };
    case 'templates': {
      const { plan } = newRun({ run: 't1', plan: 'plan_1', session: 's1' }, 'Get it done', at);
      return { id, name: text, description: text, plan, created_at: at };
    }
    case 'files': {
      const head = { id, created_at: at, deleted_at: null };
      return { ...head, session_id: 's1', name: text, mime: 'text/plain', size: 1, kind: 'file', source: null };
    }
  }
}

/** Everything that the devices exchange, by place. */
async function dump(database: CairnDatabase): Promise<{ rows: Map<string, string> }> {
  const rows = new Map<string, string>();
  for (const [name, { table, only }] of Object.entries(replicaTables(database)))
    await table.each((value, { primaryKey }) => {
      const fields = Object.entries(value).filter(([field]) => only?.has(field) ?? true);
      rows.set(`${name}/${primaryKey}`, shown(Object.fromEntries(fields)));
    });
  await database.contents.each(({ id, content }) => rows.set(`contents/${id}`, content.slice(0, 60)));
  return { rows };
}

/** A row as a text that does not depend on the order of its fields. */
function shown(value: object): string {
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
