import type { ChatCompletionRequest } from '@copilotkit/aimock';
import { readAsk } from '../../../e2e/support/ask.ts';
import { disguised } from '../../../fakes/disguises.ts';
import type { Answer, Seen } from '../../../unit/model/loopback.ts';
import { sample } from '../../../unit/model/sample.ts';

const { delta, events } = sample;
const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** The key in every usual encoding, a line each. */
export const aloud = (key: string) => Object.values(disguised(key)).join('\n');

/**
 * The same within a string of JSON that is already written: an encoding that is an escape of JSON stands there as it
 * is.
 */
export function aloudInJson(key: string): string {
  const forms = Object.values(disguised(key)).map((form) => {
    const written = JSON.stringify(form).slice(1, -1);
    return isJsonString(form) && form !== written ? `${form}\\n${written}` : written;
  });
  return forms.join('\\n');
}

function isJsonString(form: string): boolean {
  try {
    JSON.parse(`"${form}"`);
    return true;
  } catch {
    return false;
  }
}

export interface LoudStep {
  description: string;
  tool: string;
  /** The arguments as the model writes them, not parsed. */
  written: string;
}

/**
 * A model that says the key aloud in all it says: first in three kinds of errors, then in the text and the thoughts of
 * each reply, in its plan, in the arguments of its calls, and in its answer.
 */
export function loudEndpoint(key: string, steps: LoudStep[], closing: string) {
  const said = aloud(key);
  const json = 'application/json';
  const errors: Answer[] = [
    { status: 401, type: json, body: `{"error":{"message":"No access for ${aloudInJson(key)}"}}` },
    { status: 500, type: 'text/html', body: `<title>${said}</title><p>${said}</p>` },
    { body: events({ error: { message: said, code: 503, metadata: { raw: said } } }) },
  ];
  let asked = 0;
  const ended = new Set<string>();
  const reply = (name: string, written: string) =>
    events(
      delta({ role: 'assistant', reasoning_content: `The key is ${said}` }),
      ...piecesOf(`So it is ${said}, I see.\n\n`).map((content) => delta({ content })),
      delta({
        tool_calls: [{ index: 0, id: `call${asked}`, type: 'function', function: { name, arguments: written } }],
      }),
      delta({}, 'tool_calls'),
      '[DONE]',
    );
  return (seen: Seen): Answer => {
    if (seen.method === 'OPTIONS') return { status: 204, headers: open, body: '' };
    if (!seen.path.endsWith('/chat/completions'))
      return { headers: open, type: json, body: `{"data":[{"id":"odd-1","note":"${aloudInJson(key)}"}]}` };
    const wrong = errors[asked];
    asked += 1;
    if (wrong) return { ...wrong, headers: open };
    const { purpose, results, step } = readAsk(seen.body as unknown as ChatCompletionRequest);
    const call = (name: string, written: string): Answer => ({ headers: open, body: reply(name, written) });
    switch (purpose) {
      case 'intake': {
        const plan = steps.map(
          ({ description, tool }, at) =>
            `{"id":"s${at + 1}","description":"${description}","tool":"${tool}","parameters":null,"dependencies":[],"expected_output":"${aloudInJson(key)}"}`,
        );
        return call('create_plan', `{"plan":[${plan.join(',')}]}`);
      }
      case 'thought': {
        const { tool, written } = steps.find(({ description }) => description === step?.description) ?? {};
        if (tool !== undefined && written !== undefined && results.length === 0) return call(tool, written);
        if (step) ended.add(step.description);
        return call('finish_step', `{"response":"Done with ${aloudInJson(key)}"}`);
      }
      case 'evaluation':
        return call('judge_step', `{"success":true,"decision":"continue","reason":"${aloudInJson(key)}"}`);
      case 'replan':
        if (ended.size < steps.length) return call('keep_plan', '{}');
        return call('finish_task', `{"response":"${closing} ${aloudInJson(key)}"}`);
    }
  };
}

/** A text as it streams, so that a key is cut in its middle. */
function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / 37) }, (_, at) => text.slice(at * 37, (at + 1) * 37));
}
