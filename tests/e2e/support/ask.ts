import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock';

/** One request to the model, read as R4.3, R4.4 or R4.5 words it. */
export interface Ask {
  /** Native calls are offered, or a schema for the reply is given, or neither. */
  protocol: 'tools' | 'json' | 'markers';
  /** `intake` stands for every request that wants a plan. */
  purpose: 'intake' | 'thought' | 'replan' | 'evaluation';
  /** Which step a thought is about, from its line `Step k/N: description`. */
  step: { number: number; total: number; description: string } | null;
  /** What this step's tool calls have brought so far, oldest first; answers to control calls are not among them. */
  results: string[];
  /** All that was said, as one text. */
  prompt: string;
  /** What was said last. */
  latest: string;
  tools: string[];
  /** The addresses of the images that came along, in order. */
  images: string[];
  roles: string[];
  /** How many characters the messages and the tools have, with the arguments of calls. */
  size: number;
  /** How long the model may think, where the request says so. */
  effort: string | null;
}

const controlTools = new Set([
  'create_plan',
  'finish_step',
  'ask_user',
  'keep_plan',
  'update_plan',
  'finish_task',
  'judge_step',
]);
const stepLine = /^(?:Step |步骤 )(\d+)\/(\d+)(?:: |：)(.+)$/gm;
const resultLine = /^(?=Result of \S+ \((?:ok|failed)\):$|\S+ 的结果（(?:成功|失败)）：$)/m;

/** Understands a request by the tools it offers, the schema it gives and the texts it carries. */
export function readAsk(request: ChatCompletionRequest): Ask {
  const tools = (request.tools ?? []).map((tool) => tool.function.name);
  const schema = request.response_format?.json_schema as { name: string } | undefined;
  const protocol = tools.length > 0 ? 'tools' : schema ? 'json' : 'markers';
  const spoken = request.messages.map((message) => textOf(message));
  const purpose = tools.length > 0 ? offered(tools) : schema ? named(schema.name) : marked(spoken[0] ?? '');
  const line = spoken.flatMap((text) => [...text.matchAll(stepLine)]).at(-1);
  return {
    protocol,
    purpose,
    step:
      (purpose === 'thought' || purpose === 'evaluation') && line
        ? { number: Number(line[1]), total: Number(line[2]), description: String(line[3]).trim() }
        : null,
    results:
      protocol === 'tools'
        ? request.messages.filter((message) => carriedOut(message, request)).map((message) => textOf(message))
        : request.messages.flatMap((message) => (message.role === 'user' ? writtenResults(textOf(message)) : [])),
    prompt: spoken.join('\n'),
    latest: spoken.at(-1) ?? '',
    tools,
    images: request.messages.flatMap(({ content }) =>
      Array.isArray(content) ? content.flatMap((part) => imageIn(part)) : [],
    ),
    roles: request.messages.map((message) => message.role),
    size: JSON.stringify([request.messages, request.tools ?? []]).length,
    effort: typeof request.reasoning_effort === 'string' ? request.reasoning_effort : null,
  };
}

function offered(tools: string[]): Ask['purpose'] {
  if (tools.includes('create_plan')) return 'intake';
  if (tools.includes('finish_step')) return 'thought';
  return tools.includes('judge_step') ? 'evaluation' : 'replan';
}

function named(schema: string): Ask['purpose'] {
  return schema === 'thought' || schema === 'replan' || schema === 'evaluation' ? schema : 'intake';
}

/** Each kind of request teaches a marker that no other one does. */
function marked(system: string): Ask['purpose'] {
  if (/\[(?:Keep|保持)\]/.test(system)) return 'replan';
  if (/\[(?:Retry|重试)\]/.test(system)) return 'evaluation';
  return /\[(?:Done|完成)\]/.test(system) ? 'thought' : 'intake';
}

function writtenResults(text: string): string[] {
  return text
    .split(resultLine)
    .filter((part) => resultLine.test(part))
    .map((part) => part.slice(part.indexOf('\n') + 1));
}

function carriedOut({ role, tool_call_id: id }: ChatMessage, request: ChatCompletionRequest): boolean {
  const calls = request.messages.flatMap((message) => message.tool_calls ?? []);
  const name = calls.find((call) => call.id === id)?.function.name;
  return role === 'tool' && name !== undefined && !controlTools.has(name);
}

function imageIn(part: unknown): string[] {
  const { image_url: image } = part as { image_url?: { url: string } };
  return image ? [image.url] : [];
}

function textOf({ content }: ChatMessage): string {
  if (content === null) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}
