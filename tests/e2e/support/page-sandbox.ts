import type { Page } from '@playwright/test';
import type { WorkerSandbox } from '../../../src/browser/worker-sandbox.ts';
import type { SandboxLimits, SandboxOutcome } from '../../../src/ports/sandbox.ts';
import { pageModule } from './page-module.ts';

type PageGlobals = typeof globalThis & {
  sandbox: WorkerSandbox;
  sandboxModule: { WorkerSandbox: typeof WorkerSandbox };
  trustedTypes: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
};

/** The real sandbox as it works inside a page, over the worker of the build, to be spoken to from a test. */
export class PageSandbox {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** `worker` is the address of the worker that the page itself has used. */
  static async in(page: Page, worker: string): Promise<PageSandbox> {
    await page.evaluate(await pageModule('src/browser/worker-sandbox.ts', 'sandboxModule'));
    await page.evaluate((address) => {
      const globals = globalThis as PageGlobals;
      const policy = globals.trustedTypes.createPolicy('wllama-worker', { createScriptURL: (url) => url });
      globals.sandbox = new globals.sandboxModule.WorkerSandbox(
        () => new Worker(policy.createScriptURL(address), { type: 'module' }),
      );
    }, worker);
    return new PageSandbox(page);
  }

  run(code: string, limits: SandboxLimits): Promise<SandboxOutcome> {
    return this.#page.evaluate(
      ([program, most]) =>
        (globalThis as PageGlobals).sandbox.run({ code: program, files: {}, data: 'null' }, most, {
          signal: new AbortController().signal,
        }),
      [code, limits] as const,
    );
  }

  /** Ends a run by an abort after so many milliseconds; says how it ended and how long after the abort. */
  abort(code: string, limits: SandboxLimits, after: number): Promise<{ kind: string; late: number }> {
    return this.#page.evaluate(
      async ([program, most, pause]) => {
        const stop = new AbortController();
        let stopped = 0;
        setTimeout(() => {
          stopped = performance.now();
          stop.abort();
        }, pause);
        const { sandbox } = globalThis as PageGlobals;
        const { kind } = await sandbox.run({ code: program, files: {}, data: 'null' }, most, { signal: stop.signal });
        return { kind, late: performance.now() - stopped };
      },
      [code, limits, after] as const,
    );
  }
}
