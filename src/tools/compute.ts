import { type Json, parseJson } from '../domain/json.ts';
import type { SessionFile } from '../domain/session-file.ts';
import { fileData } from '../domain/file-data.ts';
import { textOfFile } from '../domain/text-of-file.ts';
import { toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import type { Sandbox, SandboxLimits } from '../ports/sandbox.ts';
import type { NewFile, ToolYield } from '../ports/toolbox.ts';
import { computed } from './computed.ts';
import { computeInput } from './compute-input.ts';
import { excerpt } from './excerpt.ts';
import { findFile } from './find-file.ts';
import { freeAccess } from './free-access.ts';
import { missingFile } from './missing-file.ts';
import { saveText } from './save-text.ts';
import type { Tool } from './tool.ts';
import { unreadableFile } from './unreadable-file.ts';
import { writtenContent } from './written-content.ts';

const limits: SandboxLimits = { time_ms: 5000, memory_bytes: 64_000_000, value_chars: 2_000_000, log_chars: 8000 };
const shownLength = 3000;
/** Values up to this length as JSON go into the plan; larger ones stay in the file alone. */
const largestOutput = 20_000;
const keptAs = 'result.json';

/** Runs a short program over given data where it can reach nothing else (R9.8). */
export function computeTool(sandbox: Sandbox): Tool<typeof computeInput> {
  return {
    name: 'compute',
    description:
      'Run a short JavaScript program over data and get its value: to sum up, sort, filter, join, or turn text into rows. It reaches no network, timers or modules.',
    input: computeInput,
    verbatim: ['code', 'data'],
    place: 'remote',
    repeatable: () => true,
    reads: ({ save_as }) => save_as === undefined,
    access: () => freeAccess,
    run: async ({ code, files: names = [], data, save_as }, { signal, files }) => {
      const taken = names.length > 0 ? takenFiles(await files(), names) : { ok: true as const, texts: [] };
      if (!taken.ok) return taken;
      const [first] = taken.texts;
      const value = data === undefined ? first && fileData(first.file) : givenData(data);
      const program = {
        code: withoutFence(code),
        files: Object.fromEntries(taken.texts.map(({ asked, file }) => [asked, file.content])),
        data: JSON.stringify(value ?? null),
      };
      const outcome = computed(await sandbox.run(program, limits, { signal }), limits.time_ms / 1000, 64);
      if (!outcome.ok) return outcome;
      const foreign = names.length > 0 || data !== undefined;
      return save_as === undefined ? told(outcome, foreign) : saved(outcome, save_as, foreign);
    },
  };
}

type Taken = { ok: true; texts: { asked: string; file: SessionFile }[] } | { ok: false; result: ToolResult };

/** The texts under the names they were asked for by. */
function takenFiles(files: readonly SessionFile[], names: readonly string[]): Taken {
  const texts = [];
  for (const name of names) {
    const found = findFile(files, name);
    if (!found) return { ok: false, result: missingFile(files, name) };
    const file = textOfFile(files, found);
    if (!file) return { ok: false, result: unreadableFile(found) };
    texts.push({ asked: name, file });
  }
  return { ok: true, texts };
}

function givenData(data: Json): Json {
  if (typeof data !== 'string') return data;
  const value = parseJson(data);
  return value === undefined ? data : value;
}

const withoutFence = (code: string) => /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(code)?.[1] ?? code;

interface Found {
  value: Json;
  logs: string[];
}

function told({ value, logs }: Found, foreign: boolean): ToolYield {
  const content = shownValue(value);
  const text = (name: string) => resultText({ value, logs }, name);
  if (content.length <= shownLength) return { result: toolSuccess(text(''), { output: value, foreign }) };
  const file: NewFile = { name: keptAs, mime: 'application/json', content, kind: 'artifact', source: null };
  return { result: toolSuccess(text(keptAs), { output: outputOf(value, content), foreign }), file };
}

function saved(found: Found, name: string, foreign: boolean): ToolYield {
  const content = writtenContent(name, found.value);
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
  const shown = excerpt(shownValue(value), 0, shownLength);
  const rest =
    shown.until < shown.total
      ? `\n\n[Shown: the first ${shown.until} of ${shown.total} characters. The whole is in “${file}”.]`
      : '';
  const count = Array.isArray(value) ? ` (a list of ${value.length})` : '';
  const printed = logs.length > 0 ? `\n\nPrinted:\n${logs.join('\n')}` : '';
  return `Result${count}:\n${shown.text.trimEnd()}${rest}${printed}`;
}
