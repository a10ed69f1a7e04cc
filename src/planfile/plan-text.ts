import { limits } from './limits.ts';
import { lineOf } from './line-of.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import type { Repair } from './repair.ts';

export type PlanText =
  { kind: 'json' | 'markdown'; text: string; repairs: Repair[] } | { kind: 'refused'; problem: PlanFileProblem };

const fenceLine = /^[ \t]*(?:```|~~~).*$/gm;

/** Takes off what stands around a plan (a byte order mark, a code fence) without moving any line, and says what it is. */
export function planText(file: string): PlanText {
  if (bytes(file) > limits.bytes) return refused('too_large', { limit: limits.bytes / 1024 / 1024 });
  const repairs: Repair[] = [];
  let text = file;
  if (text.startsWith('\uFEFF')) {
    text = ` ${text.slice(1)}`;
    repairs.push({ code: 'bom', path: '1', from: '', to: '' });
  }
  if (text.trim() === '') return refused('blank_file');
  if (isJson(text)) return { kind: 'json', text, repairs };
  const [first, second] = text.matchAll(fenceLine);
  const start = first ? first.index + first[0].length + 1 : 0;
  const inner = text.slice(start, second?.index);
  const wrapped =
    text.slice(0, first?.index).trim() === '' && text.slice(start + inner.length).trim() === second?.[0].trim();
  if (!first || !(isJson(inner) || wrapped)) return { kind: 'markdown', text, repairs };
  repairs.push({ code: 'code_fence', path: String(lineOf(text, first.index).line), from: '', to: '' });
  const above = text.slice(0, start).replace(/[^\n]/g, ' ');
  return { kind: isJson(inner) ? 'json' : 'markdown', text: above + inner, repairs };
}

function refused(code: PlanFileProblem['code'], params: PlanFileProblem['params'] = {}): PlanText {
  return { kind: 'refused', problem: { code, path: '', params } };
}

/** Whether the text starts as an object or a list does, comments aside; `[ ]` and `[x]` start a task. */
function isJson(text: string): boolean {
  return /^\s*(?:\{|\[(?![ xX]\]\s*[^\s\]])|\/\/|\/\*)/.test(text);
}

function bytes(text: string): number {
  let count = text.length;
  if (count > limits.bytes || count * 3 <= limits.bytes) return count;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char > 0x7ff && (char < 0xd800 || char > 0xdfff)) count += 2;
    else if (char > 0x7f) count += 1;
  }
  return count;
}
