import type { Json } from '../domain/json.ts';
import { toolFailure, type ToolResult } from '../domain/tool-result.ts';
import type { SandboxOutcome } from '../ports/sandbox.ts';
import { boundedJson } from './bounded-json.ts';

type Computed = { ok: true; value: Json; logs: string[] } | { ok: false; result: ToolResult };

const given = 'The program was ended';
const split = 'work on less data at once, or in several calls';

/** The value that a program gave, or the failure in words that help to mend the program. */
export function computed(outcome: SandboxOutcome, seconds: number, megabytes: number): Computed {
  const failed = (text: string): Computed => ({
    ok: false,
    result: toolFailure('failed', text + printedText(outcome)),
  });
  switch (outcome.kind) {
    case 'value': {
      if (outcome.json === null)
        return outcome.logs.length > 0
          ? { ok: true, value: null, logs: outcome.logs }
          : failed('The program gave no value. End it with an expression, or return what it found.');
      const value = boundedJson(outcome.json);
      if (value === undefined) return failed('The value of the program is nested too deeply. Return a flatter one.');
      return { ok: true, value, logs: outcome.logs };
    }
    case 'fault':
      return failed(`The program failed: ${outcome.message}. Mend it and call again.`);
    case 'timeout':
      return failed(`${given} after ${seconds} seconds. Look for a loop without end, or ${split}.`);
    case 'memory':
      return failed(
        `${given}: it needed more than ${megabytes} MB of memory. Look for a list that grows on, or ${split}.`,
      );
    case 'too_large':
      return failed(
        `The value of the program is too large: more than ${outcome.limit.toLocaleString('en')} characters as JSON. Return less, such as a summary.`,
      );
    case 'crashed':
      return failed(
        `${given}: it went too deep, such as by a value nested thousands of times, or by a bottomless call.`,
      );
    case 'aborted':
      return failed(`${given}.`);
    case 'unavailable':
      return failed('The sandbox for programs could not be started in this browser. Go on without compute.');
  }
}

function printedText(outcome: SandboxOutcome): string {
  return 'logs' in outcome && outcome.logs.length > 0 ? `\n\nPrinted before:\n${outcome.logs.join('\n')}` : '';
}
