import { LineCounter, parseAllDocuments } from 'yaml';
import type { ReadYaml } from '../planfile/plan-file-turns.ts';

const deepest = 64;
const longest = 2_000_000;

/** Reads all documents of a YAML text; whatever would run, repeat without end or nest too deep is refused. */
export const parseYaml: ReadYaml = (text) => {
  const lines = new LineCounter();
  const refused = (at: number): ReturnType<ReadYaml> => {
    const { line, col } = lines.linePos(at);
    return { ok: false, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (text.length > longest || tooDeep(text)) return { ok: false, line: 1, column: 1 };
  try {
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, schema: 'core' });
    if (!Array.isArray(documents)) return { ok: false, line: 1, column: 1 };
    const values: unknown[] = [];
    for (const document of documents) {
      const [error] = document.errors;
      if (error) return refused(error.pos[0]);
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      if (value !== null) values.push(value);
    }
    return { ok: true, values };
  } catch {
    return { ok: false, line: 1, column: 1 };
  }
};

/** Whether brackets or indentation nest deeper than any plan does; looked at before anything recursive sees the text. */
function tooDeep(text: string): boolean {
  let open = 0;
  for (const char of text.match(/[[\]{}]/g) ?? []) {
    open += char === '[' || char === '{' ? 1 : -1;
    if (open > deepest) return true;
  }
  return /^(?: {2,}|- ){65,}/m.test(text);
}
