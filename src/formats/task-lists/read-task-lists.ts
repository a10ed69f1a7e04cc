import { tasksInList, type TaskItemKind, detectTaskItemKind } from './chosen-tasks.ts';
import { collapseLongSpaces, listNumber } from './line-mark.ts';
import type { ImportedTaskWording } from '../imported-task-wording.ts';
import { lexedLines, sectionsWithLists, type HeadingSection } from './lexed-lines.ts';
import { statusOfWord } from './marked-status.ts';
import { parseOutline } from './outline.ts';
import { LineUsage } from './reading-of-lines.ts';
import { sheetTasks, tableTasks } from './table-tasks.ts';
import type { ListedTask, ParsedTaskList, ParsedTaskLists } from './task-lists.ts';
import { simplified } from '../../values/simplified-chinese.ts';

/** Line breaks, those of word processors included. */
export const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Returns the task lists of a text: lists with boxes, else numbered ones, else tables of tasks, else bullets. Several
 * first-level titles mean several lists; headings below a title are phases, or, on a board, a status. With `boxes`,
 * only items with a box are tasks, and their text is unchanged. Never throws, whatever the text is.
 */
export function readTaskLists(
  text: string,
  listKind: 'all' | 'boxes' = 'all',
  wording?: ImportedTaskWording,
): ParsedTaskLists {
  const source = text.split(listKind === 'boxes' ? /\r\n|\n|\r/ : lineBreaks);
  const outline = parseOutline(source);
  const lexed = lexedLines(outline.lines);
  const sections = sectionsWithLists(lexed, outline.marks, outline.lines);
  const reading = new LineUsage(source, lexed, outline.matter, listKind === 'boxes');
  const sheet = listKind === 'boxes' ? [] : sheetTasks(reading, wording);
  if (sheet.length > 0) return { lists: [{ title: null, tasks: sheet, line: 0 }], isSheet: true, ...reading.account() };
  const present = detectTaskItemKind(sections, reading);
  const sign = listKind === 'boxes' && present !== 'box' ? null : present;
  const sectionTasks = sections.map((section) => ({ section, tasks: tasksOf(section, sign, reading) }));
  const full = sectionTasks.filter(({ tasks }) => tasks.length > 0);
  if (full.length === 0) return { lists: [], isSheet: false, ...reading.account() };
  const tops = full.filter(({ section }) => titleOver(section, sections) === section && section.level === 1);
  const titles = new Set(full.map(({ section }) => titleOver(section, sections)));
  const several = titles.size > 1 && tops.length === titles.size;
  const lists = several
    ? [...titles].map((title) =>
        ofTitle(
          title,
          full.filter(({ section }) => titleOver(section, sections) === title),
          reading,
        ),
      )
    : [withFirstLine(ofTitle(onlyTitle(full, sections, outline.labels), full, reading), reading)];
  return { lists, isSheet: false, ...reading.account() };
}

interface Found {
  section: HeadingSection;
  tasks: ListedTask[];
}

function tasksOf(section: HeadingSection, common: TaskItemKind | null, reading: LineUsage): ListedTask[] {
  const sign =
    common === 'number' && isNumberedPart(section, reading)
      ? (detectTaskItemKind([section], reading) ?? common)
      : common;
  const listsWithLine = sign === null ? [] : section.lists.map((list) => ({ list, at: list[0]?.line ?? 0 }));
  const tables =
    reading.boxesOnly || (sign !== null && sign !== 'bullet')
      ? []
      : section.tables.flatMap((rows) => tableTasks(rows, reading));
  if (tables.length > 0) return tables;
  return listsWithLine.flatMap(({ list }) => (sign === null ? [] : tasksInList(list, sign, reading)));
}

/** True if a section is a numbered part of the plan: the items below it are tasks, numbered or not. */
const isNumberedPart = ({ level, line }: HeadingSection, reading: LineUsage) =>
  level > 0 && listNumber(headingText(reading.source[line] ?? '')) !== null;

/** Returns the first-level heading above a section; the section itself if it is one. */
function titleOver(section: HeadingSection, sections: readonly HeadingSection[]): HeadingSection | null {
  const rank = 1;
  const upTo = sections.slice(0, sections.indexOf(section) + 1);
  return upTo.findLast(({ level }) => level === rank) ?? null;
}

/** Returns the title of a text that is one list: its only title of the highest level, or its only heading. */
function onlyTitle(
  full: readonly Found[],
  sections: readonly HeadingSection[],
  labels: ReadonlySet<number>,
): HeadingSection | null {
  const headings = sections.filter(({ level, line }) => level > 0 && !labels.has(line));
  const rank = Math.min(...headings.map(({ level }) => level));
  const highest = headings.filter(({ level }) => level === rank);
  const first = full[0]?.section;
  if (highest.length === 1 && highest[0] && sections.indexOf(highest[0]) <= sections.indexOf(first ?? highest[0]))
    return highest[0];
  const above = rank === 1 && first ? titleOver(first, sections) : null;
  if (above) return above;
  return full.length === 1 && first && first.level > 0 && !labels.has(first.line) ? first : null;
}

