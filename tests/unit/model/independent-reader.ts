/*
 * A second reader of replies, written apart from the app: it sees the whole body at once and shares no code with it, so
 * that both agree only where both are right. What it is given may be cut off anywhere.
 */
export interface Recording {
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
  status?: number | string;
  status_code?: number;
  code?: string | number;
  type?: string;
  message?: string;
}
interface Call {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown };
  custom?: { name?: string; input?: string };
}
interface Message {
  content?: string | ({ type: string; text?: string } | string)[] | null;
  refusal?: string | null;
  tool_calls?: Call[] | null;
  function_call?: { name?: string; arguments?: string } | null;
}
interface Tokens {
  prompt_tokens: number;
  completion_tokens: number;
}
interface Choice {
  index?: number;
  delta?: Message;
  message?: Message;
  finish_reason?: string | null;
  error?: Fault;
}
interface Body {
  object?: string;
  type?: string;
  message?: string;
  code?: string | number;
  error?: Fault | string;
  choices?: Choice[];
  usage?: Tokens | null;
  x_groq?: { usage?: Tokens };
}
interface Slot {
  index: number | undefined;
  id: string;
  name: string;
  json: string;
}

/** What a reply comes to. `offered`: the tools that a call printed as text may be of. */
export function independentReading(recording: Recording, offered: string[] = []): Expected {
  const body = (recording.body ?? JSON.stringify(recording.json)).replace(/^\uFEFF/, '').trimStart();
  if (recording.status >= 400) return failure(refusal(recording.status, faultIn(leniently(body))));
  if (body.startsWith('<')) return failure('bad_response');
  if (/^[[{]/.test(body)) return wholeReading(leniently(body), offered);
  const foreign = body.split(/\r\n|\r|\n/).find((line) => !/^(?::|data:|event:|id:|retry:|$)/.test(line));
  const [first] = body.split(/\r\n|\r|\n/);
  if (
    foreign !== undefined &&
    foreign === first &&
    !['data', 'event', 'id', 'retry'].some((field) => field.startsWith(foreign))
  )
    return failure('bad_response');
  return streamReading(body, offered);
}

function wholeReading(body: unknown, offered: string[]): Expected {
  if (typeof body === 'string') return failure('bad_response');
  const whole = (Array.isArray(body) ? body[0] : body) as Body;
  if (whole.error || whole.object === 'error') return failure(refusal(NaN, faultIn(whole)));
  const choice = whole.choices?.[0];
  if (!choice) return failure(whole.choices ? 'empty' : 'bad_response');
  return conclude([choice.message ?? {}], [choice.finish_reason], [whole.usage], true, offered);
}

function streamReading(body: string, offered: string[]): Expected {
  const deltas: Message[] = [];
  const finishes: Choice['finish_reason'][] = [];
  const usages: Body['usage'][] = [];
  const blocks = body.replace(/\r\n|\r/g, '\n').split('\n\n');
  for (const [at, block] of blocks.entries()) {
    const lines = block.split('\n').filter((line) => /^(?:data|event):/.test(line));
    const data = lines
      .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []))
      .join('\n');
    const name = lines
      .findLast((line) => line.startsWith('event:'))
      ?.slice(6)
      .trim();
    if (data === '') continue;
    if (data === '[DONE]') return conclude(deltas, finishes, usages, true, offered);
    const chunk = leniently(data) as Body | string | null;
    const cut = at === blocks.length - 1 && typeof chunk === 'string' && data.startsWith('{');
    if (cut) break;
    if (name === 'error') return failure(refusal(NaN, faultIn(chunk)));
    if (typeof chunk === 'string' && data.startsWith('{')) return failure('bad_response');
    if (typeof chunk !== 'object' || chunk === null) continue;
    if (chunk.error || chunk.object === 'error' || (!chunk.choices && chunk.message))
      return failure(refusal(NaN, faultIn(chunk)));
    usages.push(chunk.usage ?? chunk.x_groq?.usage);
    for (const choice of chunk.choices ?? []) {
      if ((choice.index ?? 0) !== 0) continue;
      if (choice.finish_reason === 'error' || choice.finish_reason === 'network_error')
        return failure(refusal(NaN, faultIn({ error: choice.error ?? { message: choice.finish_reason } })));
      deltas.push(choice.delta ?? choice.message ?? {});
      finishes.push(choice.finish_reason);
    }
  }
  return conclude(deltas, finishes, usages, false, offered);
}

