import type { ModelReply, ToolCall } from '../../task/model-reply.ts';
import { demoCallId, demoGoal } from '../../task/demo-ids.ts';
import type { JsonObject } from '../../values/json.ts';
import type { LanguageModel, ModelRequest } from '../../ports/language-model.ts';
import { failedCallOutcome } from '../endpoint/call-timeouts.ts';
import { demoScript } from './demo-script.ts';

interface DemoOptions {
  /** Resolves after `ms`; rejects when aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns the factor of its pauses: 1 for a person to follow, 0 for none. */
  pace?: () => Promise<number>;
  /** Returns the code of the page's language, for goals that are in none, such as a number. */
  language?: () => Promise<string>;
}

/** The text and the tool calls of one demo reply. */
interface Turn {
  text: string;
  calls: ToolCall[];
}

/** The duration of a reply in milliseconds; with the person's own pauses the whole demo takes about 40 s. */
const replyDurations: Record<ModelRequest['purpose'], number> = {
  intake: 3000,
  plan: 3000,
  thought: 2000,
  replan: 2000,
  evaluation: 600,
};
const pieces = 12;

/** A scripted model without key or network, which drives the real engine through the planning of a weekend trip. */
export function demoModel({
  wait = pause,
  pace = async () => 1,
  language = async () => 'en',
}: DemoOptions = {}): LanguageModel {
  return {
    async reply(request, { signal, onText }) {
      const demoTurn = turn(request, await language());
      if (!demoTurn) return failedCallOutcome('no_key');
      const { text, calls } = demoTurn;
      const ms = (replyDurations[request.purpose] / pieces) * (await pace());
      try {
        for (const piece of inPieces(text)) {
          if (ms > 0) await wait(ms, signal);
          if (signal.aborted) break;
          if (piece !== '') onText?.(piece);
        }
      } catch {
        return failedCallOutcome('aborted');
      }
      if (signal.aborted) return failedCallOutcome('aborted');
      const finish: ModelReply['finish'] = calls.length > 0 ? 'calls' : 'stop';
      return { ok: true, reply: { text, calls, finish, usage: null } };
    },
  };
}

/** Returns the reply to a request; null for one about a plan that is not the demo's, which needs a model. */
function turn(request: ModelRequest, page: string): Turn | null {
  const question = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  const isGoal = request.purpose === 'intake' || request.purpose === 'plan';
  const zh =
    isGoal && !/\p{Script=Han}|\p{Script=Latin}{4}/u.test(goalIn(question))
      ? page.startsWith('zh')
      : /^(?:现在：|步骤 |剩余：)/m.test(question) ||
        (!/^(?:Now:|Step |Remaining:)/m.test(question) && /\p{Script=Han}/u.test(question));
  const today =
    lastLine(question, /^(?:Now:|现在：)\s*(\d{4}-\d{2}-\d{2})/gm)?.[1] ?? new Date().toISOString().slice(0, 10);
  const conversationText = request.messages.map((message) => message.text).join('\n');
  const answer = lastLine(conversationText, /(?:^|\s)(?:The person answered:|用户回答：)\s*(.*)$/gm)?.[1] ?? '';
  const script = demoScript(zh ? 'zh' : 'en', today, answer.trim());
  const offeredToolNames = new Set(request.tools.map((tool) => tool.name));
  const place = lastLine(question, /^(?:Step|步骤)\s+(\d+)\s*\/\s*\d+\s*[:：]?\s*(.*)$/gm);
  const results = request.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));
  const call = (text: string, name: string, input: JsonObject): Turn => {
    const id = demoCallId(request.purpose, place?.[1] ?? '0', results.length, name);
    return { text, calls: offeredToolNames.has(name) ? [{ id, name, arguments: JSON.stringify(input) }] : [] };
  };
  const isTrip = script.steps.some(({ description }) => question.includes(description));
  if (!isGoal && !isTrip && !Object.values(demoGoal).some((goal) => conversationText.includes(goal))) return null;

  switch (request.purpose) {
    case 'intake':
    case 'plan':
      return goals.has(bare(goalIn(question)))
        ? call(script.opening, 'create_plan', {
            plan: script.steps.map(({ id, description, tool, dependencies }) => ({
              ...{ id, description, dependencies: [...dependencies] },
              ...(tool !== undefined && { tool }),
            })),
          })
        : { text: script.onlyThis, calls: [] };
    case 'evaluation':
      return call('', 'judge_step', { success: true, decision: 'continue', reason: '' });
    case 'replan': {
      const remaining = Number(lastLine(question, /^(?:Remaining:|剩余：)\s*(\d+)/gm)?.[1] ?? 0);
      const wishes = /^(?:- )?(?:The person says:|用户说：)/m.test(question);
      if (remaining > 0 && offeredToolNames.has('keep_plan'))
        return call(wishes || !isTrip ? script.onlyThis : script.keep, 'keep_plan', {});
      const closing = isTrip ? script.closing(question) : script.onlyThis;
      return offeredToolNames.has('finish_task')
        ? call('', 'finish_task', { response: closing })
        : call(closing, 'finish_task', {});
    }
    case 'thought': {
      const shownStepText = place?.[2]?.trim() ?? '';
      const step = script.steps.find(({ description }) => shownStepText.startsWith(description));
      const more = shownStepText.slice(step?.description.length).trim();
      if (!step || (more !== '' && !(step.takesMore && addition.test(more) && !exception.test(more))))
        return call(script.onlyThis, 'finish_step', { response: script.onlyThis, blocked: true });
      const toolResults = results.filter((text) => !/^(?:The person answered:|用户回答：)/.test(text));
      const scriptedTurn = step.turn(toolResults.length, toolResults.at(-1) ?? '', more);
      if (offeredToolNames.has(scriptedTurn.call.name))
        return call(scriptedTurn.text, scriptedTurn.call.name, scriptedTurn.call.input);
      return call(script.keep, 'finish_step', { response: script.keep });
    }
  }
}

/** Matches the beginning of an addition to a description; a comma alone may begin anything, such as “, tomorrow”. */
const addition = /^(?:、|[,;+，；。]?\s*(?:(?:and|also|plus)\b|还有|以及|和))/iu;
/** Matches words that take something away instead. */
const exception = /\b(?:but|not|no|without|except)\b|n['’]t\b|[不别除]/iu;

const bare = (goal: string) =>
  goal
    .trim()
    .replace(/[.!。！]+$/, '')
    .toLowerCase();
const goals: ReadonlySet<string> = new Set(Object.values(demoGoal).map(bare));

/** Returns the goal that a request for a plan is about. */
function goalIn(question: string): string {
  const now = lastLine(question, /^(?:Now:|现在：).*\n\n/gm);
  return question.slice(now ? now.index + now[0].length : 0).split('\n\n')[0] ?? '';
}

/** Returns the last line of the text that matches: the engine appends its own lines after what people wrote. */
function lastLine(text: string, form: RegExp): RegExpExecArray | undefined {
  return [...text.matchAll(form)].at(-1);
}

function inPieces(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  const parts = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
  return Array.from({ length: pieces }, (_, at) => parts[at] ?? '');
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The call was ended.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
