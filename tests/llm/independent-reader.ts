/*
 * A second reader of recorded replies, written apart from the app: it sees the whole body at once and shares no code
 * with it, so that both agree only where both are right.
 */
interface Recording {
  status: number;
  stream: boolean;
  body?: string;
  json?: unknown;
}

export interface Expected {
  error: string | null;
  text: string;
  calls: { name: string; input: unknown }[];
  finish: string;
  usage: [number, number] | null;
}

interface Fault {
  status?: number;
  status_code?: number;
  code?: string | number;
}
interface Call {
  index?: number;
  id?: string;
  type?: string;
  function?: { name?: string | null; arguments?: string | null };
  custom?: { name?: string; input?: string };
}
interface Message {
  content?: string | { type: string; text: string }[] | null;
  refusal?: string | null;
  tool_calls?: Call[] | null;
  function_call?: { name: string; arguments: string } | null;
}
interface Tokens {
  prompt_tokens: number;
  completion_tokens: number;
}
interface Choice {
  index: number;
  delta?: Message;
  message?: Message;
  finish_reason?: string | null;
}
interface Body {
  error?: Fault;
  choices?: Choice[];
  usage?: Tokens | null;
  x_groq?: { usage?: Tokens };
}

export function independentReading(recording: Recording): Expected {
  if (!recording.stream) {
    const { error, choices, usage } = recording.json as Body;
    if (error) return failure(refusal(recording.status >= 400 ? recording.status : Number(error.status), error));
    const choice = choices![0]!;
    return conclude([choice.message ?? {}], [choice.finish_reason], [usage], true);
  }

  const deltas: Message[] = [];
  const finishes: Choice['finish_reason'][] = [];
  const usages: Body['usage'][] = [];
  let done = false;
  for (const block of recording.body!.replaceAll('\r\n', '\n').split('\n\n')) {
    const line = block.split('\n').find((each) => each.startsWith('data:'));
    if (line === undefined) continue;
    done = line.trim() === 'data: [DONE]';
    if (done) break;
    const chunk = JSON.parse(line.slice(5)) as Body;
    if (chunk.error) return failure(refusal(Number(chunk.error.status_code ?? chunk.error.code), chunk.error));
    usages.push(chunk.usage ?? chunk.x_groq?.usage);
    for (const choice of chunk.choices ?? []) {
      if (choice.index !== 0) continue;
      deltas.push(choice.delta!);
      finishes.push(choice.finish_reason);
    }
  }
  return conclude(deltas, finishes, usages, done);
}

function conclude(
  deltas: Message[],
  finishes: Choice['finish_reason'][],
  usages: Body['usage'][],
  done: boolean,
): Expected {
  const finish = finishes.filter(Boolean).at(-1);
  if (!finish && !done) return failure('truncated');

  const slots: { key: unknown; name: string; json: string }[] = [];
  let text = '';
  let refused = '';
  for (const delta of deltas) {
    text += words(delta.content);
    refused += delta.refusal ?? '';
    for (const call of delta.tool_calls ?? []) {
      const key = call.index ?? call.id;
      let slot = slots.find((each) => each.key === key && key !== undefined && key !== '');
      if (!slot) slots.push((slot = { key, name: '', json: '' }));
      slot.name ||= (call.function?.name || call.custom?.name) ?? '';
      slot.json += (call.type === 'custom' ? call.custom?.input : call.function?.arguments) ?? '';
    }
    if (delta.function_call?.name)
      slots.push({ key: 'legacy', name: delta.function_call.name, json: delta.function_call.arguments });
  }
  text = (text || refused).replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');
  const calls = slots.map(({ name, json }) => ({ name, input: json === '' ? {} : leniently(json) }));
  if (text.trim() === '' && calls.length === 0) return failure('empty');

  const named: Record<string, string> = { length: 'length', content_filter: 'filter' };
  const usage = usages.filter(Boolean).at(-1);
  return {
    error: null,
    text: text.trim() === '' ? '' : text,
    calls,
    finish: named[finish ?? ''] ?? (calls.length > 0 ? 'calls' : 'stop'),
    usage: usage ? [usage.prompt_tokens, usage.completion_tokens] : null,
  };
}

function words(content: Message['content']): string {
  if (!Array.isArray(content)) return content ?? '';
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('');
}

function leniently(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function failure(error: string): Expected {
  return { error, text: '', calls: [], finish: '', usage: null };
}

function refusal(status: number, { code }: Fault): string {
  if (code === 'tool_use_failed') return 'bad_response';
  if (status === 401) return 'auth';
  if (status === 429) return 'rate_limit';
  if (code === 'model_not_found' || code === 'DeploymentNotFound') return 'unknown_model';
  return status >= 500 ? 'server' : 'bad_request';
}
