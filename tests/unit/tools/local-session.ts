import type { ToolResult } from '../../../src/task/tool-result.ts';
import type { LocalToolContext } from '../../../src/ports/toolbox.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { MemoryJournal } from '../../fakes/memory-journal.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';
import { aFile, type SomeFile } from './a-file.ts';

/** A session in which local tools are called as the engine calls them: each in a transaction of its own. */
export class LocalSession {
  readonly storage = new MemoryStorage();
  readonly clock: FakeClock;
  /** The calls come after text from outside has been read (R13.3). */
  tainted = false;
  language: LocalToolContext['language'] = 'en';
  /** The tokens that the model has for messages. */
  room: number | null = null;
  /** What the step has done before. */
  stepResults: readonly ToolResult[] | null = null;
  /** The characters that the reply has read before. */
  readInReply = 0;
  caller = { run: 'run_1', step: 's1' };
  readonly #tools: readonly Tool[];
  readonly #journal: MemoryJournal;

  constructor(tools: readonly Tool[], { now = '2026-01-14T09:00:00.000Z', zone = 'Europe/Berlin' } = {}) {
    this.#tools = tools;
    this.clock = new FakeClock(now, 1, zone);
    this.#journal = new MemoryJournal('session_1', this.storage);
  }

  async call(tool: string, input: unknown): Promise<ToolResult> {
    const call = toolbox(this.#tools).check(tool, input);
    if (!call.ok) return call.result;
    if (call.place !== 'local') throw new Error(`${tool} is not local`);
    return this.#journal.transact(({ stores }) => {
      const context: LocalToolContext = {
        stores,
        now: this.clock.now(),
        zone: this.clock.zone(),
        language: this.language,
        sessionId: 'session_1',
        tainted: this.tainted,
        caller: this.caller,
        room: this.room,
        readInReply: this.readInReply,
        ...(this.stepResults && { stepResults: this.stepResults }),
        newId: (prefix) => this.clock.newId(prefix),
      };
      return call.run(context);
    });
  }

  look<T>(at: (stores: LocalToolContext['stores']) => Promise<T> | T): Promise<T> {
    return this.#journal.transact(async ({ stores }) => at(stores));
  }

  async keep(file: SomeFile): Promise<void> {
    await this.#journal.transact(({ stores }) => stores.files.put(aFile(file, this.clock.now())));
  }
}
