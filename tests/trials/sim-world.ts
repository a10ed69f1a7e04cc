import type { JournalEntry } from '../../src/task/journal.ts';
import type { ProtocolName } from '../../src/task/protocol-name.ts';
import type { ModelError, ModelReply, PendingReply } from '../../src/task/model-reply.ts';
import type { Run } from '../../src/task/run.ts';
import { defaultSettings, type Settings } from '../../src/records/settings.ts';
import type { LanguageModel, ModelOutcome, ModelRequest } from '../../src/ports/language-model.ts';
import type { Network, NetworkOutcome } from '../../src/ports/network.ts';
import { openSession, type SessionRunnerDependencies } from '../../src/engine/open-session.ts';
import type { SessionRunner } from '../../src/engine/session-runner.ts';
import { toolbox } from '../../src/tools/registry.ts';
import { toolError } from '../../src/task/tool-result.ts';
import { allHabits } from '../minds/all-habits.ts';
import { speaker } from '../minds/mind.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { FakeConnectivity } from '../fakes/fake-connectivity.ts';
import { Ledger } from './ledger.ts';
import type { Scenario } from './scenario.ts';
import { simAnswer } from './sim-answer.ts';
import { ForgetfulJournal, SimStorage } from './sim-storage.ts';
import { repeatedWrite } from './repeated-write.ts';
import { probed, simTools } from './sim-tools.ts';
import { VirtualTime } from '../fakes/virtual-time.ts';
import { Watch } from './watch.ts';

/** Faults that are planted to see that the simulation finds them. */
export interface Planted {
  /** Each nth record is lost. */
  forgets?: number;
  /** Each nth reply is never stored, though the work goes on from it. */
  losesReply?: number;
  /** A local effect takes place twice. */
  doubles?: boolean;
  /** A reply that the endpoint keeps is asked for again. */
  asksAgain?: boolean;
}

const page = { kind: 'response', status: 200, mime: 'text/plain', charset: null, retryAfter: null } as const;