function ofTitle(title: HeadingSection | null, parts: readonly Found[], reading: LineUsage): ParsedTaskList {
  const text = title && title.line >= 0 ? headingText(reading.source[title.line] ?? '') : null;
  if (title && title.line >= 0) reading.claim('goal', title.line);
  const headed = parts.filter(({ section }) => section !== title && section.level > 0);
  const statuses = headed.map(({ section }) => statusOfWord(headingText(reading.source[section.line] ?? '')));
  const isBoard = headed.length > 0 && statuses.every((status) => status !== null);
  const phases = !isBoard && headed.length > 0 && parts.length > 1;
  const tasks = parts.flatMap(({ section, tasks: own }): ListedTask[] => {
    const nth = headed.findIndex((part) => part.section === section);
    if (nth < 0) return own;
    const words = headingText(reading.source[section.line] ?? '');
    const status = statuses[nth];
    if (isBoard && status) {
      reading.note('sign', section.line, words, status);
      reading.claim('detail', section.line);
      return own.map((task) => (task.status === 'pending' ? { ...task, status } : task));
    }
    if (!phases) return own;
    reading.claim('step', section.line);
    return [phaseOf(words, own, section.line + 1)];
  });
  return { title: text, tasks, line: (title?.line ?? -1) + 1 };
}

/**
 * What no title has: the end of a sentence, a number or markup at its beginning, an introduction of the list, or
 * nothing but the name of a list.
 */
const noTitle =
  /[.!?…。！？,，]$|如下|as follows|(?:wrote|said|写道|说)$|^(?:(?:my |the )?(?:steps?|tasks?|plan|to-?dos?|list)|步骤|任务|计划|待办|清单|列表)$|^(?:[*_`<[]|\d|(?:sure|certainly|ok|of course|here|below|the following|dear|hi|hello|from|to|https?)\b|好的|当然|以下|下面|这是)/iu;

/** True for a line above a chat message that has its sender and time: `老板 10:21`. */
export const isChatMessageHeader = (line: string): boolean =>
  /^\S{1,20}(?: \S{1,20})?[\s,，]\s*(?:(?:(?:\d{4}[年/.-])?\d{1,2}[月/.-]\d{1,2}日?|昨天|今天|(?:周|星期)[一二三四五六日天]|凌晨|早上|上午|中午|下午|晚上)\s*)*\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\s?[ap]m)?[：:]?$/iu.test(
    simplified(line.trim()),
  );

const goalLabel = /^(?:[总總]?目[标標]|goal|objective)\s*[：:]\s*(?=\S)/iu;

const endingColon = /\s*[：:]\s*$/u;

/**
 * Returns the list with a line above it as its title: one that begins with “Goal:”, or the only one, without a colon at
 * its end, if it is short.
 */
function withFirstLine(list: ParsedTaskList, reading: LineUsage): ParsedTaskList {
  if (list.title !== null || reading.boxesOnly) return list;
  const above = reading.source.slice(0, (list.tasks[0]?.line ?? 1) - 1);
  const filledLines = above.flatMap((text, at) => (text.trim() === '' ? [] : [at]));
  const labelled = filledLines.find((at) => goalLabel.test((above[at] ?? '').trim()));
  const line = labelled ?? filledLines[0];
  if (line === undefined || (labelled === undefined && filledLines.length > 1) || !reading.isLeftOut(line)) return list;
  const text = above[line] ?? '';
  if (reading.lexed.kinds[line] !== 'text' && !endingColon.test(text)) return list;
  const title = headingText(text).replace(endingColon, '');
  if (title.length > 80 || noTitle.test(simplified(title)) || isChatMessageHeader(text)) return list;
  reading.claim('goal', line);
  return { ...list, title };
}

function phaseOf(text: string, children: ListedTask[], line: number): ListedTask {
  const hasEnded = children.every(({ status }) => status === 'completed' || status === 'skipped');
  const status = hasEnded ? 'completed' : 'pending';
  return { text, status, details: [], wrapped: 0, isPhase: true, children, line };
}

function headingText(line: string): string {
  return collapseLongSpaces(line)
    .replace(/^[\s>]*(?:#\+TITLE:|#{1,6}|\*+(?=\s))[\s\u3000]*|[\s#]*$/giu, '')
    .replace(/^(?:\*\*|__)(.*?)(?:\*\*|__)/u, '$1')
    .replace(/[：:]$/u, '')
    .trim()
    .replace(goalLabel, '');
}
