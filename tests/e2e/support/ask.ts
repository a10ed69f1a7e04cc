import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock';

/** One request to the model, read as R4.3 words it. */
export interface Ask {
  purpose: 'intake' | 'thought' | 'replan';
  /** Which step a thought is about, from its line `Step k/N: description`. */
  step: { number: number; total: number; description: string } | null;
  /** What this step's tool calls have brought so far, oldest first; answers to control calls are not among them. */
  results: string[];
  /** All that was said, as one text. */
  prompt: string;
  tools: string[];
  roles: string[];
}

const controlTools = new Set(['create_plan', 'finish_step', 'ask_user', 'keep_plan', 'update_plan', 'finish_task']);

/** Understands a request by the tools it offers and the texts it carries. */
export function readAsk(request: ChatCompletionRequest): Ask {
  const tools = (request.tools ?? []).map((tool) => tool.function.name);
  const spoken = request.messages.map((message) => textOf(message));
  const purpose = tools.includes('create_plan') ? 'intake' : tools.includes('finish_step') ? 'thought' : 'replan';
  const line = spoken.flatMap((text) => [...text.matchAll(/^Step (\d+)\/(\d+): (.+)$/gm)]).at(-1);
  return {
    purpose,
    step:
      purpose === 'thought' && line
        ? { number: Number(line[1]), total: Number(line[2]), description: String(line[3]).trim() }
        : null,
    results: request.messages.filter((message) => carriedOut(message, request)).map((message) => textOf(message)),
    prompt: spoken.join('\n'),
    tools,
    roles: request.messages.map((message) => message.role),
  };
}

function carriedOut({ role, tool_call_id: id }: ChatMessage, request: ChatCompletionRequest): boolean {
  const calls = request.messages.flatMap((message) => message.tool_calls ?? []);
  const name = calls.find((call) => call.id === id)?.function.name;
  return role === 'tool' && name !== undefined && !controlTools.has(name);
}

function textOf({ content }: ChatMessage): string {
  if (content === null) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}
