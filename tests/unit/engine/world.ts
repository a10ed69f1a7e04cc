import type { ProtocolName } from '../../../src/task/protocol-name.ts';
import type { Run } from '../../../src/task/run.ts';
import { settingsWithGrant } from '../../../src/records/lasting-grants.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { ModelReply, ToolCall } from '../../../src/task/model-reply.ts';
import type { LanguageModel, ModelRequest } from '../../../src/ports/language-model.ts';
import { openSession } from '../../../src/engine/open-session.ts';
import type { SessionRunner } from '../../../src/engine/session-runner.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { FakeConnectivity } from '../../fakes/fake-connectivity.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';
import { MemoryJournal } from '../../fakes/memory-journal.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';
import { type Script, ScriptedModel } from '../../fakes/scripted-model.ts';

/** Turns of the event loop, far more than any task needs; a test that waits for longer says for what. */
const mostTurns = 3_000_000;

/** A reply made of calls. */
export function calls(...list: [name: string, input: unknown][]): ModelReply {
  const made = list.map(([name, input], at): ToolCall => ({ id: `c${at}`, name, arguments: JSON.stringify(input) }));
  return { text: '', calls: made, finish: 'calls', usage: { input: 10, output: 5, estimated: false } };
}

export function prose(text: string): ModelReply {
  return { text, calls: [], finish: 'stop', usage: null };
}

/** The step that a thought is about, from its prompt: `Step 2/5: …` gives 2. */
export function stepOf(request: ModelRequest): number {
  const lines = request.messages.flatMap(({ role, text }) =>
    role === 'user' ? [/^(?:Step|步骤) (\d+)\//m.exec(text)?.[1]] : [],
  );
  return Number(lines.find(Boolean) ?? 0);
}

/** Results the step has already, as the model sees them. */
export function results(request: ModelRequest): string[] {
  return request.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));
}

export function textOf(request: ModelRequest): string {
  return request.messages.map((message) => message.text).join('\n');
}

/** One session over memory: the very engine of the app, with a scripted model. */
export class World {
  readonly storage: MemoryStorage;
  readonly clock = new FakeClock();
  readonly network = new FakeNetwork();
  readonly connectivity = new FakeConnectivity();
  readonly model: ScriptedModel;
  /** The model in use instead of the scripted one. */
  other: LanguageModel | null = null;
  readonly granted: string[] = [];
  settings: Settings;
  protocol: ProtocolName = 'tools';
  /** The person stays with this protocol, whatever the model's replies are like. */
  stays = false;
  journal!: MemoryJournal;
  runner!: SessionRunner;
  #ids = 0;

  /** Whether the model takes images, as is remembered of it. */
  sees = true;
  /** The connection in use, and how much its model takes, as is remembered of it. */
  connection = 'p1';
  room: number | null = null;
  /** How often a runner has said that its session was taken over. */
  overtaken = 0;
  readonly #tools: readonly Tool[];

  /** The plan is looked at after each step, unless `settings` say otherwise. */
  /** False while the person's other devices cannot be told of a call. */
  announces = true;

  constructor(
    script: Script,
    settings: Partial<Settings> = {},
    tools: readonly Tool[] = [],
    storage = new MemoryStorage(),
  ) {
    this.storage = storage;
    this.#tools = tools;
    this.model = new ScriptedModel(script);
    this.settings = { ...defaultSettings, thoroughness: 'careful', ...settings };
    this.open();
  }

  /** With `goesOn` the session comes from another tab that was at work on it. */
  open(goesOn = false): void {
    this.journal = new MemoryJournal('s1', this.storage);
    this.runner = openSession({
      sessionId: 's1',
      run: structuredClone(this.storage.run('s1')),
      journal: this.journal,
      clock: this.clock,
      connectivity: this.connectivity,
      toolbox: toolbox([...allTools(toolPorts(this.network)), ...this.#tools]),
      goesOn,
      announced: async () => this.announces,
      modelFor: async () => ({
        model: this.other ?? this.model,
        protocol: this.protocol,
        fallBack: (to, because) => {
          if (because === 'refused' || !this.stays) this.protocol = to;
          return this.protocol;
        },
        sees: this.sees,
        blind: () => (this.sees = false),
        name: this.connection,
        room: this.room,
        narrow: (room) => (this.room = room),
      }),
      settings: this.settings,
      onTakenOver: () => {
        this.overtaken += 1;
      },
      grant: (grant) => {
        this.granted.push(grant.kind === 'site' ? grant.origin : grant.tool);
        this.settings = settingsWithGrant(this.settings, grant);
        void this.runner.send({ type: 'settings.change', settings: this.settings });
      },
    });
  }

  /** The tab dies and is opened again: what was not durable is gone. */
  reload(): void {
    this.journal.kill();
    void this.runner.close();
    this.open();
  }

  /** Another tab takes the session over. */
  handOver(): void {
    void this.runner.close();
    this.open(true);
  }

  get run(): Run {
    const { run } = this.runner.current();
    if (!run) throw new Error('no task yet');
    return run;
  }

  submit(goal: string, images: readonly string[] = []): void {
    this.#ids += 1;
    void this.runner.send({ type: 'goal.submit', goal, images, run: `t${this.#ids}`, plan: `plan_${this.#ids}` });
  }

  /** Resolves once `seen` holds of the present task. */
  async until(seen: (run: Run) => boolean, what = ''): Promise<Run> {
    for (let turn = 0; ; turn += 1) {
      const { run } = this.runner.current();
      if (run && seen(run)) {
        await this.runner.settled();
        return run;
      }
      if (turn > mostTurns) throw new Error(`not reached: ${what} (phase ${run?.phase ?? 'none'})`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  untilPhase(...phases: Run['phase'][]): Promise<Run> {
    return this.until((run) => phases.includes(run.phase), phases.join(' | '));
  }

  /** Resolves once the task has reached its budget; where it stops since the model keeps adding steps, it goes on. */
  async untilLimit(): Promise<Run> {
    for (;;) {
      const run = await this.untilPhase('paused');
      if (run.pause?.code !== 'growth') return run;
      void this.runner.send({ type: 'plan.continue' });
      await this.until(({ events }) => events.length > run.events.length);
    }
  }

  statuses(): string[] {
    return this.run.plan.steps.map((step) => step.status);
  }

  todos(): string[] {
    return [...this.storage.tables.todos.values()].filter((todo) => !todo.deleted_at).map((todo) => todo.title);
  }

  lines(type: string): Record<string, unknown>[] {
    return this.storage.journal('s1').flatMap(({ body }) => (body.type === type ? [{ ...body }] : []));
  }
}
