import { promptsFor } from '../../src/protocols/system-prompt.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import type { Said } from '../trials/said.ts';
import { type Errand, errands, type Part, partNames, planOf, type Shape } from './errand.ts';
import { languageOf, protocolOf, textOf } from './scene.ts';

/**
 * Returns what a diligent model says at each request: it plans, does what each step says, keeps its plan and closes the
 * task.
 */
export function diligent(request: ModelRequest, shape: Shape): Said {
  const errand = errands[languageOf(request)];
  switch (request.purpose) {
    case 'intake':
    case 'plan':
      return { kind: 'plan', steps: planOf(errand, shape) };
    case 'thought':
      return thought(request, errand);
    case 'replan':
      return closes(request, errand) ? { kind: 'finish', response: errand.closing } : { kind: 'keep' };
    case 'evaluation':
      return { kind: 'judge', decision: 'continue', success: true };
  }
}

function closes(request: ModelRequest, errand: Errand): boolean {
  const protocol = protocolOf(request);
  if (protocol === 'tools') return !request.tools.some(({ name }) => name === 'keep_plan');
  const words = promptsFor(errand.goal).byProtocol[protocol];
  const text = textOf(request);
  return text.includes(words.decideClosing) || text.includes(words.onlyClosing);
}

function thought(request: ModelRequest, errand: Errand): Said {
  const text = textOf(request);
  const description = /^(?:Step|步骤) \d+\/\d+[:：] ?([\s\S]*?)$/m.exec(text)?.[1] ?? '';
  const whole = description.includes(errand.goal);
  const known = whole ? [] : partNames.filter((name) => errand.parts[name].known.test(description));
  const [part] = known;
  if (known.length === 1 && part) return isDone(part, request, errand) ? end(part, errand) : work(part, errand);
  const left = partNames.find((name) => !isMade(name, request, errand));
  return left ? work(left, errand) : { kind: 'done', response: errand.closing, fits: true };
}

function isDone(part: Part, request: ModelRequest, errand: Errand): boolean {
  return part === 'ask' ? isMade('ask', request, errand) : succeeded(request) > 0;
}

/** Returns the number of successful calls of this step: each result ends with figures, which count the failed ones. */
function succeeded(request: ModelRequest): number {
  const figures = [
    ...textOf(request).matchAll(/\[(?:round \d+ of|第 \d+\/)\s?\d+(?: 轮)?(?:(?:, |，失败 )(\d+)(?: failed| 次)?)?\]/g),
  ];
  return figures.length - Number(figures.at(-1)?.[1] ?? 0);
}

/**
 * True if this part was done in this very step, judged by what the model has said in it; for a question, if it was
 * answered.
 */
function isMade(part: Part, request: ModelRequest, errand: Errand): boolean {
  if (part === 'ask') return new RegExp(`(?:answered: |用户回答：)${errand.answer}`).test(textOf(request));
  const said = request.messages
    .flatMap((message) =>
      message.role === 'assistant' ? [message.text, ...message.calls.map((call) => call.arguments)] : [],
    )
    .join('\n');
  return part === 'look' ? said.includes('list') : said.includes(errand[part]);
}

function work(part: Part, errand: Errand): Said {
  if (part === 'ask') return { kind: 'ask', question: errand.question };
  const input = part === 'look' ? { action: 'list' } : { action: 'add', title: errand[part] };
  return { kind: 'act', acts: [{ tool: 'todo', input }] };
}

function end(part: Part, errand: Errand): Said {
  return { kind: 'done', response: errand.parts[part].result, fits: true };
}
