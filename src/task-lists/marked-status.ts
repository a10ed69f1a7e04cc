import type { StepStatus } from '../domain/step.ts';

/** Signs for a status, as boxes hold them and as they stand alone before a task. */
const signs = new Map<string, StepStatus>([
  ...each('xX✓✔√vV☑✅☒■', 'completed'),
  ...each(' □☐⬜🔲⬛🔳○', 'pending'),
  ...each('-－', 'skipped'),
  ...each('/~⏳⌛🔄🚧…◐◔◑', 'running'),
  ...each('❌✗✘×', 'failed'),
  ...each('🚫⏭', 'skipped'),
]);

const words: readonly [RegExp, StepStatus][] = [
  [/^(?:done|complete|completed|finished|closed|resolved|已完成|完成|搞定|已办)$/i, 'completed'],
  [/^(?:in[ -]?progress|doing|wip|started|active|进行中|正在进行|处理中|在做)$/i, 'running'],
  [/^(?:cancell?ed|dropped|skipped|won'?t do|已取消|取消|跳过|已跳过|放弃|已放弃)$/i, 'skipped'],
  [/^(?:failed|失败)$/i, 'failed'],
  [/^(?:to[ -]?do|open|pending|not started|backlog|next|later|waiting|待办|待处理|未完成|未开始|待完成)$/i, 'pending'],
];

/** A status that stands in the words of a task, and those words without it. */
export interface MarkedStatus {
  status: StepStatus;
  /** The sign or word that says so. */
  sign: string;
  text: string;
}

/** The status that a sign within a box means; null where the sign has no known meaning. */
export function statusOfSign(sign: string): StepStatus | null {
  return signs.get(sign.replace(/\uFE0F/g, '')) ?? null;
}

/** The status that a word or a heading names, such as `Done` or `进行中`; null where it is another word. */
export function statusOfWord(word: string): StepStatus | null {
  const plain = word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

const leading = /^(✅|☑|✔|✓|√|❌|✗|✘|⏳|⌛|🔄|🚧|🚫|⏭|☐|☑|☒|⬜|🔲|□)\uFE0F?[\s\u3000]*(?=\S)/u;
const trailing = /[\s\u3000]*(✅|☑|✔|✓|√|❌|✗|✘|⏳|⌛|🔄|🚧|🚫)\uFE0F?$/u;
const bracketed = /^(.*\S)[\s\u3000]*[(（[【]([^()（）[\]【】]{2,12})[)）\]】]$/u;
const bracketedFirst = /^[(（[【]([^()（）[\]【】]{2,12})[)）\]】][\s\u3000]*(\S.*)$/u;
const last = /^(.*\S)[\s\u3000]+(?:[-–—:：][\s\u3000]*)?(已完成|已取消|进行中|未完成|未开始|已跳过)$/u;

/** The status that the words of a task carry by a sign, a word in brackets, or being struck out; null without one. */
export function markedStatus(text: string): MarkedStatus | null {
  const first = leading.exec(text) ?? trailing.exec(text);
  if (first?.[1] && first[0] !== text) {
    const rest = first.index === 0 ? text.slice(first[0].length) : text.slice(0, first.index);
    const status = statusOfSign(first[1]);
    return status && { status, sign: first[1], text: rest };
  }
  const struck = /^~~([^~]+)~~$/.exec(text);
  if (struck?.[1]) return { status: 'skipped', sign: '~~', text: struck[1] };
  const [, before = '', word = ''] = bracketed.exec(text) ?? last.exec(text) ?? [];
  const said = before === '' ? null : statusOfWord(word);
  if (said) return { status: said, sign: word, text: before.replace(/[\s\u3000]+[-–—]$|[:：]$/u, '') };
  const [, ahead = '', after = ''] = bracketedFirst.exec(text) ?? [];
  const saidFirst = after === '' ? null : statusOfWord(ahead);
  return saidFirst && { status: saidFirst, sign: ahead, text: after };
}

function each(list: string, status: StepStatus): [string, StepStatus][] {
  return Array.from(list, (sign) => [sign, status]);
}
