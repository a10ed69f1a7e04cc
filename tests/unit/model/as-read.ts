import type { ModelOutcome } from '../../../src/ports/language-model.ts';
import type { Expected } from './independent-reader.ts';

/** An outcome in the form in which the independent reader states its own. */
export function asRead(outcome: ModelOutcome): Expected {
  if (!outcome.ok) return { error: outcome.error.code, text: '', calls: [], finish: '', usage: null };
  const { text, calls, finish, usage } = outcome.reply;
  return {
    error: null,
    text,
    calls: calls.map((call) => ({ name: call.name, input: readable(call.arguments) })),
    finish,
    usage: usage && !usage.estimated ? [usage.input, usage.output] : null,
  };
}

function readable(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
