/**
 * Runs inside the sandbox before the program and takes hold of what it needs, so that a program which bends JavaScript
 * bends it for itself only. `print` and `rows` come from outside; what it returns is for the outside alone.
 */
export const prelude = `((print, rows) => {
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
