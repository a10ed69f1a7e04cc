import * as z from 'zod/mini';
import { isRecord, type Json } from '../values/json.ts';
import { ToolResult } from '../task/tool-result.ts';
import { SessionFile } from '../records/session-file.ts';
import type { ToolRunOutcome } from '../ports/toolbox.ts';
import { excerptFrom, continueReadingNote } from './excerpt.ts';
import { deepestOutput } from './largest-output.ts';

/** The longest text or output of a result, in characters, and how much of a longer text the model is shown. */
const longest = 50_000;
const shownLength = 4000;

const ResultWithoutOutput = z.omit(ToolResult, { output: true });
const NewFile = z.pick(SessionFile, { name: true, mime: true, content: true, kind: true, source: true });

/**
 * Returns what a tool returned in the form in which it can be stored and shown to the model: a long text or output is
 * cut, and the whole is in a file. Throws a `TypeError` that says what is wrong if it is not the outcome of a tool.
 */
export function storableToolOutcome(tool: string, outcome: unknown): ToolRunOutcome {
  if (!isRecord(outcome)) throw new TypeError(`it returned ${kindOf(outcome)}, and not an object with a “result”`);
  const { result, file, finish } = outcome as Partial<ToolRunOutcome>;
  if (file && !NewFile.safeParse(file).success)
    throw new TypeError('the “file” it returned has no name, type and text of a file');
  return withinLimits(tool, { result: checkedResult(result), ...(file && { file }), ...(finish && { finish }) });
}

function checkedResult(value: unknown): ToolResult {
  if (!isRecord(value))
    throw new TypeError(`its result is ${kindOf(value)}, and not what toolSuccess() or toolError() returns`);
  const parsedResult = ResultWithoutOutput.safeParse(value);
  if (!parsedResult.success) {
    const field = parsedResult.error.issues[0]?.path.join('.') ?? '';
    throw new TypeError(`the “${field}” of its result is not as toolSuccess() or toolError() sets it`);
  }
  return value.output === undefined
    ? parsedResult.data
    : { ...parsedResult.data, output: jsonOf(value.output, 'output', new Set()) };
}

/** Returns the value as plain JSON, without fields that are undefined; `within` are the objects around it. */
function jsonOf(value: unknown, path: string, within: Set<unknown>): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (within.has(value)) throw new TypeError(`the “${path}” of its result contains itself, which JSON cannot hold`);
  if (within.size >= deepestOutput)
    throw new TypeError(`the “output” of its result is nested more than ${deepestOutput} levels deep`);
  if (!Array.isArray(value) && !isPlain(value))
    throw new TypeError(`the “${path}” of its result is ${kindOf(value)}, which JSON cannot hold`);
  within.add(value);
  const copy = Array.isArray(value)
    ? value.map((each, at) => jsonOf(each, `${path}[${at}]`, within))
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .map(([name, each]) => [name, jsonOf(each, `${path}.${name}`, within)]),
      );
  within.delete(value);
  return copy;
}

/** True for an object without a class, of this program or another one. */
function isPlain(value: unknown): value is Record<string, unknown> {
  const prototype: unknown = isRecord(value) ? Object.getPrototypeOf(value) : undefined;
  return prototype === null || (isRecord(prototype) && Object.getPrototypeOf(prototype) === null);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return Array.isArray(value) ? 'a list' : `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
}

/**
 * Cuts what is too long. The whole of it is in a file, unless the call failed or the tool has made a file of its own.
 */
function withinLimits(tool: string, outcome: ToolRunOutcome): ToolRunOutcome {
  const { result, file } = outcome;
  const isTextLong = result.text.length > longest;
  const output = result.output === undefined ? '' : textOf(result.output);
  const isOutputLong = output.length > longest;
  if (!isTextLong && !isOutputLong) return outcome;
  const whole = result.ok && !file ? wholeFile(tool, isTextLong ? result.text : '', isOutputLong ? output : '') : null;
  const excerpt = excerptFrom(result.text, 0, isTextLong ? shownLength : longest);
  const rest = whole
    ? isTextLong
      ? continueReadingNote(excerpt, whole.name)
      : `\n\n[The whole output is in “${whole.name}”.]`
    : '\n\n[The rest is left out.]';
  return {
    ...outcome,
    result: {
      ...result,
      text: excerpt.text.trimEnd() + rest,
      ...(isOutputLong && { output: { text: output.slice(0, shownLength) } }),
    },
    ...(whole && { file: whole }),
  };
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The file with what is left out of a result. */
function wholeFile(tool: string, text: string, output: string): z.infer<typeof NewFile> {
  const isJson = text === '' && /^[[{]/.test(output);
  return {
    name: `${tool}.${isJson ? 'json' : 'txt'}`,
    mime: isJson ? 'application/json' : 'text/plain',
    content: [text, output].filter((part) => part !== '').join('\n\n'),
    kind: 'artifact',
    source: null,
  };
}
