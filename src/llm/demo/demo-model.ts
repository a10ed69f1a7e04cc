import type { ModelReply, ToolCall } from '../../domain/model/model-reply.ts';
import type { LanguageModel, ModelRequest } from '../../ports/language-model.ts';
import { failedCall } from '../endpoint/call-guard.ts';
import type { JsonObject } from '../../domain/text/json.ts';

interface DemoOptions {
  /** Resolves after `ms`; rejects when aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What the demo says and calls in one model call. */
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

/** The last line of the text that matches: the engine appends its own lines after what people wrote. */
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

/** One act of the demo: the step's title in the plan, the tool call it makes, and what it says. */
interface DemoAct {
  description: string;
  tool: string;
  input: JsonObject;
  before: string;
  after: string;
}

interface DemoScript {
  opening: string;
  acts: DemoAct[];
  keep: string;
  closing: string;
}

/** The demo's picnic in one language. `today` and `tomorrow` are dates such as `2026-11-21`. */
function demoScript(language: 'en' | 'zh', today: string, tomorrow: string): DemoScript {
  const zh = language === 'zh';
  const act = (
    words: [string, string],
    tool: string,
    input: JsonObject,
    before: [string, string],
    after: [string, string],
  ): DemoAct => {
    const pick = ([en, chinese]: [string, string]) => (zh ? chinese : en);
    return { description: pick(words), tool, input, before: pick(before), after: pick(after) };
  };
  const say = (en: string, chinese: string) => (zh ? chinese : en);
  return {
    opening: say(
      'This is the scripted demo: whatever the goal, I plan a small picnic for tomorrow, with real to-dos and a real calendar entry.',
      '这是预先写好的演示：无论目标是什么，我都会计划明天的一次小野餐，并真的写入待办和日程。',
    ),
    acts: [
      act(
        ['Add a to-do for the food', '添加买食物的待办'],
        'todo',
        {
          action: 'add',
          title: say('Buy bread, cheese and fruit', '买面包、奶酪和水果'),
          due: today,
          priority: 'high',
          tags: [say('picnic', '野餐')],
        },
        ['First the food: that has to be bought today.', '先是食物：今天就要买好。'],
        ['The shopping is on the to-do list for today.', '购物已列入今天的待办。'],
      ),
      act(
        ['Add a to-do for the bag', '添加收拾背包的待办'],
        'todo',
        {
          action: 'add',
          title: say('Pack a blanket, cups and water', '带上野餐垫、杯子和水'),
          due: tomorrow,
          tags: [say('picnic', '野餐')],
        },
        ['Next, what goes into the bag.', '接着是背包里要带的东西。'],
        ['Packing is on the list for tomorrow.', '收拾背包已列入明天的待办。'],
      ),
      act(
        ['Put the picnic into the calendar', '把野餐写进日程'],
        'schedule',
        {
          action: 'add',
          title: say('Picnic in the park', '公园野餐'),
          start: `${tomorrow}T10:00`,
          end: `${tomorrow}T12:00`,
        },
        ['Now the time: tomorrow from 10:00 to 12:00.', '然后定时间：明天 10:00 到 12:00。'],
        ['The picnic is in the calendar, tomorrow from 10:00 to 12:00.', '野餐已写进日程：明天 10:00 到 12:00。'],
      ),
      act(
        ['List the to-dos', '列出待办'],
        'todo',
        { action: 'list' },
        ['Let me look at the list once more.', '再看一遍清单。'],
        ['Everything for the picnic is on the list.', '野餐要做的都在清单上了。'],
      ),
      act(
        ['List the calendar', '列出日程'],
        'schedule',
        { action: 'list' },
        ['And a last look at the calendar.', '最后看一眼日程。'],
        ['The calendar shows the picnic.', '日程里已经有这次野餐。'],
      ),
    ],
    keep: say('The plan still fits.', '计划不用改。'),
    closing: say(
      '## The picnic is planned\n\n- **To-do**: what to buy today and what to pack tomorrow\n- **Schedule**: tomorrow, 10:00–12:00\n\nLook at the *To-do* and *Schedule* tabs. This was a scripted demo; connect a model in Settings to plan goals of your own.',
      '## 野餐计划好了\n\n- **待办**：今天要买的和明天要带的\n- **日程**：明天 10:00–12:00\n\n请看“待办”和“日程”标签页。这是预先写好的演示；要计划自己的目标，请在设置里连接一个模型。',
    ),
  };
}
