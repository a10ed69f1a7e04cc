import type { Ask } from './ask.ts';
import type { Reply } from './model-server.ts';

type Input = Record<string, unknown>;

/** A reply of native calls, as a model writes it that has to answer in JSON (R4.4) or in text markers (R4.5). */
export function writtenReply(reply: Reply, protocol: Ask['protocol'], language: 'en' | 'zh'): Reply {
  const [call] = reply.calls ?? [];
  if (protocol === 'tools' || !call) return reply;
  if (protocol === 'markers') return { text: inMarkers(call.name, call.input, language) };
  return { text: `Here it is:\n\`\`\`json\n${JSON.stringify(inJson(call.name, call.input), null, 1)}\n\`\`\`` };
}

function inJson(name: string, input: Input): Input {
  const nothing = { current_step: 'this one', next_action: null, question: null, response: null };
  switch (name) {
    case 'create_plan':
      return { status: 'planned', plan: input.plan };
    case 'update_plan':
      return { status: 'replanned', plan: input.plan, question: null, response: null };
    case 'keep_plan':
      return { status: 'unchanged', plan: null, question: null, response: null };
    case 'finish_task':
      return { status: 'done', plan: null, question: null, response: input.response };
    case 'finish_step':
      return { ...nothing, status: input.blocked === true ? 'blocked' : 'done', response: input.response };
    case 'ask_user':
      return { ...nothing, status: 'ask_user', question: input.question };
    case 'judge_step':
      return input;
    default:
      return { ...nothing, status: 'continue', next_action: { tool: name, input } };
  }
}

const markers = {
  en: {
    step: '[Step]',
    act: '[Act]',
    ask: '[Ask]',
    done: '[Done]',
    keep: '[Keep]',
    finish: '[Finish]',
    go: '[Continue]',
  },
  zh: {
    step: '【步骤】',
    act: '【执行】',
    ask: '【提问】',
    done: '【完成】',
    keep: '【保持】',
    finish: '【结束】',
    go: '【继续】',
  },
};

function inMarkers(name: string, input: Input, language: 'en' | 'zh'): string {
  const marker = markers[language];
  const response = String(input.response);
  switch (name) {
    case 'create_plan':
    case 'update_plan':
      return (input.plan as { description: string }[]).map((each) => `${marker.step} ${each.description}`).join('\n');
    case 'keep_plan':
      return marker.keep;
    case 'finish_task':
      return `${marker.finish} ${response}`;
    case 'finish_step':
      return `${response}\n${marker.done}`;
    case 'ask_user':
      return `${marker.ask} ${String(input.question)}`;
    case 'judge_step':
      return `${marker.go} ${String(input.reason)}`;
    default:
      return `${marker.act} ${name} ${JSON.stringify(input)}`;
  }
}
