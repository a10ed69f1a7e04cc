import { isRecord } from '../../values/json.ts';
import { formatDueDateLine, formatLabelsLine, type ImportedTaskWording } from '../imported-task-wording.ts';
import { statusOfWord } from '../task-lists/marked-status.ts';
import { importLimits } from './limits.ts';
import type { PlanDraft } from './own-names.ts';

/** A task of another program, with its subtasks. */
interface ExportedTask {
  title: string;
  notes: string[];
  /** Null if the task is done once its subtasks are done. */
  done: boolean | null;
  parts: ExportedTask[];
}

/**
 * Converts an export of Trello or Google Tasks into plans (named lists of tasks); `archived` has the names of the cards
 * that are left out. Null if the value is no such export. Without `wording`, days are written as `2026-02-01`.
 */
export function tasksFromAppExport(
  value: unknown,
  wording?: ImportedTaskWording,
): { plans: PlanDraft[]; archived: string[] } | null {
  if (!isRecord(value)) return null;
  if (Array.isArray(value.cards) && Array.isArray(value.lists) && value.cards.every(isCard))
    return trello(value, wording);
  const lists = listOf(value.items);
  const plan = (list: PlanDraft) => googleList(list, wording);
  if (value.kind === 'tasks#tasks') return { plans: [plan(value)], archived: [] };
  const isGoogle = value.kind === 'tasks#taskLists' || lists.some(({ kind }) => kind === 'tasks#tasks');
  return isGoogle && lists.length > 0 ? { plans: lists.map(plan), archived: [] } : null;
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const words = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isCard = (card: unknown) => isRecord(card) && typeof card.name === 'string' && 'idList' in card;

/** Returns the open cards of a board, list by list; the items of a card's checklists are its subtasks. */
function trello(
  board: PlanDraft,
  wording: ImportedTaskWording | undefined,
): { plans: PlanDraft[]; archived: string[] } {
  const byPlace = (a: PlanDraft, b: PlanDraft) => Number(a.pos ?? 0) - Number(b.pos ?? 0);
  const cards = listOf(board.cards);
  const lists = listOf(board.lists).sort(byPlace);
  const open = lists.filter(({ closed }) => closed !== true);
  const isOpen = (card: PlanDraft) => card.closed !== true && open.some(({ id }) => id === card.idList);
  const isBoard = open.some(({ name }) => statusOfWord(words(name)) !== null);
  const tasks = open.flatMap((list): ExportedTask[] =>
    cards
      .filter((card) => isOpen(card) && card.idList === list.id)
      .sort(byPlace)
      .map((card) => {
        const labels = listOf(card.labels).flatMap(({ name }) => words(name) || []);
        const checklists = listOf(board.checklists).filter(({ idCard }) => idCard === card.id);
        return {
          title: words(card.name),
          notes: [
            isBoard ? '' : words(list.name),
            words(card.desc),
            formatDueDateLine(words(card.due), false, wording),
            formatLabelsLine(labels, wording),
          ],
          done: card.dueComplete === true || statusOfWord(words(list.name)) === 'completed',
          parts: checklists.flatMap(({ checkItems }) =>
            listOf(checkItems)
              .sort(byPlace)
              .map(({ name, state }) => ({ title: words(name), notes: [], done: state === 'complete', parts: [] })),
          ),
        };
      }),
  );
  const archived = cards.filter((card) => !isOpen(card)).map(({ name }) => words(name));
  return { plans: [planOf(words(board.name), tasks)], archived };
}

function googleList(list: PlanDraft, wording: ImportedTaskWording | undefined): PlanDraft {
  const items = listOf(list.items).filter(({ deleted }) => deleted !== true);
  const itemIds = new Set(items.map(({ id }) => id));
  const below = new Map<unknown, PlanDraft[]>();
  for (const item of items) {
    const parent = itemIds.has(item.parent) && item.parent !== item.id ? item.parent : null;
    below.set(parent, [...(below.get(parent) ?? []), item]);
  }
  const seenItems = new Set<PlanDraft>();
  const tasksBelow = (parent: unknown): ExportedTask[] =>
    (below.get(parent) ?? []).flatMap((item): ExportedTask[] => {
      if (seenItems.has(item)) return [];
      seenItems.add(item);
      return [
        {
          title: words(item.title),
          notes: [words(item.notes), formatDueDateLine(words(item.due), true, wording)],
          done: item.status === 'completed',
          parts: tasksBelow(item.id),
        },
      ];
    });
  const tasks = tasksBelow(null);
  for (const parent of below.keys()) tasks.push(...tasksBelow(parent));
  return planOf(words(list.title), tasks);
}

/** The plan of an outline (OPML), as exported by Workflowy, Dynalist and OmniOutliner; null for any other text. */
export function planFromOpml(text: string): PlanDraft | null {
  if (!/^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,1000}?-->\s*)*<opml[\s>]/i.test(text)) return null;
  const title = /<head>[\s\S]{0,10000}?<title>([^<]*)<\/title>/i.exec(text)?.[1] ?? '';
  const top: ExportedTask[] = [];
  const open: ExportedTask[] = [];
  for (const [tag] of text.matchAll(/<outline(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>|<\/outline\s*>/gi)) {
    if (tag.startsWith('</')) {
      open.pop();
      continue;
    }
    const outlineAttributes = new Map(
      [...tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
        name.toLowerCase(),
        plainText(double ?? single ?? ''),
      ]),
    );
    const state =
      outlineAttributes.get('_status') ??
      outlineAttributes.get('_complete') ??
      outlineAttributes.get('complete') ??
      outlineAttributes.get('checked');
    const task: ExportedTask = {
      title: outlineAttributes.get('text') ?? outlineAttributes.get('title') ?? '',
      notes: [outlineAttributes.get('_note') ?? ''],
      done: state === undefined ? null : /^(?:checked|true|complete|completed|done|yes|1)$/i.test(state),
      parts: [],
    };
    (open.at(-1)?.parts ?? top).push(task);
    if (!tag.endsWith('/>')) open.push(task);
  }
  return planOf(plainText(title), top);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function plainText(text: string): string {
  return text
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/<\/?(?:b|i|u|s|em|strong|code|a|span|mark|time)(?:\s[^>]*)?>/gi, '')
    .trim();
}

function planOf(title: string, tasks: readonly ExportedTask[]): PlanDraft {
  return { ...(title === '' ? {} : { goal: title }), tasks: stepsOf(tasks, 0) };
}

/** Returns the tasks as steps. Plans nest to a limited depth; deeper subtasks become steps after their task. */
function stepsOf(tasks: readonly ExportedTask[], depth: number): PlanDraft[] {
  return tasks.flatMap(({ title, notes, done, parts }): PlanDraft[] => {
    const within = stepsOf(parts, Math.min(depth + 1, importLimits.nestedPlans));
    if (title === '') return within;
    const description = [title, ...notes.filter((note) => note !== '')].join('\n');
    const all = parts.length > 0 && within.every(({ status }) => status === 'completed');
    const step = { description, status: (done ?? all) ? 'completed' : 'pending' };
    if (within.length === 0) return [step];
    return depth < importLimits.nestedPlans ? [{ ...step, plan: { goal: title, steps: within } }] : [step, ...within];
  });
}
