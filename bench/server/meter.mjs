import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { openAiRules, shared } from './cache-rules.mjs';
import { renderTools } from './render-tools.mjs';

const outputPrice = 8;
const cachedPrice = 0.1;

const known = new Map();
function tokensOf(text) {
  const found = known.get(text) ?? encode(text);
  known.set(text, found);
  return found;
}

/** Counts the tokens of one run's requests, and how many of each a prefix cache would have served. */
export class Meter {
  #prompts = [];
  calls = 0;
  prompt = 0;
  cached = 0;
  /**
   * The tokens that each prompt shared with the start of any earlier prompt of the run, regardless of a cache's blocks.
   */
  prefix = 0;
  output = 0;

  /** Counts a request when it arrives. */
  take(request) {
    const tokens = promptOf(request).flatMap(tokensOf);
    const prefix = Math.max(0, ...this.#prompts.map((earlier) => shared(earlier, tokens)));
    const units = Math.floor(prefix / openAiRules.unit) * openAiRules.unit;
    const cached = units >= openAiRules.least ? units : 0;
    this.#prompts.push(tokens);
    this.calls += 1;
    this.prompt += tokens.length;
    this.prefix += prefix;
    this.cached += cached;
    return { prompt: tokens.length, cached, prefix };
  }

  answer(message) {
    const tokens = encode(spoken(message)).length;
    this.output += tokens;
    return tokens;
  }

  get cost() {
    return this.prompt - this.cached + cachedPrice * this.cached + outputPrice * this.output;
  }

  get figures() {
    const { calls, prompt, cached, prefix, output, cost } = this;
    return { calls, prompt, cached, prefix, output, cost };
  }
}

/** Returns the parts of the prompt in the order in which a provider arranges them: tools, format, messages. */
function promptOf({ tools = [], functions = [], response_format: format, messages }) {
  const offered = [...tools.map((tool) => tool.function), ...functions];
  return [
    offered.length > 0 ? renderTools(offered) : '',
    format?.json_schema ? JSON.stringify(format.json_schema.schema) : '',
    ...messages.map((message) => `<|${message.role}|>${spoken(message)}<|end|>`),
  ];
}

function spoken({ content, tool_calls: calls = [] }) {
  const text = typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');
  return text + calls.map(({ function: { name, arguments: input } }) => `<|call|>functions.${name} ${input}`).join('');
}
