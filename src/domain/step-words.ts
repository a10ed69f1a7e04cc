import type { Invalid, ThoughtDecision } from './decision.ts';
import { namesTool } from './step-boundary.ts';
import { callsOf, type Turn } from './transcript.ts';

/** What words without a call are read against: the step, and its rounds so far. */
export interface WordsScene {
  turns: readonly Turn[];
  description: string;
  tool?: string | undefined;
}

/** How a protocol writes what is wanted in place of the words. */
export interface WantedForms {
  act: (tool: string) => string;
  end: string;
  blocked: string;
  ask: string;
}

const writers = ['todo', 'schedule', 'files'];

/**
 * What words without a call mean within a step (R4.3): its result, once something has worked in it or where no tool is
 * wanted. Words that announce, a question, and a call that is still owed are asked about once; then they are taken as a
 * result, as a question to the person, or, where all calls have failed, as the reason why the step cannot be done.
 */
export function stepWords(said: string, scene: WordsScene, forms: WantedForms): ThoughtDecision {
  const text = said.trim();
  if (text === '') return invalid(`The reply is empty. ${forms.end}`);
  const calls = callsOf(scene.turns);
  const worked = calls.some((call) => call.result.ok);
  const asked = refusals(scene.turns);
  const { tool } = scene;
  if (isQuestion(text) && !worked)
    return asked > 0
      ? { kind: 'ask', question: text }
      : invalid(`If only the person can tell: ${forms.ask} ${forms.end}`);
  if (calls.length > 0 && !worked)
    return asked > 0
      ? { kind: 'blocked', reason: text }
      : invalid(`No call has succeeded in this step. Make another call, or ${forms.blocked}`);
  if (tool !== undefined && calls.length === 0) return invalid(`Nothing was done yet. ${forms.act(tool)} ${forms.end}`);
  const owed = calls.length === 0 && writers.some((each) => namesTool(scene.description, each, undefined));
  if (asked === 0 && (announces(text) || owed))
    return invalid(`Nothing was done yet. ${forms.act('the tool')} ${forms.end}`);
  return { kind: 'done', response: text, fits: true };
}

const opening =
  /^(?:(?:ok(?:ay)?|sure|alright|great|certainly|understood|of course|好的?|好吧|当然|没问题|明白)[\s,.!，。！:：—-]*)*(?:(?:first|now|next|then|so)[,\s]+)?(?:I(?:['’]ll| will| would| am going to|['’]m going to| shall| need to| plan to| want to|['’]d like to)\b|let me\b|let['’]?s\b|let us\b|going to\b|我(?:现在|先|这就|马上|接下来)?(?:来|将|会|要|去|需要|打算|准备)|让我|接下来|首先|现在我|下面)/i;
const achieved =
  /\b(?:have|has|had|been|was|were|did|noted|added|finished|completed|created|saved|done|found)\b|已|完成了|好了|成功/i;
/** What is still to be brought about, in the same words: “get it done”. */
const intended =
  /\bget(?:ting)? (?:(?:it|this|that|them|everything|all)(?: of (?:it|this|them))? )?(?:done|noted|added|finished|completed|saved)\b/gi;

/** Words that say what is about to be done, and not what came of it. */
export function announces(text: string): boolean {
  return text.length < 400 && opening.test(text.trim()) && !achieved.test(text.replace(intended, ''));
}

/** Words that end by asking the person something. */
export function isQuestion(text: string): boolean {
  return /[?？]["”’)*\s]*$/.test(text) && text.length < 600 && !isCourtesy(text);
}

/** A question that asks for nothing but leave to go on. */
function isCourtesy(text: string): boolean {
  const last = text.split(/(?<=[.!。！\n])/).at(-1) ?? text;
  return /\b(?:anything else|go on|continue|proceed|move on|next step|ready)\b|继续|还有(?:什么|别的)|下一步/i.test(
    last,
  );
}

/** Replies in a row, up to now, that could not be used. */
function refusals(turns: readonly Turn[]): number {
  const answers = turns.filter((turn) => turn.kind !== 'unanswered');
  const last = answers.findLastIndex((turn) => turn.kind !== 'thought' || turn.decision.kind !== 'invalid');
  return answers.length - 1 - last;
}

function invalid(violation: string): Invalid {
  return { kind: 'invalid', violation: violation.trim() };
}
