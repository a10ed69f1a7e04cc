import { DeviceSync } from '../../src/devices/device-sync.ts';
import type { ReplicaErrorCode } from '../../src/ports/replica-store.ts';
import { ReplicaError, type ReplicaStore } from '../../src/ports/replica-store.ts';
import type { ChangedIds, LocalReplica } from '../../src/ports/local-replica.ts';
import type { SyncState } from '../../src/ports/devices.ts';
import type { SessionJournal } from '../../src/ports/journal.ts';
import type { CairnDatabase } from '../../src/storage/database.ts';
import { openLocalReplica } from '../../src/storage/devices/local-replica.ts';
import { openJournal } from '../../src/storage/journal/session-journal.ts';
import { createStores } from '../../src/storage/stores/stores.ts';
import type { Strike } from './devices-scenario.ts';
import { plainKeys, type WatchedServer } from './devices-server.ts';

/** Faults of a device that are planted to see that the simulation finds them. */
export interface Planted {
  /** Heads are moved whatever their state. */
  unfenced?: true;
  /** Deletions that come from elsewhere are not kept. */
  forgetsTombstones?: true;
  /** A session that was not written to for a while counts as one's own. */
  clockDecides?: true;
  /** What was about to be committed is forgotten, so that a lost reply counts as a failure. */
  lostIsFailed?: true;
  /** A segment counts as soon as it is stored. */
  countsEarly?: true;
}

const codes: readonly ReplicaErrorCode[] = [
  ...(['unreachable', 'sign_in', 'forbidden', 'missing', 'too_large', 'busy', 'down', 'full', 'unexpected'] as const),
];
const never = () => new Promise<never>(() => undefined);
const most = 600;

/** One device: its data outlives it, its page may end at any request and at any read or write of its log. */
export class SimDevice {
  readonly name: string;
  readonly database: CairnDatabase;
  readonly stores: ReturnType<typeof createStores>;
  readonly now: () => number;
  /** What else happens on this device in the middle of an act. */
  meanwhile: () => Promise<void> = async () => undefined;
  offline = false;
  /** Requests that never come to an end. */
  endless = false;
  deaths = 0;
  branched: string[] = [];
  state: SyncState = { kind: 'connecting' };
  readonly #server: WatchedServer;
  readonly #planted: Planted;
  readonly #newId: (prefix: string) => string;
  #log!: LocalReplica;
  #sync: DeviceSync | null = null;
  #running = false;
  #strike: Strike | null = null;
  #points = 0;
  #life = 0;
  #died: () => void = () => undefined;
  #ended: () => void = () => undefined;
  #go: (() => void)[] = [];
  #heard: { sessions: Set<string>; places: Set<string> } = { sessions: new Set(), places: new Set() };
  #changed: ((changes: ChangedIds) => void) | null = null;
  #unfollow: () => void = () => undefined;
  #journals = new Map<string, SessionJournal>();
  #other: Promise<void>[] = [];

  constructor(
    name: string,
    parts: {
      database: CairnDatabase;
      server: WatchedServer;
      planted: Planted;
      newId: (prefix: string) => string;
      now: () => number;
    },
  ) {
    this.name = name;
    this.database = parts.database;
    this.stores = createStores(parts.database);
    this.now = parts.now;
    this.#server = parts.server;
    this.#planted = parts.planted;
    this.#newId = parts.newId;
    this.#open();
  }

  get isDead(): boolean {
    return this.#sync === null;
  }

  /** Whether something was written that the exchange has not looked at. */
  get hasHeard(): boolean {
    return this.#heard.sessions.size + this.#heard.places.size > 0;
  }

