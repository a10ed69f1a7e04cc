import type { StepStatus } from '../../plan/step.ts';
import { originalOf, simplified } from '../../values/simplified-chinese.ts';

/** Status signs, in boxes or alone before a task. */
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
  [/^(?:in[ -]?progress|doing|now|wip|started|active|进行中|正在进行|处理中|在做)$/i, 'running'],
  [/^(?:cancell?ed|dropped|skipped|won'?t do|已取消|取消|跳过|已跳过|放弃|已放弃)$/i, 'skipped'],
  [/^(?:failed|失败)$/i, 'failed'],
  [
    /^(?:to[ -]?do|open|pending|not started|backlog|next|later|wait|waiting|待办|待处理|未完成|未开始|待完成)$/i,
    'pending',
  ],
];

/** A status given in the text of a task, and the text without it. */
export interface StatusInTaskText {
  status: StepStatus;
  /** The sign or word that gives the status. */
  sign: string;
  text: string;
}

/** Returns the status that the character in a checkbox stands for, such as `x`, `-` or `✅`; null for an unknown one. */
export function statusOfCheckboxSign(sign: string): StepStatus | null {
  return signs.get(sign.replace(/\uFE0F/g, '')) ?? null;
}

/** Returns the status that a word or a heading names, such as `Done` or `进行中`; null for any other word. */
export function statusOfWord(word: string): StepStatus | null {
  const plain = simplified(word).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

const leading = /^(✅|☑|✔|✓|√|❌|✗|✘|⏳|⌛|🔄|🚧|🚫|⏭|☐|☑|☒|⬜|🔲|□)\uFE0F?[\s\u3000]*(?=\S)/u;
const trailing = /[\s\u3000]*(✅|☑|✔|✓|√|❌|✗|✘|⏳|⌛|🔄|🚧|🚫)\uFE0F?$/u;
const bracketed = /^(.*\S)[\s\u3000]*[(（[【]([^()（）[\]【】]{2,12})[)）\]】]$/u;
const bracketedFirst = /^[(（[【]([^()（）[\]【】]{2,12})[)）\]】][\s\u3000]*(\S.*)$/u;
/** Status keywords before or after a task: those of Logseq, Org and TaskPaper. */
const keyword = /^(TODO|DOING|DONE|NOW|LATER|WAITING|WAIT|STARTED|IN-PROGRESS|CANCELED|CANCELLED)[:：]?[ \t]+(\S.*)$/u;
const tagged = /^(.*\S)[ \t]+@(done|cancell?ed)(?:\([^()]*\))?$/iu;
const worded =
  /^(.*\S)[ \t]*(?:[ \t][-–—]|[:：])[ \t]*(done|completed?|finished|in progress|cancell?ed|skipped|failed|to-?do|pending)$/iu;
const last = /^(.*\S)[\s\u3000]+(?:[-–—:：][\s\u3000]*)?(已完成|已取消|进行中|未完成|未开始|已跳过)$/u;

/** The number of last characters of a text that are searched for a status, since patterns try each position. */
const longestSign = 100;

/** The status in the text of a task, given by a sign, a word in brackets, or strikethrough; null if there is none. */
export function findStatusInTaskText(text: string): StatusInTaskText | null {
  const from = Math.max(0, text.length - longestSign);
  const [head, end] = [text.slice(0, from), text.slice(from)];
  const first = leading.exec(text) ?? trailing.exec(end);
  if (first?.[1] && first[0] !== text) {
    const rest = text.startsWith(first[0]) ? text.slice(first[0].length) : text.slice(0, -first[0].length);
    const status = statusOfCheckboxSign(first[1]);
    return status && { status, sign: first[1], text: rest };
  }
  const struck = /^~~([^~]+)~~$/.exec(text);
  if (struck?.[1]) return { status: 'skipped', sign: '~~', text: struck[1] };
  const [, key = '', task = ''] = keyword.exec(text) ?? [];
  const keyed = key === '' ? null : statusOfWord(key.replace('-', ' '));
  if (keyed) return { status: keyed, sign: key, text: task };
  for (const pattern of [bracketed, last, tagged, worded]) {
    const [, before = '', word = ''] = pattern.exec(simplified(end)) ?? [];
    const wordStatus = before === '' ? null : statusOfWord(word);
    if (wordStatus)
      return {
        status: wordStatus,
        sign: originalOf(word, end),
        text: (head + end.slice(0, before.length)).replace(/[\s\u3000]+[-–—]$|[:：]$/u, ''),
      };
  }
  const [, ahead = '', after = ''] = bracketedFirst.exec(text) ?? [];
  const saidFirst = after === '' ? null : statusOfWord(ahead);
  return saidFirst && { status: saidFirst, sign: ahead, text: after };
}

function each(list: string, status: StepStatus): [string, StepStatus][] {
  return Array.from(list, (sign) => [sign, status]);
}
