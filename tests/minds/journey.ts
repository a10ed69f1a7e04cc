import { type Run, isOver } from '../../src/task/run.ts';
import type { Settings } from '../../src/records/settings.ts';
import type { Thoroughness } from '../../src/values/limits.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { ModelError, ModelReply } from '../../src/task/model-reply.ts';
import { World } from '../unit/engine/world.ts';
import { type Errand, errands, type Language, type Shape } from './errand.ts';
import type { Mind } from './mind.ts';

/** The outcome of a task. */
export interface Came {
  world: World;
  phase: Run['phase'];
  statuses: string[];
  todos: string[];
  /** The number of model calls. */
  calls: number;
  recoveries: number;
  questions: string[];
  closing: string;
  replies: ModelReply[];
}

export interface Circumstances {
  thoroughness: Thoroughness;
  language: Language;
  shape?: Shape;
  settings?: Partial<Settings>;
  tools?: readonly Tool[];
  /** The protocol with which the connection begins. */
  protocol?: World['protocol'];
  /** True if the person keeps that protocol, whatever the replies are like. */
  stays?: boolean;
  /** The texts of web pages, by address. */
  pages?: Record<string, string>;
}

const mostQuestions = 4;

/** The error that the app's own endpoint reports for a reply with nothing but thoughts. */
const silence: ModelError = { code: 'empty', detail: '', status: 200, retry_after_ms: null };

function isSilent({ text, calls }: ModelReply): boolean {
  return calls.length === 0 && text.replace(/<think>[\s\S]*?<\/think>/g, '').trim() === '';
}

/** Plays one task with the real engine, storage and tools; the person answers the questions. */
export async function journey(
  mind: Mind,
  { thoroughness, language, settings, tools, protocol, pages, stays = false }: Circumstances,
): Promise<Came> {
  const errand = errands[language];
  const replies: ModelReply[] = [];
  const world = new World(
    (request) => {
      const reply = mind(request);
      replies.push(reply);
      return isSilent(reply) ? silence : reply;
    },
    { thoroughness, ...settings },
    tools,
  );
  world.protocol = protocol ?? 'tools';
  world.stays = stays;
  for (const [url, body] of Object.entries(pages ?? {})) world.network.page(url, { type: 'text/plain', body });
  world.submit(errand.goal);
  const questions: string[] = [];
  let run = await atRest(world);
  while (run.phase === 'waiting' && run.question && questions.length < mostQuestions) {
    const { effect, text } = run.question;
    questions.push(text);
    void world.runner.send({ type: 'question.answer', text: answerTo(text, errand) });
    run = await world.until((now) => isResting(now) && now.question?.effect !== effect, text);
  }
  return {
    world,
    phase: run.phase,
    statuses: world.statuses(),
    todos: world.todos(),
    calls: world.model.requests.length,
    recoveries: run.plan.replan_count,
    questions,
    closing: closingOf(world),
    replies,
  };
}

/** Returns the closing answer to the person. */
function closingOf(world: World): string {
  const said = world.lines('message').findLast(({ kind }) => kind === 'closing')?.text;
  return typeof said === 'string' ? said : '';
}

function atRest(world: World): Promise<Run> {
  return world.until(isResting, 'rest');
}

/** True if nothing continues without the person. */
function isResting({ phase }: Run): boolean {
  return isOver(phase) || ['waiting', 'paused', 'blocked', 'reviewing'].includes(phase);
}

function answerTo(question: string, { answer }: Errand): string {
  return /milk|奶/.test(question) ? answer : 'No, thank you.';
}

/** True if the goal is reached: the task is closed with an answer, and each write was made exactly once. */
export function reached({ phase, todos, closing }: Came, language: Language): boolean {
  const { milk, bread } = errands[language];
  return phase === 'completed' && closing !== '' && todos.toSorted().join() === [milk, bread].toSorted().join();
}

/** True if a write was made more than once. */
export function wroteTwice({ todos }: Came): boolean {
  return new Set(todos).size < todos.length;
}

/** True if the task is called failed although each of its steps is done. */
export function failedWhenDone({ phase, statuses }: Came): boolean {
  return phase === 'failed' && statuses.length > 0 && statuses.every((status) => status === 'completed');
}
