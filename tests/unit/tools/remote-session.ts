import type { ToolResult } from '../../../src/task/tool-result.ts';
import type { NewFile } from '../../../src/records/session-file.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { MemoryJournal } from '../../fakes/memory-journal.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';
import { aFile, type SomeFile } from './a-file.ts';

/** A session in which remote tools are called as the engine calls them: outside, and finished in a transaction. */
export class RemoteSession {
  readonly storage = new MemoryStorage();
  readonly clock = new FakeClock('2026-01-14T09:00:00.000Z', 1, 'Europe/Berlin');
  readonly #tools: readonly Tool[];
  readonly #journal = new MemoryJournal('session_1', this.storage);

  constructor(tools: readonly Tool[]) {
    this.#tools = tools;
  }

  async call(tool: string, input: unknown): Promise<{ result: ToolResult; file?: NewFile }> {
    const call = toolbox(this.#tools).check(tool, input);
    if (!call.ok) return { result: call.result };
    if (call.place !== 'remote') throw new Error(`${tool} is not remote`);
    const scene = { now: this.clock.now(), zone: this.clock.zone(), sessionId: 'session_1', tainted: false };
    const caller = { run: 'run_1', step: 's1' };
    const files = () => this.#journal.transact(({ stores }) => stores.files.all());
    const { finish, ...made } = await call.run({
      ...{ ...scene, site: call.access.origin, files },
      signal: new AbortController().signal,
    });
    if (!finish || !made.result.ok) return made;
    const newId = (prefix: string) => this.clock.newId(prefix);
    const result = await this.#journal.transact(({ stores }) =>
      finish({ ...scene, caller, language: 'en', stores, newId }),
    );
    return { ...made, result };
  }

  async keep(file: SomeFile): Promise<void> {
    await this.#journal.transact(({ stores }) => stores.files.put(aFile({ kind: 'file', ...file }, this.clock.now())));
  }

  content(name: string): string | undefined {
    return [...this.storage.tables.files.values()].find((file) => file.name === name && !file.deleted_at)?.content;
  }
}
