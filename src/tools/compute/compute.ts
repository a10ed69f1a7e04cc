import { largestOutput } from '../largest-output.ts';
import * as z from 'zod';
import type { Json } from '../../values/json.ts';
import { parseJsonWithExactIntegers, unmarkIntegers } from '../../values/exact-json.ts';
import { checkFileName } from '../files/file-name-error.ts';
import { type NewFile, type SessionFile, readableFileOf } from '../../records/session-file.ts';
import { parseFileData } from '../../records/parse-file-data.ts';
import { toolSuccess, type ToolResult, toolError } from '../../task/tool-result.ts';
import type { Sandbox, SandboxLimits, SandboxOutcome } from '../../ports/sandbox.ts';
import type { ToolRunOutcome } from '../../ports/toolbox.ts';
import { excerptFrom } from '../excerpt.ts';
import { findFile, missingFile, unreadableFile } from '../files/find-file.ts';
import { unrestrictedAccess, type Tool } from '../tool.ts';
import { saveText } from '../files/save-text.ts';
import { newFileText } from '../files/new-file-text.ts';
import { parseBoundedJson } from '../fetch/parse-bounded-json.ts';

const longestCode = 100_000;

const computeInput = z
  .object({
    code: z
      .string()
      .min(1, 'must hold a program')
      .max(longestCode, `must be ${longestCode} characters at most`)
      .describe(
        "its last expression is the result. `data`: the data given, else the first file (CSV and tables as row objects of texts, JSON as its value); files['name']: a file's text; csv(text), tables(text): rows",
      ),
    files: z.array(z.string()).optional().describe('names or ids'),
    data: z.custom<Json>().optional().meta({ type: 'string', description: 'as JSON' }),
    save_as: z
      .string()
      .overwrite((name) => name.normalize('NFC').replace(/^(\.\/)+/, ''))
      .optional()
      .describe('file for the result: data.csv'),
  })
  .superRefine(({ save_as }, context) => {
    if (save_as) checkFileName(save_as, context, 'save_as');
  });

const limits: SandboxLimits = { time_ms: 5000, memory_bytes: 64_000_000, value_chars: 2_000_000, log_chars: 8000 };
const shownLength = 3000;
const keptAs = 'result.json';

/** Runs a short program over given data in a sandbox without network access. */
export function computeTool(sandbox: Sandbox): Tool<typeof computeInput> {
  return {
    name: 'compute',
    description:
      'Run a short JavaScript program over data: sum, sort, filter, join, parse. No network, timers or modules.',
    input: computeInput,
    verbatim: ['code', 'data'],
    place: 'remote',
    repeatable: () => true,
    reads: ({ save_as }) => save_as === undefined,
    access: () => unrestrictedAccess,
    run: async ({ code, files: names = [], data, save_as }, { signal, files }) => {
      const taken = names.length > 0 ? takenFiles(await files(), names) : { ok: true as const, texts: [] };
      if (!taken.ok) return taken;
      const [first] = taken.texts;
      const value = data === undefined ? first && parseFileData(first.file) : givenData(data);
      const program = {
        code: withoutFence(code),
        files: Object.fromEntries(taken.texts.map(({ asked, file }) => [asked, file.content])),
        data: JSON.stringify(unmarkIntegers(value ?? null)),
      };
      const outcome = computed(await sandbox.run(program, limits, { signal }), limits.time_ms / 1000, 64);
      if (!outcome.ok) return outcome;
      const foreign = names.length > 0 || data !== undefined;
      return save_as === undefined ? told(outcome, foreign) : saved(outcome, save_as, foreign);
    },
  };
}

type Taken = { ok: true; texts: { asked: string; file: SessionFile }[] } | { ok: false; result: ToolResult };

/** Returns the contents of the files, by the names in the request. */
function takenFiles(files: readonly SessionFile[], names: readonly string[]): Taken {
  const texts = [];
  for (const name of names) {
    const found = findFile(files, name);
    if (!found) return { ok: false, result: missingFile(files, name) };
    const file = readableFileOf(files, found);
    if (!file) return { ok: false, result: unreadableFile(found) };
    texts.push({ asked: name, file });
  }
  return { ok: true, texts };
}

function givenData(data: Json): Json {
  if (typeof data !== 'string') return data;
  const value = parseJsonWithExactIntegers(data);
  return value === undefined ? data : value;
}

const withoutFence = (code: string) => /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(code)?.[1] ?? code;

interface Found {
  value: Json;
  logs: string[];
}

function told({ value, logs }: Found, foreign: boolean): ToolRunOutcome {
  const content = shownValue(value);
  const text = (name: string) => resultText({ value, logs }, name);
  if (content.length <= shownLength) return { result: toolSuccess(text(''), { output: value, foreign }) };
  const file: NewFile = { name: keptAs, mime: 'application/json', content, kind: 'artifact', source: null };
  return { result: toolSuccess(text(keptAs), { output: outputOf(value, content), foreign }), file };
}

function saved(found: Found, name: string, foreign: boolean): ToolRunOutcome {
  const content = newFileText(name, found.value);
  const text = resultText(found, name);
  return {
    result: toolSuccess(text),
    finish: async (context) => {
      const saving = await saveText(name, content, context);
      if (!saving.ok) return { ...saving, text: `The program ran well. ${saving.text}` };
      return { ...saving, text: `${saving.text}\n\n${text}`, output: outputOf(found.value, content), foreign };
    },
  };
}

function outputOf(value: Json, content: string): Json {
  return content.length <= largestOutput ? value : { text: content.slice(0, shownLength) };
}

const shownValue = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function resultText({ value, logs }: Found, file: string): string {
  const shown = excerptFrom(shownValue(value), 0, shownLength);
  const rest =
    shown.until < shown.total
      ? `\n\n[Shown: the first ${shown.until} of ${shown.total} characters. The whole is in “${file}”.]`
      : '';
  const count = Array.isArray(value) ? ` (a list of ${value.length})` : '';
  const printed = logs.length > 0 ? `\n\nPrinted:\n${logs.join('\n')}` : '';
  return `Result${count}:\n${shown.text.trimEnd()}${rest}${printed}`;
}

type Computed = { ok: true; value: Json; logs: string[] } | { ok: false; result: ToolResult };

const given = 'The program was ended';
const split = 'work on less data at once, or in several calls';

/** Returns the program's value, or its error in words that help to correct the program. */
function computed(outcome: SandboxOutcome, seconds: number, megabytes: number): Computed {
  const failed = (text: string): Computed => ({
    ok: false,
    result: toolError('failed', text + printedText(outcome)),
  });
  switch (outcome.kind) {
    case 'value': {
      if (outcome.json === null)
        return outcome.logs.length > 0
          ? { ok: true, value: null, logs: outcome.logs }
          : failed('The program gave no value. End it with an expression, or return what it found.');
      const value = parseBoundedJson(outcome.json);
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
