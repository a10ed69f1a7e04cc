import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A model server that others wrote, as a process of its own. */
export class Peer {
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#process = child;
  }

  /** Starts a script of tests/peers; ready once it has printed a line that fits, which is returned with it. */
  static async start(script: string, args: string[], ready: RegExp): Promise<{ peer: Peer; line: string }> {
    const path = fileURLToPath(new URL(`../../../peers/${script}`, import.meta.url));
    const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    process.once('exit', () => child.kill());
    const peer = new Peer(child);
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      if (ready.test(line)) {
        child.stdout.resume();
        return { peer, line };
      }
      said.push(line);
    }
    throw new Error(`${script} ended before it was ready:\n${said.join('\n')}`);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill();
    await once(this.#process, 'exit');
  }
}
