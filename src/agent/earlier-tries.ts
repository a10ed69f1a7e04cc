import { isDone } from '../plan/doubtful-steps.ts';
import { leafSteps } from '../plan/leaf-steps.ts';
import { stepPrefix } from '../task/effect-id.ts';
import type { JournalEntry } from '../task/journal.ts';
import type { Prompts } from '../protocols/prompts.ts';
import type { AgentContext } from './agent-context.ts';
import { isMade, isReverted } from './earlier-write.ts';
import { foreignText } from './foreign-text.ts';

/** The largest number of lines about what was written, and the length of each in characters. */
const mostLines = 20;
const lineLength = 200;

/**
 * What the tries of a step before `attempt` have written and what is still so, a line for each call, framed if it is
 * text from outside. A model that takes the step up again must not do it a second time in other words.
 */
export async function doneBefore(
  context: AgentContext,
  prompts: Prompts,
  id: string,
  attempt: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    const entries = await context.journal.effects(stepPrefix(context.run(), id, earlier));
    const answered = entries.findLastIndex(({ body }) => body.type === 'model_reply');
    for (const [at, entry] of entries.entries()) {
      const line = await lineOf(context, prompts, entry, entries, at < answered);
      if (line) lines.push(line);
    }
  }
  return lines.slice(-mostLines);
}

/** The same for all tries of each step that was begun and is not done, after its id. */
export async function doneInOpenSteps(context: AgentContext, prompts: Prompts): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const step of leafSteps(context.run().plan.steps))
    if (step.attempts > 0 && !isDone(step) && step.status !== 'running')
      for (const line of await doneBefore(context, prompts, step.id, step.attempts + 1))
        lines.push(`${step.id}: ${line}`);
  return lines.slice(-mostLines);
}

/**
 * What a call has done, if it stands. `known`: the model has answered to its result since; the text of one that it has
 * not may be what its endpoint refuses, so that only the call is told.
 */
async function lineOf(
  context: AgentContext,
  prompts: Prompts,
  entry: JournalEntry,
  entries: readonly JournalEntry[],
  known: boolean,
): Promise<string | null> {
  const { body, effect = '' } = entry;
  if (!isMade(body) || context.toolbox.reads(body.tool, body.input)) return null;
  if (await isReverted(context, entry, entries)) return null;
  if (!known) return `${body.tool}: ✓`;
  const { text, foreign } = body.result;
  const told = text.length > lineLength ? `${text.slice(0, lineLength)}…` : text;
  return `${body.tool}: ${foreign ? foreignText(prompts, effect, told) : told.replaceAll('\n', ' ')}`;
}