function conclude(
  deltas: Message[],
  finishes: Choice['finish_reason'][],
  usages: Body['usage'][],
  done: boolean,
  offered: string[],
): Expected {
  const finish = finishes.filter(Boolean).at(-1)?.toLowerCase();
  if (finish === undefined && !done) return failure('truncated');

  const slots: Slot[] = [];
  let text = '';
  let refused = '';
  for (const delta of deltas) {
    text += words(delta.content);
    refused += delta.refusal ?? '';
    for (const [place, call] of (delta.tool_calls ?? []).entries()) fill(slots, call, place);
    const legacy = delta.function_call;
    if (legacy?.name || legacy?.arguments) fill(slots, { index: 0, function: legacy }, 0);
  }
  text = (text || refused)
    .replace(/^(?:\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>\s*)+/, '')
    .replace(/^\s*<think(?:ing)?>[\s\S]*$/, '')
    .replace(/^(?:(?!<think)[\s\S])*?<\/think(?:ing)?>\s*/, '');
  let calls = slots
    .filter(({ name }) => name !== '')
    .map(({ name, json }, at, { length }) => {
      const lost = json.trim() === '' && finish === 'length' && at === length - 1;
      return { name, input: json.trim() === '' ? (lost ? '' : {}) : leniently(json) };
    });
  if (calls.length === 0 && offered.length > 0) ({ text, calls } = unprinted(text, offered));
  if (text.trim() === '' && calls.length === 0) return failure('empty');

  const usage = usages.filter(Boolean).at(-1);
  return {
    error: null,
    text: text.trim() === '' ? '' : text,
    calls,
    finish: named[finish ?? ''] ?? (calls.length > 0 ? 'calls' : 'stop'),
    usage: usage ? [usage.prompt_tokens, usage.completion_tokens] : null,
  };
}

const named: Record<string, string> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'filter',
  safety: 'filter',
};

/** Adds a fragment of a call to its slot, or opens one. */
function fill(slots: Slot[], call: Call, place: number): void {
  const id = call.id ?? '';
  const custom = call.custom?.name || call.custom?.input ? call.custom : null;
  const name = (custom ?? call.function)?.name || '';
  const given = custom ? custom.input : call.function?.arguments;
  const json = typeof given === 'string' ? given : given ? JSON.stringify(given) : '';
  const mine = slots.findLast((slot) =>
    call.index === undefined ? id !== '' && slot.id === id : slot.index === call.index,
  );
  const next =
    name === '' && call.index === undefined ? (id === '' && place > 0 ? slots[place] : slots.at(-1)) : undefined;
  let slot = mine ?? next;
  const another =
    slot && name !== '' && slot.name !== '' && (id !== '' && slot.id !== '' ? id !== slot.id : ended(slot.json));
  if (!slot || another) slots.push((slot = { index: call.index, id: '', name: '', json: '' }));
  slot.id ||= id;
  slot.name ||= name;
  const isEmpty = /^\s*(?:\{\s*\}|null)\s*$/.test(slot.json);
  if (json.trim() !== '' && (isEmpty || (/^\s*\{/.test(slot.json) && json.indexOf(slot.json.trim()) === 0)))
    slot.json = json;
  else if (!(json.trim() === '{}' && ended(slot.json))) slot.json += json;
}

function ended(json: string): boolean {
  return typeof leniently(json) === 'object';
}

/** Calls that stand in the text as `<tool_call>` blocks, or are all of it. */
function unprinted(text: string, offered: string[]): Pick<Expected, 'text' | 'calls'> {
  const blocks = [...text.matchAll(/<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/g)].map((found) => found[1]!);
  const bodies = blocks.length > 0 ? blocks : [text.replace(/^\s*(?:\[TOOL_CALLS\]|<\|python_tag\|>)/, '')];
  const calls = bodies.flatMap(
    (body) => leniently(body) as { name?: string; arguments?: unknown; parameters?: unknown }[],
  );
  if (calls.some((call) => typeof call !== 'object' || !offered.includes(call.name ?? ''))) return { text, calls: [] };
  const before = blocks.length > 0 ? text.slice(0, text.indexOf('<tool_call>')).trim() : '';
  const rest = text.slice(text.lastIndexOf('</tool_call>') + 12).trim();
  if (blocks.length > 0 && text.includes('</tool_call>') && rest !== '') return { text, calls: [] };
  return { text: before, calls: calls.map((call) => ({ name: call.name!, input: call.arguments ?? call.parameters })) };
}

function words(content: Message['content']): string {
  if (!Array.isArray(content)) return content ?? '';
  return content
    .map((part) => (typeof part === 'string' ? part : part.type === 'text' ? (part.text ?? '') : ''))
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

function faultIn(body: unknown): Fault {
  const outer = (Array.isArray(body) ? (body as unknown[])[0] : body) as Body | string;
  if (typeof outer === 'string') return { message: outer };
  if (typeof outer.error === 'string') return { message: outer.error };
  return outer.error ?? outer;
}

/** `status` is NaN where HTTP has none to give. */
function refusal(status: number, { code, type, message = '', ...fault }: Fault): string {
  const stated = [status, fault.status, fault.status_code, code].map(Number).find((each) => each >= 400) ?? NaN;
  if (code === 'tool_use_failed') return 'bad_response';
  if (stated === 401) return 'auth';
  if (stated === 402 || code === 'insufficient_quota' || type === 'insufficient_quota') return 'quota';
  if (/context length|context size|too long|too large/i.test(message)) return 'context_length';
  if (stated === 429 || /rate.?limit/i.test(`${type} ${message}`)) return 'rate_limit';
  if (code === 'model_not_found' || code === 'DeploymentNotFound' || /model .* not found/.test(message))
    return 'unknown_model';
  if (stated === 403) return 'auth';
  return Number.isNaN(stated) || stated >= 500 ? 'server' : 'bad_request';
}
