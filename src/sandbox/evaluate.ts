import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';

type Evaluated =
  | { kind: 'value'; value: QuickJSHandle }
  | { kind: 'thrown'; error: QuickJSHandle }
  /** A promise that was not settled when nothing was left to do, or when the time was up. */
  | { kind: 'unsettled' };

const name = 'program.js';
const jobsAtOnce = 1000;

/** The value of a program's last expression; where `return` or `await` stands at its top, what it returns. */
export function evaluate(context: QuickJSContext, code: string, isLate: () => boolean): Evaluated {
  const compiled = context.evalCode(code, name, { compileOnly: true });
  const wrapped = compiled.error !== undefined && /\b(return|await)\b/.test(code);
  const run = context.evalCode(wrapped ? `(async () => {${code}\n})()` : code, name);
  if (run.error) return { kind: 'thrown', error: run.error };
  return settled(context, run.value, isLate);
}

function settled(context: QuickJSContext, result: QuickJSHandle, isLate: () => boolean): Evaluated {
  const { runtime } = context;
  while (runtime.hasPendingJob() && !isLate()) runtime.executePendingJobs(jobsAtOnce);
  const state = context.getPromiseState(result);
  switch (state.type) {
    case 'fulfilled':
      return { kind: 'value', value: state.value };
    case 'rejected':
      return { kind: 'thrown', error: state.error };
    case 'pending':
      return { kind: 'unsettled' };
  }
}