/** One session whose every call outside waits for the driver, and whose tab may die between any two awaits. */
export class SimWorld {
  readonly storage = new SimStorage();
  readonly clock = new FakeClock();
  readonly time = new VirtualTime(this.clock);
  readonly ledger = new Ledger();
  readonly watch = new Watch();
  readonly scenario: Scenario;
  settings: Settings;
  runner!: SessionRunner;
  dead = false;
  deaths = 0;
  points = 0;
  goals = 0;
  readonly #planted: Planted;
  /** What the model's endpoint keeps, by id; null if it keeps nothing. */
  readonly #kept: Map<string, ModelReply | ModelError> | null;
  readonly #speak: ReturnType<typeof speaker>;
  #journal!: ForgetfulJournal;
  #protocol: ProtocolName;
  #waiting: { life: number; go: () => void }[] = [];
  #used = { model: 0, tools: 0, order: 0, answers: 0 };
  #life = 0;
  readonly #network: Network = {
    get: (url, { signal }) => this.#get(url, signal),
    request: (url, _, { signal }) => this.#get(url, signal),
  };

  /** With `keeps` the model's endpoint writes and keeps its replies whether or not they are read. */
  constructor(scenario: Scenario, planted: Planted = {}, keeps = false) {
    this.scenario = scenario;
    this.#planted = planted;
    this.#kept = keeps ? new Map() : null;
    this.#protocol = scenario.protocol;
    this.#speak = speaker(
      scenario.habits.map((at) => allHabits[at]!),
      'chain',
    );
    const { thoroughness, planning, review, limits } = scenario;
    this.settings = { ...defaultSettings, thoroughness, planning, review, limits };
    this.storage.point = () => this.#point();
    this.open();
  }

  /** Opens the session as a new tab would: from what is stored alone. */
  open(): void {
    this.#life += 1;
    this.dead = false;
    this.#waiting = [];
    this.#journal = new ForgetfulJournal('s1', this.storage);
    this.#journal.nth = this.#planted.forgets ?? Infinity;
    this.#journal.nthReply = this.#planted.losesReply ?? Infinity;
    const run = structuredClone(this.storage.run('s1'));
    this.watch.reopened(run, this.storage.journal('s1'));
    const parts: SessionRunnerDependencies = {
      sessionId: 's1',
      run,
      journal: this.#journal,
      clock: this.clock,
      connectivity: new FakeConnectivity(),
      toolbox: toolbox(simTools(this.#network, (signal) => this.#probe(signal))),
      modelFor: async () => ({
        model: this.#model(),
        protocol: this.#protocol,
        fallBack: (to) => (this.#protocol = to),
        sees: true,
        blind: () => undefined,
        ...{ name: 'p1', room: null, narrow: () => undefined },
      }),
      settings: this.settings,
      onTakenOver: () => undefined,
      grant: () => undefined,
    };
    this.runner = openSession(this.#planted.doubles ? { ...parts, journal: doubling(this.#journal) } : parts);
    let last: Run | null = run;
    this.runner.subscribe(({ run: now }) => {
      this.storage.activity += 1;
      if (now === last || this.dead) return;
      last = now;
      this.watch.see(now, this.settings);
    });
  }

  get run(): Run | null {
    return this.runner.current().run;
  }

  /** The tab dies: what is only staged is gone, and no call comes back. */
  die(): void {
    this.dead = true;
    this.deaths += 1;
    this.#journal.kill();
    void this.runner.close();
    this.watch.died(
      this.ledger.repeated(this.storage.journal('s1'), this.#life),
      this.scenario.limits.max_parallel_steps + 1,
    );
    this.ledger.lost(this.#life);
  }

  /** Resolves once nothing moves any more without the driver. */
  async quiet(): Promise<void> {
    let seen = -1;
    while (seen !== this.storage.activity) {
      seen = this.storage.activity;
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** What is stored and what the world knows must agree, now that all is quiet. */
  check(): string | null {
    if (this.storage.refusal) return this.watch.fault;
    const journal = this.storage.journal('s1');
    return (
      this.watch.fault ??
      this.ledger.faultIn(journal, this.storage.tables, this.#life) ??
      askedAgain(journal) ??
      repeatedWrite(journal, this.watch.own)
    );
  }

  /** Lets one of the calls under way come back; false when there is none. */
  release(): boolean {
    if (this.#waiting.length === 0) return false;
    const at = this.#choose('order') % this.#waiting.length;
    const [next] = this.#waiting.splice(at, 1);
    next?.go();
    return true;
  }

  answer(): number {
    return this.#choose('answers');
  }

  #choose(list: 'model' | 'tools' | 'order' | 'answers'): number {
    const choice = this.scenario[list][this.#used[list]] ?? 0;
    this.#used[list] += 1;
    return choice;
  }

  async #point(): Promise<void> {
    if (this.dead) return new Promise(() => undefined);
    const here = this.points;
    this.points += 1;
    if (!this.scenario.deaths.includes(here)) return;
    this.die();
    return new Promise(() => undefined);
  }

  /** Stands still until the driver lets it go on; false when it was stopped before. */
  async #held(signal: AbortSignal): Promise<boolean> {
    await this.#point();
    this.storage.activity += 1;
    const done = await new Promise<boolean>((resolve) => {
      const stop = () => {
        this.#waiting = this.#waiting.filter((each) => each !== entry);
        resolve(false);
      };
      const entry = {
        life: this.#life,
        go: () => {
          signal.removeEventListener('abort', stop);
          resolve(true);
        },
      };
      if (signal.aborted) resolve(false);
      else {
        this.#waiting.push(entry);
        signal.addEventListener('abort', stop, { once: true });
      }
    });
    this.storage.activity += 1;
    await this.#point();
    return done;
  }

  #model(): LanguageModel {
    const kept = this.#kept;
    if (!kept) return { reply: async (request, { signal }) => this.#reply(request, signal) };
    return {
      reply: (request, options) => this.#keptReply(kept, request, options),
      cancel: async () => undefined,
    };
  }

  /** Picks up the pending reply or asks for one; now and then the connection is cut. */
  async #keptReply(
    kept: Map<string, ModelReply | ModelError>,
    request: ModelRequest,
    { signal, pending, onPending = () => undefined }: Parameters<LanguageModel['reply']>[1],
  ): Promise<ModelOutcome> {
    const life = this.#life;
    const place = (this.#planted.asksAgain ? null : pending) ?? this.#ask(kept, request);
    if (place !== pending) onPending(place);
    const isCut = this.#choose('tools') % 7 === 3;
    const done = await this.#held(signal);
    if (!done || life !== this.#life)
      return { ok: false, error: { code: 'aborted', detail: '', status: null, retry_after_ms: null } };
    const cut: ModelError = { code: 'server', detail: '', status: null, retry_after_ms: null };
    const serial = isCut ? this.ledger.asked() : Number(place.id);
    const written = isCut ? cut : kept.get(place.id);
    if (!written) throw new Error(`Nothing is kept as ${place.id}.`);
    const isRecorded = !('code' in written) || written.code === 'server' || written.code === 'rate_limit';
    if (isRecorded) this.ledger.delivered(serial, life);
    if (!('code' in written)) return { ok: true, reply: written };
    if (!isCut) onPending(null);
    return { ok: false, error: { ...written, detail: `#${serial}` } };
  }

  #ask(kept: Map<string, ModelReply | ModelError>, request: ModelRequest): PendingReply {
    const serial = this.ledger.asked();
    const said = simAnswer(request, this.run, this.scenario, this.#choose('model'));
    kept.set(String(serial), 'code' in said ? said : this.#speak(said, request, serial));
    return { id: String(serial), from: 'here' };
  }

  async #reply(request: ModelRequest, signal: AbortSignal): Promise<ModelOutcome> {
    const life = this.#life;
    const serial = this.ledger.asked();
    const said = simAnswer(request, this.run, this.scenario, this.#choose('model'));
    const done = await this.#held(signal);
    const error = (fault: ModelError): ModelOutcome => ({ ok: false, error: { ...fault, detail: `#${serial}` } });
    if (!done || life !== this.#life) {
      const usage = { input: 1, output: 1, estimated: true };
      return error({ code: 'aborted', detail: '', status: null, retry_after_ms: null, ...(!done && { usage }) });
    }
    if ('code' in said) {
      if (said.code === 'server' || said.code === 'rate_limit') this.ledger.delivered(serial, life);
      return error(said);
    }
    this.ledger.delivered(serial, life);
    return { ok: true, reply: this.#speak(said, request, serial) };
  }

  async #probe(signal: AbortSignal) {
    const choice = this.#choose('tools');
    return (await this.#held(signal)) ? probed(choice) : toolError('failed', 'It was stopped.');
  }

  async #get(url: string, signal: AbortSignal): Promise<NetworkOutcome> {
    const choice = this.#choose('tools');
    if (!(await this.#held(signal))) return { kind: 'aborted' };
    if (choice >= 800) return { kind: 'unreachable' };
    return { ...page, url, status: choice >= 600 ? 404 : 200, body: new TextEncoder().encode('A page.') };
  }
}

/** R12.1: a reply whose place is stored is not asked for again, unless it is not to be picked up any more. */
function askedAgain(journal: readonly JournalEntry[]): string | null {
  const open = new Map<string, string>();
  for (const { intent = '', body } of journal) {
    if (body.type !== 'reply_pending') continue;
    const before = open.get(intent);
    if (body.pending && before !== undefined)
      return `${intent} was asked again as ${body.pending.id}, not as ${before}`;
    if (body.pending) open.set(intent, body.pending.id);
    else open.delete(intent);
  }
  return null;
}

/** Carries each local effect out twice, as an engine without a record of it would. */
function doubling(journal: ForgetfulJournal): SessionRunnerDependencies['journal'] {
  return {
    committed: journal.committed,
    claim: () => journal.claim(),
    transact: (work) =>
      journal.transact(async (transaction) => {
        await work({ ...transaction, append: async () => undefined });
        return work(transaction);
      }),
    stage: (change) => journal.stage(change),
    flush: () => journal.flush(),
    mark: () => journal.mark(),
    flushSince: (mark) => journal.flushSince(mark),
    flushEffects: () => journal.flushEffects(),
    recorded: (effect) => journal.recorded(effect),
    effects: (prefix) => journal.effects(prefix),
    begun: (effect) => journal.begun(effect),
    starts: (prefix) => journal.starts(prefix),
    messages: (limit, from) => journal.messages(limit, from),
    spent: () => journal.spent(),
    files: (limit) => journal.files(limit),
  };
}
