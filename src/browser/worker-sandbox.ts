import type { Sandbox, SandboxLimits, SandboxOutcome, SandboxProgram } from '../ports/sandbox.ts';

/** The timeout for loading the worker and its engine, in milliseconds. */
const startTime = 20_000;
/** The time beyond a run's limit before its worker is terminated, in milliseconds. */
const grace = 300;

/** Runs each program in a new worker, which can be terminated even if its engine ignores the time limit. */
export class WorkerSandbox implements Sandbox {
  readonly #start: () => Worker;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  run(program: SandboxProgram, limits: SandboxLimits, { signal }: { signal: AbortSignal }): Promise<SandboxOutcome> {
    if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
    return new Promise((resolve) => {
      const worker = this.#start();
      const end = (outcome: SandboxOutcome): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
        worker.terminate();
        resolve(outcome);
      };
      const aborted = () => end({ kind: 'aborted' });
      let timer = setTimeout(() => end({ kind: 'unavailable' }), startTime);
      signal.addEventListener('abort', aborted);
      worker.addEventListener('error', () => end({ kind: 'unavailable' }));
      worker.addEventListener('message', ({ data }: MessageEvent<'ready' | SandboxOutcome>) => {
        clearTimeout(timer);
        if (data === 'ready') timer = setTimeout(() => end({ kind: 'timeout', logs: [] }), limits.time_ms + grace);
        else end(data);
      });
      worker.postMessage({ program, limits });
    });
  }
}
