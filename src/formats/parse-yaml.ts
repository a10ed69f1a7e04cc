import { type Document, isScalar, Lexer, LineCounter, parseAllDocuments, visit } from 'yaml';
import { oneLineExcerpt, importLimits, lineAndColumn } from './plan-file/limits.ts';
import type { PlanFileError } from './plan-file/plan-file-error.ts';
import type { YamlReader } from './plan-file/read-plan-file.ts';
import { losesDigits } from './plan-file/read-json.ts';
import type { Repair } from './plan-file/repair.ts';

const longest = 2_000_000;
/** How many characters of a long text are checked for YAML. */
const sample = 20_000;

/** Reads all documents of a YAML text; refuses code, endless repetition and too deep nesting. */
export const parseYaml: YamlReader = (text) => {
  if (text.length > longest) {
    const isYaml = parseYaml(text.slice(0, text.lastIndexOf('\n', sample) + 1)).ok;
    return isYaml ? refused('yaml_too_large', { limit: longest / 1_000_000 }) : refused('bad_yaml', place(1, 1));
  }
  const deep = tooDeep(text);
  if (deep !== null) return refused('too_deep', { ...place(deep, 1), limit: importLimits.depth });
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return place(Math.max(line, 1), Math.max(col, 1));
  };
  try {
    const options = {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      schema: 'core',
      merge: true,
    } as const;
    const documents = parseAllDocuments(text, options);
    const all: Document[] = Array.isArray(documents) ? documents : [];
    const values: unknown[] = [];
    const repairs = comments(text, (offset) => placeAt(offset).line);
    for (const document of all) {
      const [error] = document.errors;
      if (error) return refused('bad_yaml', placeAt(error.pos[0]));
      for (const { pos } of document.warnings) repairs.push(left('markup', placeAt(pos[0]).line, text.slice(...pos)));
      repairs.push(...repeated(document, (offset) => placeAt(offset).line));
      repairs.push(...keepDigits(document, (offset) => placeAt(offset).line));
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      if (value !== null) values.push(value);
    }
    return { ok: true, values, repairs };
  } catch {
    return refused('bad_yaml', place(1, 1));
  }
};

const place = (line: number, column: number) => ({ line, column });

function refused(code: PlanFileError['code'], params: PlanFileError['params']): ReturnType<YamlReader> {
  return { ok: false, error: { code, path: '', params } };
}

function left(code: 'comment' | 'markup', line: number, text: string): Repair {
  return { code, path: String(line), from: oneLineExcerpt(text), to: '' };
}

/**
 * Returns a repair for each comment of a text that parses, since comments are dropped. The lexer distinguishes them
 * from scalars, which may begin with `#`, too.
 */
function comments(text: string, lineAt: (offset: number) => number): Repair[] {
  const commentRepairs: Repair[] = [];
  let offset = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && !isScalar) commentRepairs.push(left('comment', lineAt(offset), token));
    isScalar = token === '\u001f';
    if (!'\u0002\u0018\u001f'.includes(token)) offset += token.length;
  }
  return commentRepairs;
}

/** Returns a repair for each key that occurs twice in one object; the last one counts. */
function repeated(document: Document, lineAt: (offset: number) => number): Repair[] {
  const duplicateRepairs: Repair[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seenKeys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const line = key.range ? lineAt(key.range[0]) : 1;
        if (seenKeys.has(key.value))
          duplicateRepairs.push({ code: 'duplicate_key', path: String(line), from: oneLineExcerpt(key.value), to: '' });
        seenKeys.add(key.value);
      }
    },
  });
  return duplicateRepairs;
}

/** Makes each decimal integer text that a JavaScript number cannot hold, in place, and returns a repair for each. */
function keepDigits(document: Document, lineAt: (offset: number) => number): Repair[] {
  const digitRepairs: Repair[] = [];
  visit(document, {
    Scalar: (_, node) => {
      const { value, source = '', range } = node;
      if (typeof value !== 'number' || !losesDigits(source)) return;
      node.value = source;
      digitRepairs.push({
        code: 'digits',
        path: String(range ? lineAt(range[0]) : 1),
        from: oneLineExcerpt(source),
        to: '',
      });
    },
  });
  return digitRepairs;
}

/** The line where brackets or indentation exceed the depth limit, or null; must run before any recursive code. */
function tooDeep(text: string): number | null {
  let open = 0;
  for (const { 0: char, index } of text.matchAll(/[[\]{}]/g)) {
    open += char === '[' || char === '{' ? 1 : -1;
    if (open > importLimits.depth) return lineAndColumn(text, index).line;
  }
  const indented = /^(?: {2}|- ){65}/m.exec(text);
  return indented ? lineAndColumn(text, indented.index).line : null;
}
