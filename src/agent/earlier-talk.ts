import type { JournalEntry } from '../task/journal.ts';
import type { Run } from '../task/run.ts';
import type { SessionJournal } from '../ports/journal.ts';
import type { ModelMessage } from '../ports/language-model.ts';
import type { Prompts } from '../protocols/prompts.ts';
import { shortenedText, truncateText } from '../values/truncate-text.ts';
import type { AgentContext } from './agent-context.ts';
import { cutToFit, estimateMessageTokens } from './fit-context.ts';
import { earlierPlanText } from './plan-so-far.ts';
import { wrapUntrustedText } from './untrusted-text.ts';

/**
 * How much of the earlier conversation the first request of a task has: what fits within `tokens` and a quarter of the
 * model's room, but at least the last `least` messages, and none before the last `most`.
 */
const whole = { least: 12, most: 60, tokens: 16_000 };
/** How much of it the steps and checks of a plan have: the person's last `turns` messages and what was said since. */
const recent = { turns: 3, tokens: 1500 };
/** The least characters that are left of a long message before others are left out, and after that. */
const [longMessage, shortMessage] = [2000, 400];
/** Among how many of the session's first messages its first answer is looked for. */
const mostOpening = 12;
/** The most changes of one task that are told, its last ones, and the length of each in characters. */
const mostChanges = 15;
const changeLength = 200;

interface TalkMessage {
  /** The person's words, the answer to them, or what a task has changed. */
  kind: 'turn' | 'answer' | 'changes';
  text: string;
  /** True for the session's first goal and the answer to it. */
  isOpening: boolean;
}

interface Talk {
  /** The id of the task before which this was said. */
  task: string;
  /** The entries of the messages, without the one of the task's own goal. */
  entries: readonly JournalEntry[];
  /** True if the task's goal was said in the conversation; a plan from a file refers to nothing that was said. */
  isSaid: boolean;
  messages: readonly TalkMessage[];
  /** True if there may be messages between the opening and the others. */
  hasGap: boolean;
}

const talks = new WeakMap<SessionJournal, Talk>();

/** Returns what was said in the session before a task began. It does not change, so that it is read once a task. */
export async function talkBefore(context: AgentContext, prompts: Prompts, run: Run): Promise<Talk> {
  const known = talks.get(context.journal);
  if (known?.task === run.id) return known;
  const latest = await context.journal.messages(whole.most);
  const isIn = (entries: readonly JournalEntry[], { seq }: JournalEntry) => entries.some((each) => each.seq === seq);
  const first = latest.length < whole.most ? latest : await context.journal.messages(mostOpening, 'first');
  const opening = openingOf(first);
  const before = [...opening.filter((entry) => !isIn(latest, entry)), ...latest].filter(
    ({ task_id }) => task_id !== run.id,
  );
  const hasGap = first.some((entry) => !isIn(latest, entry));
  const isSaid = isGoal(before.at(-1), run);
  const messages: TalkMessage[] = [];
  const told = new Set<string | null>([null]);
  const tellChanges = async (task: string | null) => {
    if (task === null || told.has(task)) return;
    told.add(task);
    const text = await changesMade(context, prompts, run, task);
    if (text !== null) messages.push({ kind: 'changes', text, isOpening: false });
  };
  for (const entry of before) {
    const { body, task_id } = entry;
    if (body.type !== 'message') continue;
    if (body.kind === 'reply') told.add(task_id);
    /** A goal is recorded under the task before its own. */
    if (body.kind === 'goal') await tellChanges(task_id);
    const kind = roleOf(body.kind);
    if (kind && !(isSaid && entry === before.at(-1)))
      messages.push({ kind, text: body.text, isOpening: isIn(opening, entry) });
    if (body.kind === 'closing') await tellChanges(task_id);
  }
  const talk = { task: run.id, entries: isSaid ? before.slice(0, -1) : before, isSaid, messages, hasGap };
  talks.set(context.journal, talk);
  return talk;
}

/**
 * Returns the earlier conversation for the first request of a task: the session's first goal with its answer, and the
 * latest messages. Long messages are shortened before others are left out.
 */
export function wholeTalk(prompts: Prompts, { messages, hasGap }: Talk, room: number | null): ModelMessage[] {
  const tokens = Math.min(whole.tokens, (room ?? Infinity) / 4);
  return fitting(prompts, messages, { tokens, least: whole.least, isCut: hasGap });
}

/**
 * Returns the earlier conversation for the steps of a task: all of it, with the earlier plans, if the goal itself is the
 * plan's only step, as in one made from the calls of the first reply; else its end.
 */
export function talkOfStep(prompts: Prompts, run: Run, talk: Talk, room: number | null): ModelMessage[] {
  const [first, ...others] = run.first_plan;
  if (!talk.isSaid || others.length > 0 || first?.description !== run.plan.goal) return recentTalk(prompts, talk, room);
  const plans = earlierPlanText(prompts, run, room).map((text) => ({
    role: 'user' as const,
    text,
    earlier: true as const,
  }));
  return [...wholeTalk(prompts, talk, room), ...plans];
}

