import type { ModelReply, ToolCall } from '../domain/model-reply.ts';
import type { LanguageModel, ModelRequest } from '../ports/language-model.ts';
import { demoScript } from './demo-script.ts';
import { failedCall } from './failed-call.ts';

export interface DemoOptions {
  /** Resolves after `ms`; rejects when aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What one call of the demo says and does. */
interface Turn {
  text: string;
  calls: ToolCall[];
}

const callMs = 150;
const pieces = 6;

/** A scripted model (R11.4a): needs no key and no network, and drives the real engine through a small picnic. */
export function demoModel({ wait = pause }: DemoOptions = {}): LanguageModel {
  return {
    async reply(request, { signal, onText }) {
      const { text, calls } = turn(request);
      try {
        for (const piece of inPieces(text)) {
          await wait(callMs / pieces, signal);
          if (signal.aborted) break;
          if (piece !== '') onText?.(piece);
        }
      } catch {
        return failedCall('aborted');
      }
      if (signal.aborted) return failedCall('aborted');
      const finish: ModelReply['finish'] = calls.length > 0 ? 'calls' : 'stop';
      return { ok: true, reply: { text, calls, finish, usage: null } };
    },
  };
}

function turn(request: ModelRequest): Turn {
  const asked = request.messages.findLastIndex((message) => message.role === 'user');
  const question = request.messages[asked]?.text ?? '';
  const zh =
    /^(?:现在：|步骤 |剩余：)/m.test(question) ||
    (!/^(?:Now:|Step |Remaining:)/m.test(question) && /\p{Script=Han}/u.test(question));
  const today =
    lastLine(question, /^(?:Now:|现在：)\s*(\d{4}-\d{2}-\d{2})/gm)?.[1] ?? new Date().toISOString().slice(0, 10);
  const script = demoScript(zh ? 'zh' : 'en', today, dayAfter(today));
  const offered = new Set(request.tools.map((tool) => tool.name));
  const place = lastLine(question, /^(?:Step|步骤)\s+(\d+)\s*\/\s*\d+\s*[:：]?\s*(.*)$/gm);
  const call = (text: string, name: string, input: object): Turn => ({
    text,
    calls: offered.has(name)
      ? [{ id: `demo_${request.purpose}_${place?.[1] ?? '0'}_${name}`, name, arguments: JSON.stringify(input) }]
      : [],
  });

  switch (request.purpose) {
    case 'intake':
    case 'plan':
      return call(script.opening, 'create_plan', {
        plan: script.acts.map(({ description, tool }) => ({ description, tool })),
      });
    case 'evaluation':
      return call('', 'judge_step', { success: true, decision: 'continue', reason: '' });
    case 'replan': {
      const remaining = Number(lastLine(question, /^(?:Remaining:|剩余：)\s*(\d+)/gm)?.[1] ?? 0);
      if (remaining > 0 && offered.has('keep_plan')) return call(script.keep, 'keep_plan', {});
      return offered.has('finish_task')
        ? call('', 'finish_task', { response: script.closing })
        : call(script.closing, 'finish_task', {});
    }
    case 'thought': {
      const act = script.acts.find((each) => place?.[2]?.includes(each.description));
      const acted = request.messages.slice(asked).some((message) => message.role === 'tool');
      if (act && !acted && offered.has(act.tool)) return call(act.before, act.tool, act.input);
      return call(act?.after ?? script.keep, 'finish_step', { response: act?.after ?? script.keep });
    }
  }
}

/** The last line of that form: what the engine adds stands after what people wrote. */
function lastLine(text: string, form: RegExp): RegExpExecArray | undefined {
  return [...text.matchAll(form)].at(-1);
}

function inPieces(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return text === '' ? [''] : (text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? []);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
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
