import type { QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { SandboxLimits, SandboxOutcome, SandboxProgram } from '../ports/sandbox.ts';
import { evaluate } from './evaluate.ts';
import { furnish } from './furnish.ts';
import { PrintedLines } from './printed-lines.ts';

const stackBytes = 128 * 1024;
/** What it may take beyond its limits to say that it has reached them. */
const lastWords = { time_ms: 200, memory_bytes: 4_000_000, chars: 2000 };

/**
 * Runs a program in an engine of its own, compiled to WebAssembly, and takes nothing but text from it. The engine is not
 * cleaned up: it goes with the worker it stands in.
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
