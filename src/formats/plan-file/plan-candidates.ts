import { parseJson } from '../../values/json.ts';
import { normalizeJsonPunctuation } from './read-json.ts';
import { oneLineExcerpt, importLimits, lineAndColumn } from './limits.ts';
import type { PlanFileError } from './plan-file-error.ts';
import type { Repair } from './repair.ts';
import type { LineNote, ListedTask, ParsedTaskLists } from '../task-lists/task-lists.ts';
import { isChatMessageHeader, lineBreaks } from '../task-lists/read-task-lists.ts';
import { planFieldAliases, stepFieldAliases, stepListFieldNames } from './field-names.ts';
import type { PlanDraft } from './own-names.ts';

/** A text that may contain a plan; its lines have the same numbers as in the file. */
export interface PlanCandidate {
  kind: 'json' | 'yaml' | 'markdown';
  text: string;
  repairs: Repair[];
}

type PlanSources = { ok: true; sources: PlanCandidate[] } | { ok: false; error: PlanFileError };

const fenceLine = /^[ \t]*(```|~~~)(.*)$/gm;

/**
 * Returns the texts of a file that may contain a plan, in the order in which they are to be tried: JSON or YAML from
 * its code fences or JSON from between prose, then the whole file; or only the content of a code fence that encloses
 * everything. Each has its format and the repairs made so far. An error if the file is too large or blank.
 */
export function planCandidates(file: string): PlanSources {
  if (new TextEncoder().encode(file).length > importLimits.bytes)
    return refused('too_large', { limit: importLimits.bytes / 1024 / 1024 });
  const repairs: Repair[] = [];
  let text = file;
  if (text.startsWith('\uFEFF')) {
    text = ` ${text.slice(1)}`;
    repairs.push({ code: 'bom', path: '1', from: '', to: '' });
  }
  if (text.trim() === '') return refused('blank_file');
  if (isJson(text)) return { ok: true, sources: [{ kind: 'json', text, repairs }] };
  const blocks = fenced(text);
  const bare = blocks.length === 0 ? bareJson(text, repairs) : null;
  if (bare) return { ok: true, sources: [bare, { kind: 'markdown', text, repairs }] };
  const data = blocks.flatMap(({ inner, start, language }): PlanCandidate[] => {
    const kind = isJson(inner) ? 'json' : /^ya?ml$/i.test(language) ? 'yaml' : null;
    return kind ? [{ kind, text: above(text, start) + inner, repairs: [...repairs, fenceAt(text, start)] }] : [];
  });
  const [only] = blocks;
  const whole: PlanCandidate = { kind: isYaml(text) ? 'yaml' : 'markdown', text, repairs };
  if (data.length > 0) return { ok: true, sources: [...data, { ...whole, kind: 'markdown' }] };
  if (!only || blocks.length > 1 || !only.isWhole) return { ok: true, sources: [whole] };
  const inner = above(text, only.start) + only.inner;
  const kind = isYaml(only.inner) ? 'yaml' : 'markdown';
  return { ok: true, sources: [{ kind, text: inner, repairs: [...repairs, fenceAt(text, only.start)] }] };
}

interface Block {
  start: number;
  inner: string;
  language: string;
  /** True if the fence has no text around it. */
  isWhole: boolean;
}

function fenced(text: string): Block[] {
  const marks = [...text.matchAll(fenceLine)];
  const blocks: Block[] = [];
  for (let nth = 0; nth < marks.length; nth += 2) {
    const [first, last] = [marks[nth], marks[nth + 1]];
    if (!first) break;
    const start = Math.min(first.index + first[0].length + 1, text.length);
    const end = last?.index ?? text.length;
    const after = last ? text.slice(end + last[0].length) : '';
    const isWhole = text.slice(0, first.index).trim() === '' && after.trim() === '';
    blocks.push({ start, inner: text.slice(start, end), language: first[2]?.trim() ?? '', isWhole });
  }
  return blocks;
}

/**
 * The maximum length of a text that is searched for JSON without a fence, in characters: the search takes as long as
 * parsing.
 */
const longestBare = 2_000_000;

/**
 * Returns JSON within prose without a fence, such as a reply with a sentence before it; the prose is omitted. Null if
 * there is none.
 */
function bareJson(text: string, repairs: readonly Repair[]): PlanCandidate | null {
  const start = text.length > longestBare ? -1 : text.search(/^[ \t]*(?:[{｛]\s*["“]|[[［]\s*["“{｛])/m);
  const end = start < 0 ? -1 : Math.max(...['}', ']', '｝', '］'].map((sign) => text.lastIndexOf(sign))) + 1;
  const json = text.slice(Math.max(start, 0), end);
  if (end <= start || parseJson(normalizeJsonPunctuation(json) ?? json) === undefined) return null;
  const around = [text.slice(0, start), text.slice(0, end).replace(/[^\n]/g, '') + text.slice(end)];
  const words = around.flatMap((part) =>
    part.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at }])),
  );
  const proseRepairs = words.map(({ line, at }): Repair => {
    return { code: 'prose', path: String(at + 1), from: oneLineExcerpt(line.trim()), to: '' };
  });
  return { kind: 'json', text: above(text, start) + text.slice(start, end), repairs: [...repairs, ...proseRepairs] };
}

const above = (text: string, start: number) => text.slice(0, start).replace(/[^\n]/g, ' ');

function fenceAt(text: string, start: number): Repair {
  return { code: 'code_fence', path: String(lineAndColumn(text, start - 1).line), from: '', to: '' };
}

function refused(code: PlanFileError['code'], params: PlanFileError['params'] = {}): PlanSources {
  return { ok: false, error: { code, path: '', params } };
}

/**
 * True if the text starts as a JSON object or list, after comments; `[ ]` and `[x]` start a task, `[Step]` a
 * declaration.
 */
function isJson(text: string): boolean {
  return /^\s*(?:[{｛]|［\s*[{｛"“]|\[(?![ xX\-/~>!?✓✔]?\]\s*[^\s\]]|(?:step|步[骤驟])\])|\/\/|\/\*)/i.test(text);
}

const stepNames = Object.values(stepFieldAliases).flat().join('|');
const planNames = [...Object.values(planFieldAliases).flat(), ...stepListFieldNames, stepNames].join('|');
const knownKey = new RegExp(`^(?:- )?[ \\t]*["']?(?:${planNames})["']?[ \\t]*[:：]`);
const stepWithField = new RegExp(`(?:^[ \\t]*-[ \\t]+|[{,][ \\t]*)["']?(?:${stepNames})["']?[ \\t]*[:：]`, 'm');

/**
 * True if the first line with content is a key, or an item with a key, as in YAML; for a key that is not in ASCII, if
 * it is the name of a field, and a step has a field, too.
 */
function isYaml(text: string): boolean {
  const first = /^(?:[ \t]*(?:#.*|---.*|%.*)?\r?\n)*([^\r\n]*)/.exec(text)?.[1] ?? '';
  if (/^(?:- )?[ \t]*["']?[A-Za-z_$][\w $-]{0,40}["']?:(?:[ \t]|$)/.test(first)) return true;
  return knownKey.test(first) && stepWithField.test(text);
}

const looseColon = new RegExp(
  `^([ \\t]*(?:- +)*["']?(?:${planNames})["']?)[ \\t]*(?:：[ \\t]*|(?<=\\p{Script=Han}["']?):(?=[^\\s:]))`,
  'u',
);

/** A value without quotes of which YAML would drop a part as a comment, or which it would not read as text. */
const needsQuotes = /^(?:#\S|[@`%&*!])|^(?!["'[{|>#]).*(?:\s#|:(?:\s|$))/u;

/**
 * Returns YAML in which the full-width colon after the name of a field is one of ASCII, with quotes around a value that
 * needs them; block texts are unchanged.
 */
export function normalizeYamlPunctuation(text: string): string {
  let block = Infinity;
  const lines = text.split('\n').map((line) => {
    const width = /^[ \t]*(?:- +)*/.exec(line)?.[0].length ?? 0;
    if (line.trim() === '' || width > block) return line;
    const ascii = line.replace(looseColon, '$1: ');
    const value = line.replace(looseColon, '').trim();
    if (ascii !== line && needsQuotes.test(value)) {
      block = Infinity;
      return `${ascii.slice(0, ascii.lastIndexOf(value))}'${value.replaceAll("'", "''")}'`;
    }
    block = /:[ \t]*[|>][-+\d]*\s*$/.test(ascii) ? width : Infinity;
    return ascii;
  });
  return lines.join('\n');
}

const sentence = /[。！？；;!?，,：\t{}<>|`=\\"]|[:.](?:\s|$)|[…、-]$|https?:/u;
/** The greatest width of a step without a mark; a Chinese character counts as two. */
const widestBare = 48;

/**
 * Returns a text of several short lines without any marks as a list with bullets, and the repair that says so. A first
 * line with a colon at its end, or with the sender and the time of a message, is no item. Null for prose.
 */
export function bulletListFromLines(text: string): { text: string; repairs: Repair[] } | null {
  const lines = text.split(lineBreaks);
  const filledLines = lines.flatMap((line, at) => (line.trim() === '' ? [] : [{ line: line.trim(), at }]));
  const head = filledLines[0]?.line ?? '';
  const items = /[：:]$/u.test(head) || isChatMessageHeader(head) ? filledLines.slice(1) : filledLines;
  const [first, last] = [items[0], items.at(-1)];
  const isItem = ({ line }: { line: string }) =>
    line.length <= widestBare &&
    line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0) <= widestBare &&
    /^[\p{L}\p{N}“《]/u.test(line) &&
    /\p{L}{2}/u.test(line) &&
    !sentence.test(line) &&
    !isChatMessageHeader(line);
  if (!first || !last || items.length < 2 || !items.every(isItem)) return null;
  if (/^\p{Lu}/u.test(first.line) && items.some(({ line }) => /^\p{Ll}/u.test(line))) return null;
  for (const { line, at } of items) lines[at] = `- ${line}`;
  const path = `${first.at + 1}–${last.at + 1}`;
  return { text: lines.join('\n'), repairs: [{ code: 'bare_lines', path, from: '', to: '' }] };
}

/** Returns the plans of a text with lists, each as a draft, with notes on its lines. */
export function planDraftsFromLists({ lists, notes }: ParsedTaskLists): { draft: PlanDraft; repairs: Repair[] }[] {
  const lineRepairs = notes.map(repairOf);
  return lists.map(({ title, tasks }) => {
    const repairs = [...lineRepairs];
    return { draft: { goal: title, steps: stepsOf(tasks, 0, repairs) }, repairs };
  });
}

function stepsOf(tasks: readonly ListedTask[], depth: number, repairs: Repair[]): PlanDraft[] {
  return tasks.flatMap((task): PlanDraft[] => {
    const step: PlanDraft = { description: wordsOf(task), status: task.status };
    if (task.children.length === 0) return [step];
    if (depth < importLimits.nestedPlans)
      return [{ ...step, plan: { goal: task.text, steps: stepsOf(task.children, depth + 1, repairs) } }];
    for (const { line, text } of task.children)
      repairs.push({ code: 'flattened', path: String(line), from: '', to: oneLineExcerpt(text) });
    return [step, ...stepsOf(task.children, depth, repairs)];
  });
}

function wordsOf({ text, details, wrapped }: ListedTask): string {
  const first = [text, ...details.slice(0, wrapped).map((line) => line.trim())].join(' ');
  return [first, ...details.slice(wrapped)].join('\n').trim();
}

function repairOf({ code, line, to, text, became }: LineNote): Repair {
  const path = to === line ? String(line) : `${line}–${to}`;
  return {
    code: code === 'unknown_sign' ? 'sign' : code,
    path,
    from: oneLineExcerpt(text),
    to: oneLineExcerpt(became),
  };
}
