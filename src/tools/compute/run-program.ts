import type { QuickJSHandle, QuickJSWASMModule, QuickJSContext } from 'quickjs-emscripten-core';
import type { SandboxLimits, SandboxOutcome, SandboxProgram } from '../../ports/sandbox.ts';
import { csvRows, markdownTables, tableRows } from '../../records/tables.ts';

/** The lines that a program has printed, up to a total length. */
class PrintedLines {
  readonly lines: string[] = [];
  #left: number;
  #full = false;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Adds a line; `read` is called only while there is space. */
  add(length: number, read: () => string): void {
    if (this.#full) return;
    this.#left -= length + 1;
    if (this.#left >= 0) {
      this.lines.push(read());
      return;
    }
    this.#full = true;
    this.lines.push('[More was printed; it is left out.]');
  }
}

const stackBytes = 128 * 1024;
/** The allowance beyond the limits for reporting that they were reached. */
const lastWords = { time_ms: 200, memory_bytes: 4_000_000, chars: 2000 };

/**
 * Runs a program in a new QuickJS engine, compiled to WebAssembly, and reads only text from it. The engine is not
 * freed: it ends with its worker.
 */
export function runProgram(
  quickjs: QuickJSWASMModule,
  { code, files, data }: SandboxProgram,
  limits: SandboxLimits,
  now: () => number,
): SandboxOutcome {
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(limits.memory_bytes);
  runtime.setMaxStackSize(stackBytes);
  let end = now() + limits.time_ms;
  let late = false;
  const isLate = () => (late ||= now() > end);
  runtime.setInterruptHandler(isLate);
  const context = runtime.newContext();
  const printed = new PrintedLines(limits.log_chars);
  const own = furnish(context, printed);
  const logs = printed.lines;

  const failed = (thrown: QuickJSHandle): SandboxOutcome => {
    if (late) return { kind: 'timeout', logs };
    end = now() + lastWords.time_ms;
    runtime.setMemoryLimit(limits.memory_bytes + lastWords.memory_bytes);
    const told = own.fault(thrown);
    if (told.error) return { kind: 'fault', message: 'it threw something that cannot be shown', logs };
    const message = context.getString(told.value).slice(0, lastWords.chars);
    if (/^InternalError: out of memory|^thrown: null$/.test(message)) return { kind: 'memory', logs };
    return { kind: 'fault', message, logs };
  };

  for (const [name, json] of [
    ['files', JSON.stringify(files)],
    ['data', data],
  ] as const) {
    const given = own.give(name, json);
    if (given.error) return failed(given.error);
  }
  const result = evaluate(context, code, isLate);
  if (result.kind === 'thrown') return failed(result.error);
  if (result.kind === 'unsettled')
    return isLate()
      ? { kind: 'timeout', logs }
      : { kind: 'fault', message: 'it waits for a promise that nothing will ever settle', logs };
  const json = own.value(result.value);
  if (json.error) return failed(json.error);
  if (context.typeof(json.value) !== 'string') return { kind: 'value', json: null, logs };
  const length = context.getNumber(context.getProp(json.value, 'length'));
  if (length > limits.value_chars) return { kind: 'too_large', limit: limits.value_chars, logs };
  return { kind: 'value', json: context.getString(json.value), logs };
}

/**
 * Runs inside the sandbox before the program and saves the built-ins that it needs, so that a program that modifies
 * JavaScript's built-ins affects only itself. `print` and `rows` are host functions; only the host gets the return
 * value.
 */
const prelude = `((print, rows) => {
  'use strict';
  const { stringify, parse } = JSON;
  const plain = (key, value) => {
    if (typeof value === 'bigint') return \`\${value}\`;
    if (value instanceof Map || value instanceof Set) return [...value];
    return value;
  };
  const shown = (value) => {
    try {
      if (typeof value === 'string') return value;
      if (value instanceof Error) return \`\${value.name}: \${value.message}\`;
      return stringify(value, plain) ?? String(value);
    } catch {
      return String(value);
    }
  };
  const log = (...values) => print(values.map(shown).join(' '));
  globalThis.console = { log, info: log, warn: log, error: log, debug: log, table: log };
  globalThis.csv = (text) => parse(rows('csv', String(text)));
  globalThis.tables = (text) => parse(rows('tables', String(text)));
  return {
    give(name, json) {
      globalThis[name] = parse(json);
    },
    value: (result) => stringify(result, plain),
    fault(thrown) {
      if (!(thrown instanceof Error)) return \`thrown: \${shown(thrown)}\`;
      const line = /program\\.js:(\\d+)/.exec(thrown.stack)?.[1];
      return \`\${thrown.name}: \${thrown.message}\${line ? \` (line \${line})\` : ''}\`;
    },
  };
})`;

/** The host's handles to functions in the sandbox; each returns a handle, or the thrown value. */
interface Furnished {
  give(name: string, json: string): ReturnType<QuickJSContext['callFunction']>;
  value(result: QuickJSHandle): ReturnType<QuickJSContext['callFunction']>;
  fault(thrown: QuickJSHandle): ReturnType<QuickJSContext['callFunction']>;
}

/** Adds `console`, `csv` and `tables` to an empty sandbox, and returns the functions that read its values. */
function furnish(context: QuickJSContext, printed: PrintedLines): Furnished {
  const print = context.newFunction('print', (text) => {
    const length = context.getNumber(context.getProp(text, 'length'));
    printed.add(length, () => context.getString(text));
  });
  const rows = context.newFunction('rows', (form, text) => {
    const whole = context.getString(text);
    const read = context.getString(form) === 'csv' ? tableRows(csvRows(whole)) : markdownTables(whole).map(tableRows);
    return context.newString(JSON.stringify(read));
  });
  const begin = context.unwrapResult(context.evalCode(prelude, 'prelude.js'));
  const own = context.unwrapResult(context.callFunction(begin, context.undefined, print, rows));
  const [give, value, error] = ['give', 'value', 'fault'].map((name) => context.getProp(own, name));
  if (!give || !value || !error) throw new Error('The prelude is not whole.');
  return {
    give: (name, json) => context.callFunction(give, own, context.newString(name), context.newString(json)),
    value: (result) => context.callFunction(value, own, result),
    fault: (thrown) => context.callFunction(error, own, thrown),
  };
}

type Evaluated =
  | { kind: 'value'; value: QuickJSHandle }
  | { kind: 'thrown'; error: QuickJSHandle }
  /** A promise that was still pending when no jobs were left, or when the time was up. */
  | { kind: 'unsettled' };

const name = 'program.js';
const jobsAtOnce = 1000;

/**
 * Returns the value of a program's last expression; for a program with `return` or `await` at its top level, its return
 * value.
 */
function evaluate(context: QuickJSContext, code: string, isLate: () => boolean): Evaluated {
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
