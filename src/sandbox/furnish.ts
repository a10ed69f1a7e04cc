import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { csvRows } from '../domain/csv-rows.ts';
import { markdownTables } from '../domain/markdown-tables.ts';
import { tableRows } from '../domain/table-rows.ts';
import { prelude } from './prelude.ts';
import type { PrintedLines } from './printed-lines.ts';

/** What the outside may ask of the sandbox; each answer is a handle, or what was thrown instead. */
export interface Furnished {
  give(name: string, json: string): ReturnType<QuickJSContext['callFunction']>;
  value(result: QuickJSHandle): ReturnType<QuickJSContext['callFunction']>;
  fault(thrown: QuickJSHandle): ReturnType<QuickJSContext['callFunction']>;
}

/** Puts `console`, `csv` and `tables` into an empty sandbox, and takes hold of what reads its values. */
export function furnish(context: QuickJSContext, printed: PrintedLines): Furnished {
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
  const [give, value, fault] = ['give', 'value', 'fault'].map((name) => context.getProp(own, name));
  if (!give || !value || !fault) throw new Error('The prelude is not whole.');
  return {
    give: (name, json) => context.callFunction(give, own, context.newString(name), context.newString(json)),
    value: (result) => context.callFunction(value, own, result),
    fault: (thrown) => context.callFunction(fault, own, thrown),
  };
}
