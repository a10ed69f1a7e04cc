import { itemIn, toolName } from './task.mjs';

/**
 * Derives the kind of a request from its content: the tools that it offers, its schema, the step that it names. `item`
 * is the number of the step's file, or null; `seen` is the number of observations so far.
 */
export function readRequest({ messages, tools = [], response_format: format }) {
  const offered = new Set(tools.map((tool) => tool.function.name));
  const schema = format?.json_schema?.name ?? null;
  const said = messages.filter(({ role }) => role === 'user').map(textOf);
  const results = messages.filter(({ role, tool_call_id: id }) => role === 'tool' && isObservation(messages, id));
  const item = [...said.join('\n').matchAll(/^(?:Step \d+\/\d+: )?(Read file \d+ and.*)$/gm)].at(-1)?.[1];
  const next = /add the first call of step (\d+)/.exec(textOf(messages.at(-1)))?.[1];
  const read = { item: item ? itemIn(item) : null, seen: results.length, said: said.at(-1) ?? '' };
  const wants = wanted(offered, schema, read.item);
  const inWords = wants !== 'cairn plan' || asksForWords(tools);
  return {
    ...read,
    wants,
    inWords,
    next: next ? Number(next) : null,
    item: wants === 'step' || wants === 'cairn thought' ? read.item : null,
  };
}

function wanted(offered, schema, item) {
  if (offered.has('create_plan')) return 'cairn plan';
  if (offered.has('finish_step')) return 'cairn thought';
  if (offered.has('finish_task')) return offered.has('keep_plan') ? 'cairn replan' : 'cairn closing';
  if (offered.has('response')) return 'replan';
  if (offered.has('plan')) return 'plan call';
  if (schema === 'plan') return 'plan';
  if (schema === 'calls') return 'calls';
  if (offered.has(toolName)) return item === null ? 'loop' : 'step';
  return 'closing';
}

/** True if the plan's steps need a description even where they have a tool call. */
function asksForWords(tools) {
  const { parameters } = tools.find((tool) => tool.function.name === 'create_plan').function;
  return parameters.properties.plan.items.required.includes('description');
}

function isObservation(messages, id) {
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  const name = calls.find((call) => call.id === id)?.function.name;
  return name === toolName;
}

function textOf({ content }) {
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');
}
