import { largestOutput } from '../largest-output.ts';
import * as z from 'zod';
import type { Json } from '../../values/json.ts';
import { parseJsonWithExactIntegers, unmarkIntegers } from '../../values/exact-json.ts';
import { checkFileName } from '../files/file-name-error.ts';
import type { NewFile, SessionFile } from '../../records/session-file.ts';
import { type FailureCause, toolSuccess, type ToolResult, toolError } from '../../task/tool-result.ts';
import type { Sandbox, SandboxLimits, SandboxOutcome } from '../../ports/sandbox.ts';
import type { ToolRunOutcome } from '../../ports/toolbox.ts';
import { excerptFrom } from '../excerpt.ts';
import { fileWithRows, findFile, missingFileResult } from '../files/find-file.ts';
import { unrestrictedAccess, type Tool } from '../tool.ts';
import { saveText } from '../files/save-text.ts';
import { isCsv } from '../../records/parse-file-data.ts';
import { newFileText } from '../files/new-file-text.ts';
import { csvFormatOfText } from '../../records/written-numbers.ts';
import { parseBoundedJson } from '../fetch/parse-bounded-json.ts';

const longestCode = 100_000;

const computeInput = z
  .object({
    code: z
      .string()
      .min(1, 'must hold a program')
      .max(longestCode, `must be ${longestCode} characters at most`)
      .describe(
        "its last expression is the result. `data`: the data given, else the first file (CSV and tables as row objects of texts, JSON as its value); files['name']: a file's text; csv(text), tables(text): rows; number(text): of “1.234,57”; sha256(text); no time zones",
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

const usualLimits: SandboxLimits = {
  time_ms: 5000,
  memory_bytes: 64_000_000,
  value_chars: 2_000_000,
  log_chars: 8000,
};
/** Data of more characters get the limits for much data. */
const muchData = 1_000_000;
const limitsForMuchData = { time_ms: 20_000, memory_bytes: 256_000_000 };
/** The limit of a value that is written to a file: rows as JSON are several times as long as the largest file. */
const savedValueChars = 25_000_000;
const shownLength = 3000;
const keptAs = 'result.json';

/** Runs a short program over given data in a sandbox without network access. */
export function createComputeTool(sandbox: Sandbox): Tool<typeof computeInput> {
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
      const inputFiles = names.length > 0 ? takenFiles(await files(), names) : { ok: true as const, texts: [] };
      if (!inputFiles.ok) return inputFiles;
      const [first] = inputFiles.texts;
      const file = first && { name: first.file.name, mime: first.file.mime, content: first.file.content };
      const json = () => JSON.stringify(unmarkIntegers(data === undefined ? null : givenData(data)));
      const program = {
        code: withoutFence(code),
        files: Object.fromEntries(inputFiles.texts.map(({ asked, file: { content } }) => [asked, content])),
        data: data === undefined && file ? file : json(),
      };
      const length = [program.data, ...Object.values(program.files)].reduce(
        (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
        0,
      );
      const limits = {
        ...usualLimits,
        ...(length > muchData && limitsForMuchData),
        ...(save_as !== undefined && { value_chars: savedValueChars }),
      };
      const outcome = computed(await sandbox.run(program, limits, { signal }), limits, save_as);
      if (!outcome.ok) return outcome;
      const foreign = names.length > 0 || data !== undefined;
      const table = inputFiles.texts.find(({ file: { name, mime } }) => isCsv({ name, mime }))?.file;
      return save_as === undefined ? told(outcome, foreign) : saved(outcome, save_as, foreign, table);
    },
  };
}

type Taken = { ok: true; texts: { asked: string; file: SessionFile }[] } | { ok: false; result: ToolResult };

/** Returns the contents of the files, by the names in the request. */
function takenFiles(files: readonly SessionFile[], names: readonly string[]): Taken {
  const texts = [];
  for (const name of names) {
    const requestedFile = findFile(files, name);
    if (!requestedFile) return { ok: false, result: missingFileResult(files, name) };
    const file = fileWithRows(files, requestedFile);
    if (!file.ok) return { ok: false, result: file.error };
    texts.push({ asked: name, file: file.value });
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
  remarks: readonly string[];
}

function told(programResult: Found, foreign: boolean): ToolRunOutcome {
  const { value } = programResult;
  const content = shownValue(value);
  const text = (name: string) => resultText(programResult, name);
  if (content.length <= shownLength) return { result: toolSuccess(text(''), { output: value, foreign }) };
  const file: NewFile = { name: keptAs, mime: 'application/json', content, kind: 'artifact', source: null };
  return { result: toolSuccess(text(keptAs), { output: outputOf(value, content), foreign }), file };
}

function saved(programResult: Found, name: string, foreign: boolean, table: SessionFile | undefined): ToolRunOutcome {
  if (typeof programResult.value === 'object' && programResult.value !== null && prose.test(name))
    return {
      result: toolError(
        'conflict',
        `The program ran well. Nothing was written: its value is no text, as “${name}” needs it. Let it return the text of the file, or save the value as ${name.replace(/\w+$/, 'json')}.\n\n${resultText(programResult, '')}`,
        { cause: { failure: 'program_no_text', name } },
      ),
    };
  const { separator, mark } = csvFormatOfText(table?.content ?? '');
  const form = { separator: separator === ';' ? separator : ',', mark };
  const content = newFileText(name, programResult.value, form);
  const isWrittenSo =
    /\.(csv|xlsx)$/i.test(name) && typeof programResult.value !== 'string' && (form.separator === ';' || mark === ',');
  const formatNote =
    table && isWrittenSo
      ? ` As in “${table.name}”, “${form.separator}” separates its cells${mark === ',' ? ', and its numbers have a decimal comma' : ''}.`
      : '';
  const text = resultText(programResult, name);
  return {
    result: toolSuccess(text),
    finish: async (context) => {
      const saving = await saveText(name, content, context);
      if (!saving.ok) return { ...saving, text: `The program ran well. ${saving.text}` };
      const empty =
        Array.isArray(programResult.value) && programResult.value.length === 0
          ? ' The list is empty, so the file has no rows.'
          : '';
      return {
        ...saving,
        text: `${saving.text}${formatNote}${empty}\n\n${text}`,
        output: outputOf(programResult.value, content),
        foreign,
      };
    },
  };
}

function outputOf(value: Json, content: string): Json {
  return content.length <= largestOutput ? value : { text: content.slice(0, shownLength) };
}

const shownValue = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Files whose text is written for people or programs, and is never a value as JSON. */
const prose = /\.(md|markdown|docx|txt|html?|xml|svg|ics|css|m?js|ts|py|sql|tex)$/i;

function resultText({ value, logs, remarks }: Found, file: string): string {
  const excerpt = excerptFrom(shownValue(value), 0, shownLength);
  const whole = file === '' ? '' : ` The whole is in “${file}”.`;
  const rest =
    excerpt.until < excerpt.total
      ? `\n\n[Shown: the first ${excerpt.until} of ${excerpt.total} characters.${whole}]`
      : '';
  const count = Array.isArray(value) ? ` (a list of ${value.length})` : '';
  const printed = logs.length > 0 ? `\n\nPrinted:\n${logs.join('\n')}` : '';
  const remarked = remarks.map((remark) => `\n\n${remark}`).join('');
  return `Result${count}:\n${excerpt.text.trimEnd()}${rest}${remarked}${printed}`;
}

type Computed = ({ ok: true } & Found) | { ok: false; result: ToolResult };

const programEndText = 'The program was ended';
const splitAdvice = 'work on less data at once, or in several calls';

/** Returns the program's value, or its error in words that help to correct the program. */
function computed(outcome: SandboxOutcome, limits: SandboxLimits, saveAs: string | undefined): Computed {
  const failureResult = (text: string, failure: FailureCause['failure'], name = '', quote?: string): Computed => ({
    ok: false,
    result: toolError('failed', text + printedText(outcome), {
      cause: { failure, name },
      ...(quote !== undefined && { quote }),
    }),
  });
  switch (outcome.kind) {
    case 'value': {
      const { json, logs, remarks = [] } = outcome;
      if (json === null)
        return logs.length > 0
          ? { ok: true, value: null, logs, remarks }
          : failureResult(
              'The program gave no value. End it with an expression, or return what it found.',
              'program_fault',
            );
      const value = parseBoundedJson(json);
      if (value === undefined)
        return failureResult('The value of the program is nested too deeply. Return a flatter one.', 'program_fault');
      return { ok: true, value, logs, remarks };
    }
    case 'fault': {
      const line = / \(line (\d+)\)$/.exec(outcome.message);
      const message = outcome.message.slice(0, line?.index);
      const text = `The program failed: ${outcome.message}. Mend it and call again.`;
      return failureResult(text, 'program_fault', line?.[1], message);
    }
    case 'timeout': {
      const seconds = String(limits.time_ms / 1000);
      return failureResult(
        `${programEndText} after ${seconds} seconds. Look for a loop without end, look rows up in a Map, or ${splitAdvice}.`,
        'program_time',
        seconds,
      );
    }
    case 'memory': {
      const megabytes = String(limits.memory_bytes / 1_000_000);
      return failureResult(
        `${programEndText}: it needed more than ${megabytes} MB of memory. Look for a list that grows on, or ${splitAdvice}.`,
        'program_memory',
        megabytes,
      );
    }
    case 'too_large': {
      const characters = outcome.limit.toLocaleString('en');
      const less =
        saveAs === undefined
          ? 'Return less, such as a summary, or give “save_as”, such as data.csv, to write all of it to a file'
          : 'Return fewer rows or columns, and spread them over several files';
      return failureResult(
        `The value of the program is too large: more than ${characters} characters as JSON. ${less}.`,
        'program_size',
        characters,
      );
    }
    case 'crashed':
      return failureResult(
        `${programEndText}: it went too deep, such as by a value nested thousands of times, or by a bottomless call.`,
        'program_fault',
      );
    case 'aborted':
      return { ok: false, result: toolError('failed', `${programEndText}.`) };
    case 'unavailable':
      return {
        ok: false,
        result: toolError(
          'unsupported',
          'The sandbox for programs could not be started in this browser. Go on without compute.',
        ),
      };
  }
}

function printedText(outcome: SandboxOutcome): string {
  return 'logs' in outcome && outcome.logs.length > 0 ? `\n\nPrinted before:\n${outcome.logs.join('\n')}` : '';
}
