import type { QuickJSHandle, QuickJSWASMModule, QuickJSContext } from 'quickjs-emscripten-core';
import type { SandboxLimits, SandboxOutcome, SandboxProgram } from '../../ports/sandbox.ts';
import { isCsv, parseFileData } from '../../records/parse-file-data.ts';
import {
  csvFormatOfText,
  decimalMark,
  type DecimalMark,
  isAmbiguousNumber,
  parseWrittenNumber,
} from '../../records/written-numbers.ts';
import { addWebHelpers, adviceForMissing } from './web-helpers.ts';
import { tablesFromMarkdown, readCsv, tableRows } from '../../records/tables.ts';

/** The lines that a program has printed, up to a total length. */
class PrintedLines {
  readonly lines: string[] = [];
  #left: number;
  #full = false;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Adds a line; `readText` is called only while there is space. */
  add(length: number, readText: () => string): void {
    if (this.#full) return;
    this.#left -= length + 1;
    if (this.#left >= 0) {
      this.lines.push(readText());
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
 * freed: it ends with its worker. Its clock shows the machine's local time and calls it UTC, so that a day without a
 * zone is the same day in the value, and today is the person's.
 */
export function runProgram(...programArguments: Parameters<typeof runInZone>): SandboxOutcome {
  const { now } = Date;
  const ahead_ms = -new Date(now()).getTimezoneOffset() * 60_000;
  /** The function that QuickJS calls for the time and the zone. */
  const zone = Object.getOwnPropertyDescriptor(Date.prototype, 'getTimezoneOffset');
  Object.defineProperty(Date.prototype, 'getTimezoneOffset', { ...zone, value: () => 0 });
  Date.now = () => now() + ahead_ms;
  try {
    return runInZone(...programArguments);
  } finally {
    Object.defineProperty(Date.prototype, 'getTimezoneOffset', { ...zone });
    Date.now = now;
  }
}

function runInZone(
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
  const remarks = new Set<string>();
  const rowsOf = (text: string): Record<string, string>[] => {
    const csvTable = readCsv(text);
    for (const remark of csvTable.remarks) remarks.add(remark);
    return csvTable.rows;
  };
  const dataJson = () => {
    if (typeof data === 'string') return data;
    return JSON.stringify(parseFileData(data, rowsOf));
  };
  let mark: DecimalMark | null | undefined;
  let toldOpen = false;
  const numberIn = (text: string) => {
    if (mark === undefined) mark = markOf(data, files);
    const parsedNumber = parseWrittenNumber(text, mark ?? '.');
    if (mark === null && !toldOpen && isAmbiguousNumber(text)) {
      toldOpen = true;
      remarks.add(
        `number(text) read “${text}” as ${parsedNumber ?? NaN}, with a decimal point, since the data does not tell its decimal mark.`,
      );
    }
    return parsedNumber;
  };
  const own = furnish(context, printed, {
    numberIn,
    onCut: (reader, text, readDigits) =>
      remarks.add(`${reader} read “${text}” as ${readDigits}; number(text) reads it as ${numberIn(text) ?? NaN}.`),
    given: (name) => {
      if (name === 'isTable') return String(typeof data !== 'string' && isCsv(data));
      return name === 'files' ? JSON.stringify(files) : dataJson();
    },
    rowsOf,
  });
  const logs = printed.lines;

  const failureOutcome = (thrownValue: QuickJSHandle): SandboxOutcome => {
    if (late) return { kind: 'timeout', logs };
    end = now() + lastWords.time_ms;
    runtime.setMemoryLimit(limits.memory_bytes + lastWords.memory_bytes);
    const faultResult = own.fault(thrownValue);
    if (faultResult.error) return { kind: 'fault', message: 'it threw something that cannot be shown', logs };
    const message = context.getString(faultResult.value).slice(0, lastWords.chars);
    if (/^InternalError: out of memory|^thrown: null$/.test(message)) return { kind: 'memory', logs };
    return { kind: 'fault', message, logs };
  };

  const result = evaluate(context, code, isLate);
  if (result.kind === 'thrown') return failureOutcome(result.error);
  if (result.kind === 'unsettled')
    return isLate()
      ? { kind: 'timeout', logs }
      : { kind: 'fault', message: 'it waits for a promise that nothing will ever settle', logs };
  if (context.typeof(result.value) === 'number' && !Number.isFinite(context.getNumber(result.value)))
    return { kind: 'fault', message: `its value is ${context.getNumber(result.value)}; ${causesOfNaN}`, logs };
  const json = own.value(result.value);
  if (json.error) return failureOutcome(json.error);
  if (context.typeof(json.value) !== 'string') return { kind: 'value', json: null, logs };
  const length = context.getNumber(context.getProp(json.value, 'length'));
  if (length > limits.value_chars) return { kind: 'too_large', limit: limits.value_chars, logs };
  const lostNumberCount = own.lost();
  if (lostNumberCount > 0)
    remarks.add(
      `In the value, null stands for NaN, Infinity or an invalid date (${lostNumberCount === 1 ? 'once' : `${lostNumberCount} times`}); unless that is meant, ${causesOfNaN}.`,
    );
  for (const remark of own.unknown()) remarks.add(remark);
  return {
    kind: 'value',
    json: context.getString(json.value),
    logs,
    ...(remarks.size > 0 && { remarks: [...remarks] }),
  };
}

const causesOfNaN = 'look for texts such as “1,5” in Number(), for missing fields, and for divisions by zero';

/** Returns the decimal mark in the texts of a program's data and of its tables; null if they do not tell one. */
function markOf(data: SandboxProgram['data'], files: SandboxProgram['files']): DecimalMark | null {
  const tables = Object.entries(files).flatMap(([name, content]) => (isCsv({ name, mime: '' }) ? [content] : []));
  const marks = tables.map((content) => csvFormatOfText(content).mark);
  if (typeof data !== 'string') marks.push(isCsv(data) ? csvFormatOfText(data.content).mark : null);
  else {
    const texts: string[] = [];
    JSON.parse(data, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
    });
    marks.push(decimalMark([texts], { commas: false }));
  }
  const [mark = null, another] = new Set(marks.filter((told) => told !== null));
  return another === undefined ? mark : null;
}

/** The longest text whose tables are read, in characters: the host reads it outside of the limits of the engine. */
const longestTable = 20_000_000;
/** The longest text that is read as a number, in characters. */
const longestNumber = 60;

/**
 * Runs inside the sandbox before the program and saves the built-ins that it needs, so that a program that modifies
 * JavaScript's built-ins affects only itself. `print` and `rows` are host functions; only the host gets the return
 * value.
 */
const prelude = `((print, rows, given, numberIn, cut) => {
  'use strict';
  const { stringify, parse } = JSON;
  JSON.parse = (text, ...more) => (typeof text === 'object' && text !== null ? text : parse(text, ...more));
  const { isFinite } = Number;
  const Day = Date;
  const { defineProperty, setPrototypeOf, hasOwn, keys } = Object;
  const others = ${JSON.stringify(adviceForMissing)};
  let lost = 0;
  function plain(key, value) {
    if (typeof value === 'bigint') return \`\${value}\`;
    if (value instanceof Map || value instanceof Set || (ArrayBuffer.isView(value) && !(value instanceof DataView))) return [...value];
    if (value instanceof Error || value instanceof RegExp) return \`\${value}\`;
    if (typeof value === 'function' && key !== '') return \`[function \${value.name}]\`;
    if (typeof value === 'number' ? !isFinite(value) : value === null && this[key] instanceof Day) lost += 1;
    return value;
  }
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
  globalThis.number = (text) => (typeof text === 'string' ? numberIn(text) : Number(text ?? NaN));
  let told = false;
  const cutting = {
    parseFloat: /^\\s*[-+]?(?:(?:\\d+|\\d{1,3}(?:\\.\\d{3})+),\\d+|\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:\\.\\d{3})+\\.\\d{1,2}|\\d{1,3}(?:\\.\\d{3}){2})\\D*$/,
    parseInt: /^\\s*[-+]?(?:\\d{1,3}(?:\\.\\d{3})+,\\d+|\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:\\.\\d{3}){2})\\D*$/,
  };
  for (const name of ['parseFloat', 'parseInt']) {
    const read = globalThis[name];
    const value = { [name]: (text, radix) => {
      const number = read(text, radix);
      if (!told && typeof text === 'string' && cutting[name].test(text)) {
        told = true;
        cut(name, text, \`\${number}\`);
      }
      return number;
    } }[name];
    for (const owner of [globalThis, Number])
      defineProperty(owner, name, { value, writable: true, enumerable: false, configurable: true });
  }
  const quoted = (names, most) =>
    names.slice(0, most).map((name) => \`“\${name.replace(/\\s+/g, ' ').slice(0, 80)}”\`).join(', ') + (names.length > most ? ' …' : '');
  const tables = [];
  function watched(table) {
    const names = new Set();
    tables.push({ table, names });
    const missing = new Proxy({}, {
      get(target, key) {
        if (typeof key === 'string' && !(key in target) && key !== 'toJSON' && key !== 'then') names.add(key);
        return target[key];
      },
    });
    for (let at = 0; at < table.length && at < 100; at += 1) setPrototypeOf(table[at], missing);
    return table;
  }
  globalThis.csv = (text) => watched(parse(rows('csv', String(text))));
  globalThis.tables = (text) => parse(rows('tables', String(text))).map(watched);
  const readers = {
    files: () => parse(given('files')),
    data: () => (given('isTable') === 'true' ? watched : (value) => value)(parse(given('data'))),
  };
  for (const name of ['files', 'data']) {
    const set = (value) => {
      defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true });
      return value;
    };
    defineProperty(globalThis, name, { get: () => set(readers[name]()), set, enumerable: true, configurable: true });
  }
  return {
    value(result) {
      lost = 0;
      return stringify(result, plain);
    },
    lost: () => lost,
    unknown: () => tables.flatMap(({ table, names }) => {
      const absent = [...names].filter((name) => table.every((row) => !hasOwn(row, name)));
      if (absent.length === 0) return [];
      const read = absent.length === 1 ? 'a column' : 'columns';
      return [\`The program read \${read} that no row has: \${quoted(absent, 5)}. The table has \${quoted(keys(table[0]), 30)}.\`];
    }).join('\\n'),
    fault(thrown) {
      if (!(thrown instanceof Error)) return \`thrown: \${shown(thrown)}\`;
      const line = /program\\.js:(\\d+)/.exec(thrown.stack)?.[1];
      const [, missing = ''] = /^'?(\\w+)'? is not defined/.exec(thrown.message) ?? [];
      const instead = hasOwn(others, missing) ? \`; there is no \${missing} here: \${others[missing]}\` : '';
      return \`\${thrown.name}: \${thrown.message}\${instead}\${line ? \` (line \${line})\` : ''}\`;
    },
  };
})`;

/** The host's handles to functions in the sandbox; each returns a handle, or the thrown value. */
interface Furnished {
  value(result: QuickJSHandle): ReturnType<QuickJSContext['callFunction']>;
  /** How many numbers and dates became null in the last value, since JSON cannot express them. */
  lost(): number;
  /** Remarks on the columns that the program read of tables in which no row has them. */
  unknown(): string[];
  fault(thrown: QuickJSHandle): ReturnType<QuickJSContext['callFunction']>;
}

/**
 * Adds `console`, `csv`, `tables`, `number`, `files` and `data` to an empty sandbox, and returns the functions that
 * read its values. `files` and `data` are read when the program first uses them.
 */
function furnish(
  context: QuickJSContext,
  printed: PrintedLines,
  {
    given,
    rowsOf,
    numberIn,
    onCut,
  }: {
    given: (name: string) => string;
    rowsOf: (csv: string) => Record<string, string>[];
    numberIn: (text: string) => number | null;
    /** Called once, with a text of which a built-in function read only the first digits. */
    onCut: (reader: string, text: string, read: string) => void;
  },
): Furnished {
  const print = context.newFunction('print', (text) => {
    const length = context.getNumber(context.getProp(text, 'length'));
    printed.add(length, () => context.getString(text));
  });
  const rows = context.newFunction('rows', (form, text) => {
    if (context.getNumber(context.getProp(text, 'length')) > longestTable)
      throw new RangeError(`a text of more than ${longestTable.toLocaleString('en')} characters is no table`);
    const whole = context.getString(text);
    const parsedTables = context.getString(form) === 'csv' ? rowsOf(whole) : tablesFromMarkdown(whole).map(tableRows);
    return context.newString(JSON.stringify(parsedTables));
  });
  const texts = context.newFunction('given', (name) => context.newString(given(context.getString(name))));
  const number = context.newFunction('number', (text) => {
    const isLong = context.getNumber(context.getProp(text, 'length')) > longestNumber;
    return context.newNumber(isLong ? NaN : (numberIn(context.getString(text)) ?? NaN));
  });
  const reportCut = context.newFunction('cut', (...texts) => {
    const [reader = '', text = '', readDigits = ''] = texts.map((item) =>
      context.getString(item).slice(0, longestNumber),
    );
    onCut(reader, text, readDigits);
  });
  addWebHelpers(context);
  const begin = context.unwrapResult(context.evalCode(prelude, 'prelude.js'));
  const own = context.unwrapResult(
    context.callFunction(begin, context.undefined, print, rows, texts, number, reportCut),
  );
  const [value, lostCounter, unknown, error] = ['value', 'lost', 'unknown', 'fault'].map((name) =>
    context.getProp(own, name),
  );
  if (!value || !lostCounter || !unknown || !error) throw new Error('The prelude is not whole.');
  return {
    lost: () => context.getNumber(context.unwrapResult(context.callFunction(lostCounter, own))),
    unknown: () => {
      const remarks = context.callFunction(unknown, own);
      return remarks.error
        ? []
        : context
            .getString(remarks.value)
            .split('\n')
            .filter((remark) => remark !== '');
    },
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
 * Returns the value of a program's last expression, also if it awaits at its top level; for a program with `return`
 * there, its return value. A promise is awaited.
 */
function evaluate(context: QuickJSContext, code: string, isLate: () => boolean): Evaluated {
  if (/\bawait\b/.test(code) && context.evalCode(code, name, asyncGlobal | compileOnly).error === undefined) {
    const run = context.evalCode(code, name, asyncGlobal);
    const end = run.error ? { kind: 'thrown' as const, error: run.error } : settled(context, run.value, isLate);
    return end.kind === 'value' ? settled(context, context.getProp(end.value, 'value'), isLate) : end;
  }
  const compiled = context.evalCode(code, name, { compileOnly: true });
  if (compiled.error === undefined || !/\b(return|await)\b/.test(code)) {
    const run = context.evalCode(code, name);
    return run.error ? { kind: 'thrown', error: run.error } : settled(context, run.value, isLate);
  }
  const run = context.evalCode(`(async () => {${code}\n})()`, name);
  return run.error ? { kind: 'thrown', error: run.error } : settled(context, run.value, isLate);
}

/** Flags of the engine: a program that may await at its top level, and one that is not run. */
const [asyncGlobal, compileOnly] = [1 << 7, 1 << 5];

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
