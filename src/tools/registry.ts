import { parseJsonWithExactIntegers } from '../values/exact-json.ts';
import { isRecord } from '../values/json.ts';
import { toolNameSynonyms, toolWithAction } from '../values/tool-with-action.ts';
import { nearestName } from '../values/nearest-name.ts';
import { toolError, type ToolResult } from '../task/tool-result.ts';
import type { ToolStores, TransactionRows } from '../ports/journal.ts';
import { storedFileName, textWithFileName } from '../records/stored-file-name.ts';
import { newSessionFile } from '../records/session-file.ts';
import { logProgramError } from '../values/log-program-error.ts';
import type {
  PlannedCallError,
  CheckedCall,
  LocalToolContext,
  PlannedCall,
  Toolbox,
  ToolRunOutcome,
} from '../ports/toolbox.ts';
import { inputReader, type InputReader } from './input/input-reader.ts';
import { loadCallDescription, missingRow } from './described-call.ts';
import { storableToolOutcome } from './stored-outcome.ts';
import type { Tool } from './tool.ts';

/** How many names of tools `callErrors` looks up. */
const mostNames = 500;

/** Checks planned calls before they are made. */
export interface CallCheck {
  /**
   * Returns what is wrong with these calls. A tool that is away for the moment is not unknown, and a field whose value
   * is still open, because it has a reference or a placeholder in it, is not wrong. Of very many tools only the first
   * are considered.
   */
  callErrors(calls: readonly PlannedCall[]): Promise<PlannedCallError[]>;
}