  /** Carries out an act, which `strike` may befall; resolves when it is over or the page has ended. */
  async during(strike: Strike | null, act: () => Promise<unknown>): Promise<void> {
    if (this.isDead) this.#open();
    this.#strike = strike;
    this.#points = 0;
    const died = new Promise<void>((resolve) => (this.#died = resolve));
    await Promise.race([act(), died]);
    this.#strike = null;
    await Promise.all(this.#other.splice(0));
  }

  /** One exchange in both directions; `pressed`: the person asks for it by “Try again”. */
  async exchange({ pressed = false } = {}): Promise<void> {
    const ended = new Promise<void>((resolve) => (this.#ended = resolve));
    const heard = this.#heard;
    this.#heard = { sessions: new Set(), places: new Set() };
    this.#changed?.(heard);
    if (pressed && this.#running) void this.#sync?.run();
    for (const go of this.#go.splice(0)) go();
    if (!this.#running) {
      this.#running = true;
      const life = this.#life;
      void this.#sync?.run().then(() => {
        if (life === this.#life) this.#running = false;
      });
    }
    await ended;
    await new Promise((resolve) => setImmediate(resolve));
  }

  async takeOver(session: string): Promise<boolean> {
    const won = await this.#sync?.takeOver(session).catch(() => false);
    if (won) this.#journals.delete(session);
    return won ?? false;
  }

  /** Whether the server has all that is recorded of the session. */
  async announce(session: string): Promise<boolean> {
    return (await this.#sync?.commit(session).catch(() => false)) ?? false;
  }

  /** The session's journal, where this device may write to it as far as it knows. */
  async journal(session: string): Promise<SessionJournal | null> {
    const standing = await this.#log.sessionState(session);
    if (standing?.frozen || (standing?.head && standing.head.device !== this.name)) return null;
    const open = this.#journals.get(session) ?? openJournal(this.database, session, () => undefined);
    this.#journals.set(session, open);
    return open;
  }

  /** Forgets a journal that another device has shut out. */
  close(session: string): void {
    this.#journals.delete(session);
  }

  end(): void {
    this.#life += 1;
    this.#sync = null;
    this.#running = false;
    this.#unfollow();
    this.#changed = null;
    this.#go = [];
    this.#journals.clear();
    this.#died();
  }

  #open(): void {
    this.#life += 1;
    const life = this.#life;
    const log = planted(
      openLocalReplica({
        database: this.database,
        device: this.name,
        now: this.now,
        digest: (text) => plainKeys.digest(text),
      }),
      this.#planted,
      this,
    );
    this.#log = log;
    this.#heard = { sessions: new Set(), places: new Set() };
    const guarded: LocalReplica = {
      ...this.#guard(log, life, false),
      watchWrites: (changed) => {
        this.#changed = changed;
        this.#unfollow = log.watchWrites(({ sessions, places }) => {
          sessions.forEach((id) => this.#heard.sessions.add(id));
          places.forEach((place) => this.#heard.places.add(place));
        });
        return () => this.#unfollow();
      },
    };
    const rest = () => new Promise<void>((resolve) => this.#go.push(resolve));
    const server = this.#server;
    const store: ReplicaStore = {
      ...this.#guard(
        {
          push: (name, body) => server.push(name, body),
          piece: (name) => server.piece(name),
          exists: (name) => server.exists(name),
          pull: (name) => server.pull(name),
          state: (name, tag) => server.state(name, tag),
          move: (name, body, from) => server.move(name, body, from),
          remove: (name, from) => server.remove(name, from),
          drop: (name) => server.drop(name),
          changes: (since) => server.changes(since),
          clear: () => server.clear(),
        } satisfies Omit<ReplicaStore, 'watch'>,
        life,
        true,
      ),
      watch: rest,
    };
    const sync = new DeviceSync({
      ...{ store, keys: plainKeys, log: guarded, space: 'space', device: { id: this.name, name: this.name } },
      newId: this.#newId,
      renew: async () => false,
      now: () => new Date(this.now()).toISOString(),
      wait: rest,
      isPageVisible: () => true,
      branched: (id) => this.branched.push(id),
    });
    this.#sync = sync;
    sync.subscribe((state) => {
      if (life !== this.#life || state.kind === 'working' || state.kind === 'connecting') return;
      this.state = state;
      this.#ended();
    });
  }

  /** The same methods, before and after each of which the page may end. */
  #guard<T extends object>(target: T, life: number, isServer: boolean): T {
    const members = Object.entries(target).map(([name, member]: [string, (...given: unknown[]) => unknown]) => [
      name,
      async (...given: unknown[]) => {
        await this.#point(life, isServer, 'before');
        const answer = await member(...given);
        await this.#point(life, isServer, 'after');
        return answer;
      },
    ]);
    return Object.fromEntries(members) as T;
  }

  async #point(life: number, isServer: boolean, when: 'before' | 'after'): Promise<void> {
    if (life !== this.#life) return never();
    if (isServer && this.offline) throw new ReplicaError('unreachable');
    this.#points += 1;
    if (this.#points > most) {
      this.endless = true;
      this.end();
      return never();
    }
    const strike = this.#strike;
    if (!strike || this.#points <= strike.at) return;
    if (strike.how === 'kill') {
      this.#strike = null;
      this.deaths += 1;
      this.end();
      return never();
    }
    if (strike.how === 'work') {
      this.#strike = null;
      this.#other.push(this.meanwhile());
      return;
    }
    if (!isServer || (when === 'before') !== (strike.how === 'refuse')) return;
    this.#strike = null;
    throw new ReplicaError(strike.how === 'lose' ? 'unreachable' : (codes[strike.code % codes.length] ?? 'down'));
  }
}

function planted(log: LocalReplica, faults: Planted, { name, now }: { name: string; now: () => number }): LocalReplica {
  return {
    ...log,
    ...(faults.forgetsTombstones && {
      receive: async (record, tag, text) => log.receive({ ...record, dead: null }, tag, text),
    }),
    ...(faults.clockDecides && {
      sessionState: async (id) => {
        const standing = await log.sessionState(id);
        const isOld = standing?.head && now() - Date.parse(standing.head.at) > 3_600_000;
        return isOld && standing.head ? { ...standing, head: { ...standing.head, device: name } } : standing;
      },
    }),
    ...(faults.lostIsFailed && { keep: (standing) => log.keep({ ...standing, pending: null }) }),
    ...(faults.countsEarly && {
      keep: (standing) => log.keep({ ...standing, head: standing.pending ?? standing.head, pending: null }),
    }),
  };
}