/** Returns the end of the earlier conversation for the requests of steps and checks of a plan. */
export function recentTalk(prompts: Prompts, { messages, isSaid }: Talk, room: number | null): ModelMessage[] {
  if (!isSaid) return [];
  const turns = messages.flatMap(({ kind }, at) => (kind === 'turn' ? [at] : []));
  const from = turns.at(-recent.turns) ?? 0;
  const tokens = Math.min(recent.tokens, (room ?? Infinity) / 8);
  const latest = messages.slice(from).map((each) => ({ ...each, isOpening: false }));
  return fitting(prompts, latest, { tokens, least: 2, isCut: from > 0 });
}

function fitting(
  prompts: Prompts,
  all: readonly TalkMessage[],
  { tokens, least, isCut }: { tokens: number; least: number; isCut: boolean },
): ModelMessage[] {
  const first = all.findIndex(({ kind }) => kind === 'turn');
  const messages = first < 0 ? [] : all.slice(first);
  const opening = messages.findLastIndex(({ isOpening }) => isOpening) + 1;
  const long = cutToFit(prompts, messages.map(asModelMessage), tokens, longMessage);
  const isOver = (left: number) => estimateMessageTokens(without(long, opening, left)) > tokens;
  let left = 0;
  while (messages.length - opening - left > least && isOver(left)) left += 1;
  const kept = isOver(left)
    ? cutToFit(prompts, without(long, opening, left), tokens, shortMessage)
    : without(long, opening, left);
  return left > 0 || isCut
    ? [...kept.slice(0, opening), { role: 'user', text: prompts.talkLeftOut, earlier: true }, ...kept.slice(opening)]
    : kept;
}

const without = (messages: readonly ModelMessage[], opening: number, left: number): ModelMessage[] => [
  ...messages.slice(0, opening),
  ...messages.slice(opening + left),
];

const asModelMessage = ({ kind, text }: TalkMessage): ModelMessage =>
  kind === 'answer' ? { role: 'assistant', text, calls: [], earlier: true } : { role: 'user', text, earlier: true };

/** The session's first goal and the answer to it, if there is one before the next goal. */
function openingOf(entries: readonly JournalEntry[]): JournalEntry[] {
  const kindOf = (entry: JournalEntry | undefined) => (entry?.body.type === 'message' ? entry.body.kind : null);
  const [goal, end] = entries.filter((entry) => ['goal', 'reply', 'closing'].includes(kindOf(entry) ?? ''));
  if (!goal || kindOf(goal) !== 'goal') return [];
  return end && kindOf(end) !== 'goal' ? [goal, end] : [goal];
}

function roleOf(kind: string): 'turn' | 'answer' | null {
  if (kind === 'goal' || kind === 'answer' || kind === 'guidance') return 'turn';
  return kind === 'reply' || kind === 'closing' ? 'answer' : null;
}

/** True if an entry is the task's goal, which is recorded before the task begins. */
function isGoal(entry: JournalEntry | undefined, run: Run): boolean {
  return entry?.body.type === 'message' && entry.body.kind === 'goal' && entry.body.text === run.plan.goal;
}

/**
 * Returns what a task has changed, a line for each row by its last change, in a frame, since names may be from outside;
 * null if it has changed nothing.
 */
async function changesMade(
  { journal }: AgentContext,
  prompts: Prompts,
  { session_id }: Run,
  task: string,
): Promise<string | null> {
  const prefix = `${session_id}/${task}/`;
  const changes = new Map<string, { line: string; before: string | undefined }>();
  for (const { body } of (await journal.effects(prefix)).sort((a, b) => a.seq - b.seq)) {
    if (body.type !== 'tool_result' || !body.result.ok || body.result.already !== undefined) continue;
    const rows = body.result.written.filter(({ copy }) => !copy);
    const [row] = rows;
    if (!row) continue;
    const key = rows.map(({ store, id }) => `${store}/${id}`).join();
    const earlier = changes.get(key);
    changes.delete(key);
    const line = `- ${body.tool}: ${shortenedText(body.result.text.replace(/\s+/g, ' '), changeLength)}`;
    changes.set(key, { line, before: earlier ? earlier.before : row.row_before });
  }
  if (changes.size === 0) return null;
  const lines = [...changes.values()].map(({ line, before }) =>
    before === undefined ? line : `${line} ${prompts.rowBefore(truncateText(before, changeLength))}`,
  );
  const more = Math.max(0, lines.length - mostChanges);
  const shown = lines.slice(-mostChanges).join('\n');
  return `${prompts.changesTitle(more)}\n${wrapUntrustedText(prompts, `${prefix}~changes`, shown)}`;
}