/** True if a value is known only when its step runs. */
const isOpenValue = (value: unknown): boolean => /\$\{|\{\{/.test(JSON.stringify(value ?? null));

/**
 * Returns the registry: it offers the tools to the model, and turns each call into one that can run or a readable
 * error. `more` supplies tools that change at run time. Throws if one of `tools` cannot be offered to a model.
 */
export function toolbox(tools: readonly Tool[], more?: ToolSource): Toolbox & CallCheck {
  assertOfferable(tools);
  const readers = new WeakMap<Tool, InputReader>();
  const readerOf = (tool: Tool): InputReader => {
    const reader = readers.get(tool) ?? inputReader(tool);
    readers.set(tool, reader);
    return reader;
  };
  const present = () => [...tools, ...(more?.list() ?? [])];
  const find = (name: string) => {
    const plain = plainName(name);
    const all = present();
    const exact = all.find((tool) => tool.name === plain);
    if (exact) return exact;
    const byAlias = all.find(({ name: own, aliases, server }) => {
      const otherNames = [...(aliases ?? []), ...(server ? [] : (toolNameSynonyms[own] ?? []))];
      return otherNames.includes(plain);
    });
    const [onServer, ...others] = all.filter((tool) => isNamedOnServer(tool, plain));
    if (!onServer) return byAlias;
    return others.length === 0 && !byAlias && !toolAndActionIn(name) ? onServer : undefined;
  };
  const toolAndActionIn = (name: string) =>
    toolWithAction(
      name,
      present().flatMap((tool) =>
        tool.schema === undefined ? [{ name: tool.name, schema: readerOf(tool).schema, own: tool }] : [],
      ),
    );
  /** The tool and its action that a name such as `add_todo` means, if no tool has that name. */
  const acting = (name: string) => (find(name) ? null : toolAndActionIn(name));
  /** The call's tool and what is read of its input. */
  const callRead = (name: string, input: unknown) => {
    const toolAndAction = acting(name);
    const tool = toolAndAction?.tool.own ?? find(name);
    if (!tool) return null;
    if (!toolAndAction) {
      const plainReading = readerOf(tool).read(withRealNames(tool, input));
      return {
        tool,
        read:
          plainReading.ok && tool.offered
            ? { ...plainReading, value: tool.offered.realInput(plainReading.value) }
            : plainReading,
      };
    }
    const read = readerOf(tool).read(
      isRecord(input) ? { action: toolAndAction.action, ...input } : { action: toolAndAction.action },
    );
    const contradicts = read.ok && read.value.action !== toolAndAction.action && !tool.reads(read.value);
    return contradicts ? null : { tool, read };
  };
  const nameOf = (name: string) => (find(name) ?? acting(name)?.tool)?.name ?? null;
  const ready = async (name?: string) => {
    if (name === undefined || !find(name)) await more?.ready(name && plainName(name));
  };
  const reasonAgainst = (name: string) => more?.unavailableReason(plainName(name)) ?? null;

  return {
    offered: () =>
      present().map((tool) => ({
        name: tool.name,
        description: tool.description,
        schema: tool.offered?.schema ?? readerOf(tool).schema,
        ...(tool.server && { server: tool.server }),
      })),
    nameOf,
    asMeant(name, input) {
      const namedTool = find(name);
      if (namedTool) return { tool: namedTool.name, input: namedTool.offered?.realInput(input) ?? input };
      const toolAndAction = acting(name);
      const isMeant = toolAndAction !== null && callRead(name, input) !== null;
      return isMeant
        ? { tool: toolAndAction.tool.name, input: { action: toolAndAction.action, ...input } }
        : { tool: name, input };
    },
    reads(name, input) {
      const call = callRead(name, input);
      const callInput = call?.read.ok === true ? call.read.value : isRecord(input) ? input : {};
      return call !== null && answerOf(call.tool, (tool) => tool.reads(callInput));
    },
    accumulates(name, input) {
      const call = callRead(name, input);
      if (call?.read.ok !== true) return false;
      const { value } = call.read;
      return answerOf(call.tool, (tool) => tool.accumulates?.(value) === true);
    },
    repeats: (name) => find(name)?.repeats ?? false,
    ready,
    callErrors: async (calls) => {
      const names = new Set([...new Set(calls.map(({ tool }) => tool))].slice(0, mostNames));
      await Promise.all([...names].map(ready));
      const knownNames = new Set([...names].filter((name) => nameOf(name) !== null));
      return calls.flatMap((call): PlannedCallError[] => {
        const { tool, input } = call;
        const none = { ...call, field: '', choices: [] };
        if (!knownNames.has(tool))
          return names.has(tool) && reasonAgainst(tool) === null ? [{ ...none, code: 'unknown_tool' }] : [];
        const inputReading = input === undefined ? undefined : callRead(tool, input)?.read;
        if (!inputReading) return [];
        if (inputReading.ok) {
          const { value, unknown } = inputReading;
          const unused = find(tool)?.unusedField?.(unknown, value);
          return unused ? [{ ...none, code: 'unused_field', field: unused.field }] : [];
        }
        if (inputReading.wrong.length === 0) return [{ ...none, code: 'invalid_input' }];
        return inputReading.wrong
          .filter(({ value }) => !isOpenValue(value))
          .map(({ failure: code, name: field, choices }) => ({ ...call, code, field, choices }));
      });
    },
    check(name, input): CheckedCall {
      const call = callRead(name, input);
      if (!call) {
        const unavailableReason = reasonAgainst(name);
        if (unavailableReason) return { ok: false, result: unavailableReason };
        const names = present().map((each) => each.name);
        return { ok: false, result: toolError('unknown_tool', unknownTool(name, names)) };
      }
      const { tool, read } = call;
      if (read.ok) {
        try {
          const unused = tool.reads(read.value) ? null : tool.unusedField?.(read.unknown, read.value);
          return unused
            ? { ok: false, result: unusedFieldResult(tool, unused) }
            : callOf(tool, read.value, read.unknown);
        } catch (error) {
          return { ok: false, result: exceptionResult(`${tool.name} failed`, error) };
        }
      }
      const { error, refused, cause } = read;
      const result = toolError('invalid_input', error, cause ? { cause } : {});
      return { ok: false, result: { ...result, ...(refused && { refused }) } };
    },
  };
}

/**
 * True if a server knows the tool by this name. The name means that tool if only one server has it, and if it is no
 * other name of one of Cairn's own tools; else it means none.
 */
const isNamedOnServer = ({ server }: Tool, plain: string): boolean =>
  server !== undefined && plainName(server.tool) === plain;

/** Returns the input with the tool's own field names, also if it is written as JSON in a string. */
function withRealNames({ offered }: Tool, input: unknown): unknown {
  if (!offered) return input;
  const inputValue = typeof input === 'string' ? parseJsonWithExactIntegers(input) : input;
  return isRecord(inputValue) ? offered.realInput(inputValue) : input;
}

/** Throws if a tool has a name or description that endpoints refuse, or a name that another tool has. */
function assertOfferable(tools: readonly Tool[]): void {
  for (const [at, { name, description, server }] of tools.entries()) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(name) || (name.startsWith('mcp_') && !server))
      throw new Error(
        `A tool is named “${name}”. A name has at most 64 characters, a-z, 0-9 and _, begins with a letter, and not with mcp_.`,
      );
    if (tools.findIndex((tool) => tool.name === name) < at) throw new Error(`Two tools are named “${name}”.`);
    if (description.trim() === '') throw new Error(`The tool “${name}” has no description.`);
  }
}

const logged = new WeakSet<Tool>();

/** Returns what a tool says of a call; false if it throws, which is logged once. */
function answerOf(tool: Tool, ask: (tool: Tool) => boolean): boolean {
  try {
    return ask(tool);
  } catch (error) {
    if (!logged.has(tool)) logProgramError(`the tool “${tool.name}” failed`, error);
    logged.add(tool);
    return false;
  }
}

/** The most unknown fields that a result names, and the longest of their names. */
const [mostUnknown, longestField] = [5, 40];

/** Returns a result that also names the given fields which the tool does not have, so that none is taken as set. */
function withUnknownFields(tool: Tool, unknown: Readonly<Record<string, unknown>>, result: ToolResult): ToolResult {
  const fields = Object.keys(unknown);
  if (fields.length === 0) return result;
  const unknownNames = fields.slice(0, mostUnknown).map((field) => `“${field.slice(0, longestField)}”`);
  return {
    ...result,
    text: `${result.text}\n[Left out, since ${tool.name} has no such field: ${unknownNames.join(', ')}]`,
  };
}

/** Returns the error of a call that was not made, since it would not be what was meant. */
const unusedFieldResult = ({ name }: Tool, { field, advice }: { field: string; advice: string }): ToolResult =>
  toolError('invalid_input', `Nothing was sent: ${name} has no field “${field.slice(0, longestField)}”. ${advice}.`, {
    cause: { failure: 'unused_field', name: field.slice(0, longestField) },
  });

function callOf(tool: Tool, input: Record<string, unknown>, unknown: Readonly<Record<string, unknown>>): CheckedCall {
  const about = tool.about?.(input);
  const call = {
    ok: true as const,
    tool: tool.name,
    access: tool.access(input),
    about: async (stores: ToolStores) => about ?? loadCallDescription(tool.name, input, stores),
  };
  if (tool.place === 'local') {
    return {
      ...call,
      place: 'local',
      missingRow: (stores) => missingRow(tool.name, input, stores),
      unclear: async (context) => (await tool.unclear?.(input, context)) ?? null,
      ...(call.access.rule === 'change' && { subject: async (stores) => (await tool.subject?.(input, stores)) ?? '' }),
      run: async (context) =>
        withUnknownFields(
          tool,
          unknown,
          await runLocal(tool.name, (localContext) => tool.run(input, localContext), context),
        ),
    };
  }
  const names = tool.server_names && { server_tool: { ...tool.server_names, reads: tool.reads(input) } };
  const withServerNames = (result: ToolResult): ToolResult => ({
    ...withUnknownFields(tool, unknown, result),
    ...names,
  });
  const repeatable = tool.repeatable(input);
  const inDoubt = !repeatable && { failure: 'outcome_unknown' as const, name: about?.host ?? '' };
  return {
    ...call,
    ...names,
    place: 'remote',
    repeatable,
    run: async (context): Promise<ToolRunOutcome> => {
      try {
        const { finish, ...rest } = storableToolOutcome(tool.name, await tool.run(input, context));
        const remoteOutcome = { ...rest, result: withServerNames(rest.result) };
        return finish
          ? {
              ...remoteOutcome,
              finish: async (localContext) => withServerNames(await runLocal(tool.name, finish, localContext)),
            }
          : remoteOutcome;
      } catch (error) {
        const text = `${tool.name} failed`;
        const result = context.signal.aborted ? toolError('failed', text) : exceptionResult(text, error);
        return { result: inDoubt ? { ...result, cause: inDoubt } : result };
      }
    },
  };
}

/**
 * Runs a local tool so that all of its changes are written or none. Changes are buffered until it succeeds, so it reads
 * the stores as they were before the call. An error of the tool becomes a failed result; an error of the stores is
 * rethrown, so that the transaction rolls back.
 */
async function runLocal(
  name: string,
  run: (context: LocalToolContext) => Promise<ToolResult>,
  context: LocalToolContext,
): Promise<ToolResult> {
  const changes: (() => Promise<void>)[] = [];
  const storeErrors = new Set<unknown>();
  const bufferedRows = <T>(rows: TransactionRows<T>): TransactionRows<T> => ({
    get: (id) => watched(rows.get(id)),
    all: () => watched(rows.all()),
    put: async (row) => {
      changes.push(() => rows.put(row));
    },
  });
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      storeErrors.add(error);
      throw error;
    }
  };
  const { todos, entries, notes, files } = context.stores;
  const stores = {
    todos: bufferedRows(todos),
    entries: bufferedRows(entries),
    notes: bufferedRows(notes),
    files: bufferedRows(files),
  };

  let outcome: ToolRunOutcome;
  try {
    outcome = storableToolOutcome(name, { result: await run({ ...context, stores }) });
  } catch (error) {
    if (storeErrors.has(error)) throw error;
    return exceptionResult(`${name} failed and changed nothing`, error);
  }
  const { result, file } = outcome;
  if (result.ok) for (const change of changes) await change();
  if (!file) return result;
  const { sessionId, now } = context;
  const id = context.newId('file');
  const keptName = storedFileName(file, await context.stores.files.all());
  await context.stores.files.put(newSessionFile({ ...file, name: keptName }, { id, session: sessionId, at: now }));
  return { ...result, text: textWithFileName(result.text, file.name, keptName), artifact: result.artifact ?? id };
}

