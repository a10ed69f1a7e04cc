import { findStatusInTaskText, statusOfCheckboxSign } from './marked-status.ts';
import type { ListNode, HeadingSection } from './lexed-lines.ts';
import type { LineUsage } from './reading-of-lines.ts';
import type { ListedTask } from './task-lists.ts';

/**
 * The kind of list item that counts as a task in a text: items with boxes if there are any; otherwise numbered items;
 * otherwise bullets, or `marked` if some of them have a status character.
 */
export type TaskItemKind = 'box' | 'number' | 'marked' | 'bullet';

/** Returns the kind of list item that counts as a task in a text; null if it has no lists. */
export function detectTaskItemKind(sections: readonly HeadingSection[], { boxesOnly }: LineUsage): TaskItemKind | null {
  const lists = sections.flatMap((section) => section.lists);
  const hold = (is: (node: ListNode) => boolean) => lists.some((list) => list.some((node) => within(node, is)));
  if (hold(hasBox)) return 'box';
  if (hold(isNumbered)) return 'number';
  if (!boxesOnly && hold(isBoxed)) return 'marked';
  return lists.length > 0 ? 'bullet' : null;
}

/** Returns the tasks of one list; an item that is not a task belongs to the task around it, or is left out. */
export function tasksInList(list: readonly ListNode[], sign: TaskItemKind, reading: LineUsage): ListedTask[] {
  const own = list.some((node) => holds(node, sign));
  return list.flatMap((node): ListedTask[] => {
    if (!own || (reading.boxesOnly && !within(node, hasBox))) {
      leaveOut(node, reading);
      return [];
    }
    const task = taskOf(node, sign, reading);
    return task ? [task] : [];
  });
}

function taskOf(node: ListNode, sign: TaskItemKind, reading: LineUsage): ListedTask | null {
  const { mark, line } = node;
  const boxStatus = mark.box === null ? null : statusOfCheckboxSign(mark.box.replace('\\', ''));
  const worded = reading.boxesOnly
    ? null
    : boxStatus === null || boxStatus === 'pending'
      ? findStatusInTaskText(mark.text.trim())
      : null;
  const text = (worded?.text ?? mark.text).trim();
  if (text === '') {
    reading.note('no_text', line, reading.source[line] ?? '');
    reading.claim('left_out', line);
    node.ownLines.forEach((each) => reading.leaveOut(each));
    node.children.forEach((child) => leaveOut(child, reading));
    return null;
  }
  if (!holds(node, sign)) reading.note(sign === 'box' ? 'guessed_boxless' : 'guessed_numberless', line, text);
  if (worded) reading.note('sign', line, worded.sign, worded.status);
  if (mark.box !== null && (boxStatus === null || /[~>]/.test(mark.box)))
    reading.note('unknown_sign', line, `[${mark.box}]`, boxStatus ?? 'pending');
  reading.claim('step', line);
  const children = node.children.some((child) => nested(child, sign)) ? node.children : [];
  const below = children.length > 0 ? node.ownLines : [...node.ownLines, ...node.children.flatMap(linesOf)];
  const details = reading.details(
    below.sort((a, b) => a - b),
    !isHeadline(node, reading),
  );
  if (children.length > 0) node.ownLines.filter((own) => own > (children[0]?.line ?? 0)).forEach(tellIfLoose(reading));
  const heads = !reading.boxesOnly && (children.length > 0 || details.details.length > 0);
  return {
    text: heads ? text.replace(/(?<=\S)\s*[：:]$/u, '') : text,
    status: worded?.status ?? boxStatus ?? 'pending',
    ...details,
    isPhase: false,
    children: children.flatMap((child) => taskOf(child, sign, reading) ?? []),
    line: line + 1,
  };
}

/** Notes a paragraph after the nested tasks of a task, which may belong to that task or to the whole list. */
const tellIfLoose = (reading: LineUsage) => (line: number) => {
  const words = reading.source[line] ?? '';
  if (words.trim() !== '' && !/^\s/.test(words)) reading.note('joined', line, words);
};

function leaveOut(node: ListNode, reading: LineUsage): void {
  for (const line of linesOf(node)) reading.leaveOut(line);
}

const linesOf = (node: ListNode): number[] => [node.line, ...node.ownLines, ...node.children.flatMap(linesOf)];
/** True if the lines below an item are a separate paragraph, because the item is a headline. */
const isHeadline = ({ mark, line }: ListNode, { source }: LineUsage) =>
  mark.level !== null || /^\*+ +[A-Z]{4,} /.test(source[line] ?? '');
const hasBox = ({ mark }: ListNode): boolean => mark.box !== null;
const isBoxed = ({ mark }: ListNode): boolean => mark.box !== null || findStatusInTaskText(mark.text.trim()) !== null;
const isNumbered = (node: ListNode) => node.mark.number !== null;
const within = (node: ListNode, is: (node: ListNode) => boolean): boolean =>
  is(node) || node.children.some((child) => within(child, is));

function holds(node: ListNode, sign: TaskItemKind): boolean {
  switch (sign) {
    case 'box':
      return within(node, isBoxed);
    case 'number':
      return within(node, isNumbered);
    case 'marked':
    case 'bullet':
      return true;
  }
}

/** True if the items below a task are tasks: boxes and numbers are, bullets are its details. */
const nested = (node: ListNode, sign: TaskItemKind) =>
  sign === 'marked' ? within(node, isBoxed) : sign !== 'bullet' && holds(node, sign);
