import { isReliablyDone } from '../plan/doubtful-steps.ts';
import { leafSteps } from '../plan/leaf-steps.ts';
import { stepEffectPrefix } from '../task/effect-id.ts';
import type { JournalEntryBody, JournalEntry } from '../task/journal.ts';
import { isOutcomeUnknown } from '../task/tool-result.ts';
import { callsOfUnknownOutcome } from '../task/writes.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import type { Prompts } from '../protocols/prompts.ts';
import type { AgentContext } from './agent-context.ts';
import { promptsFor } from '../protocols/system-prompt.ts';
import { isExecutedCall, isReverted } from './earlier-write-result.ts';
import { wrapUntrustedText } from './untrusted-text.ts';
import { shortenedText } from '../values/truncate-text.ts';

type Made = Extract<JournalEntryBody, { type: 'tool_result' }>;

/** The largest number of lines about what was written, and the length of each in characters. */
const mostLines = 20;
const lineLength = 200;

/**
 * Returns what the attempts of a step before `attempt` have done: `wrote` is true if they wrote anything; `lines` has a
 * line for each write that is still in effect or of which nobody knows, framed if its text is from outside. They are
 * shown to the model, so that it does not do the same again with other words. `unknown` is the start or the result of
 * their last call with an outcome that is not known, or null.
 */
export async function earlierAttempts(
  context: AgentContext,
  id: string,
  attempt: number,
): Promise<{ wrote: boolean; lines: readonly string[]; unknown: JournalEntry | null }> {
  const run = context.run();
  const prompts = promptsFor(run.plan.goal, context.settings().frame_secret, run.language);
  const lines: string[] = [];
  let wrote = false;
  const earlierTryEntries: JournalEntry[] = [];
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    const prefix = stepEffectPrefix(run, id, earlier);
    const entries = await context.journal.effects(prefix);
    const lastReplyIndex = entries.findLastIndex(({ body }) => body.type === 'model_reply');
    for (const [at, entry] of entries.entries()) {
      const { body } = entry;
      if (body.type !== 'tool_result' || context.toolbox.reads(body.tool, body.input)) continue;
      if (isOutcomeUnknown(body.result)) lines.push(lineOf(prompts, entry.effect ?? '', body, true));
      if (!body.result.ok) continue;
      wrote = true;
      if (isExecutedCall(body) && !(await isReverted(context, entry, entries)))
        lines.push(lineOf(prompts, entry.effect ?? '', body, at < lastReplyIndex));
    }
    earlierTryEntries.push(...entries, ...(await context.journal.starts(prefix)));
  }
  const unknown = [
    ...callsOfUnknownOutcome(earlierTryEntries, (call) => isUnrepeatableRemoteCall(context.toolbox, call)).values(),
  ]
    .flat()
    .at(-1);
  return { wrote, lines: lines.slice(-mostLines), unknown: unknown ?? null };
}

/** True for a valid remote call that must not be made twice. */
export function isUnrepeatableRemoteCall(
  toolbox: Toolbox,
  { tool, input }: { tool: string; input?: unknown },
): boolean {
  const call = toolbox.check(tool, input);
  return call.ok && call.place === 'remote' && !call.repeatable;
}

/**
 * Returns the `lines` of `earlierAttempts` for all steps that have begun, are not done and do not run now, each line
 * after its step's id.
 */
export async function linesOfInterruptedSteps(context: AgentContext): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const step of leafSteps(context.run().plan.steps))
    if (step.attempts > 0 && !isReliablyDone(step) && step.status !== 'running')
      for (const line of (await earlierAttempts(context, step.id, step.attempts + 1)).lines)
        lines.push(`${step.id}: ${line}`);
  return lines.slice(-mostLines);
}

/**
 * Returns a line about what a call has done. Its result is included only if the model has replied since: a result
 * without a later reply may be the very content that the endpoint refuses.
 */
function lineOf(prompts: Prompts, effect: string, { tool, result }: Made, isAnswered: boolean): string {
  if (!isAnswered) return `${tool}: ✓`;
  const { text, foreign } = result;
  const shortResultText = shortenedText(text, lineLength);
  return `${tool}: ${foreign ? wrapUntrustedText(prompts, effect, shortResultText) : shortResultText.replaceAll('\n', ' ')}`;
}