/** Returns the failed result for an exception of a tool, which developers find in the console. */
function exceptionResult(what: string, error: unknown): ToolResult {
  logProgramError(what, error);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return toolError('failed', `${what}: ${reason}`, { quote: reason });
}

/**
 * Returns the name in the plain form: some models write `functions.todo` or `Todo` for `todo`. Spaces and hyphens
 * become `_`.
 */
const plainName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^(?:functions?|tools?|default_api)[.:]/, '')
    .replace(/[\s-]+/g, '_');

/** Names that models know from elsewhere, and the tool that does such things here in its own way. */
const similar: readonly [name: RegExp, tool: string][] = [
  [
    /^(?:write|save|create|append|add|edit|read|open)(?:_(?:to|a|text))*_(?:file|files|document)$|^file_?system$/,
    'files',
  ],
  [/^(?:python\w*|javascript|code|code_interpreter|(?:run|execute)_(?:code|python|javascript)|calculator)$/, 'compute'],
  [/^(?:browser|web|web_?browser|internet|http|curl|requests?|scrape\w*)$/, 'fetch'],
  [/^(?:google|bing|duckduckgo\w*|search_(?:google|internet|engine))$/, 'search'],
  [/^(?:(?:set_|create_|add_)?(?:reminder|alarm|appointment|meeting)|google_calendar)$/, 'schedule'],
  [/^(?:tasks?|task_list|checklist)$/, 'todo'],
  [/^(?:(?:take|save|add|create)_)?notes?$/, 'memory'],
];

function unknownTool(name: string, names: readonly string[]): string {
  const plain = plainName(name);
  const like = similar.find(([pattern, tool]) => pattern.test(plain) && names.includes(tool))?.[1];
  const near = like ?? nearestName(plain, names);
  const guess = near ? ` Did you mean “${near}”?` : '';
  return `There is no tool “${name.slice(0, 60)}”.${guess} The tools are: ${names.join(', ')}.`;
}

/** A source of tools that change at run time, such as those of MCP servers. */
export interface ToolSource {
  /** The tools available now. */
  list(): readonly Tool[];
  /** Resolves once the tools, or the one of this name, are known or the wait has timed out (as `Toolbox.ready`). */
  ready(name?: string): Promise<void>;
  /** Returns why a tool of this name is not available at present, if that is known. */
  unavailableReason(name: string): ToolResult | null;
}
