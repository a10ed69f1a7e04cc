import { findStep, leafSteps } from '../plan/leaf-steps.ts';
import { hasEnded } from '../plan/step.ts';
import { asksForText, declinesAtOnce } from '../task/declining-words.ts';
import type { JournalEntry } from '../task/journal.ts';
import { isInOtherLanguage } from '../task/goal-language.ts';
import { possiblyChangedThings, stepEndText, stepEndInDecision } from '../task/missing-at-end.ts';
import { requiredWork } from '../task/owed.ts';
import type { Run } from '../task/run.ts';
import type { StepRound } from '../task/transcript.ts';
import { fileNamesInText, filesStepClaimsSaved } from '../task/unknown-files.ts';
import type { AgentContext } from './agent-context.ts';

/**
 * Returns those of these names of files that a model cannot have from the files there are, what the person said, what
 * was read, or the steps. That a goal or a step names a file as one to be written does not count; `step`: the names in
 * the other steps' descriptions and calls do, since those steps write or have written them, and those in the goal do
 * while such steps are left.
 */
export function unknownFiles(
  { toolbox }: Pick<AgentContext, 'toolbox'>,
  { plan, events }: Run,
  {
    names,
    files,
    entries,
    step,
  }: { names: readonly string[]; files: readonly { name: string }[]; entries: readonly JournalEntry[]; step?: string },
): string[] {
  const withoutFilesToWrite = (text: string): string => {
    const required = requiredWork({ description: text, tool: undefined, parameters: undefined }, toolbox);
    const file = required.kind === 'write' ? required.file : undefined;
    if (file === undefined) return text;
    const rest = text.split(file).reduce((before, next) => before + (/[\w.-]$/.test(before) ? file : '') + next);
    return rest === text ? text : withoutFilesToWrite(rest);
  };
  const results = entries.flatMap(({ body }) =>
    body.type === 'tool_result' && body.result.ok ? [body.result.text, JSON.stringify(body.input)] : [],
  );
  const personEvents = events.filter(({ kind }) => kind === 'guidance' || kind === 'clarified');
  const wishes = [plan.goal, ...plan.steps.map(({ description }) => description)].map(withoutFilesToWrite);
  const others = step === undefined ? [] : leafSteps(plan.steps).filter(({ id }) => id !== step);
  const plannedStepTexts = others.map(({ description, parameters }) => JSON.stringify({ description, parameters }));
  const later = others.every(hasEnded) ? [] : [plan.goal];
  const knownTexts = [
    ...files.map(({ name }) => name),
    ...wishes,
    ...later,
    ...results,
    JSON.stringify(personEvents),
    ...plannedStepTexts,
  ];
  const texts = knownTexts.map((text) => text.toLowerCase());
  return names.filter((name) => !texts.some((text) => text.includes(name.toLowerCase())));
}

/**
 * Returns the thought with what it says at its step's end and nothing shows: the names of unknown files that its words
 * say were saved, or in a language that is not read only name, and then also the changes that it says in a field; and
 * with the mark that its words begin with a refusal.
 */
export async function withUnsupportedClaims(
  context: AgentContext,
  step: string,
  turn: StepRound & { kind: 'thought' },
): Promise<StepRound> {
  const words = stepEndText(turn.decision) ?? '';
  const run = context.run();
  const isRead = !isInOtherLanguage(run);
  const names = isRead
    ? [...new Set([true, false].flatMap((isUsedFile) => filesStepClaimsSaved(words, isUsedFile)))]
    : fileNamesInText(words);
  const claimedChanges = isRead ? [] : (stepEndInDecision(turn.decision)?.changed ?? []);
  const description = findStep(run.plan.steps, step)?.description ?? '';
  const refuses = declinesAtOnce(words) && !asksForText(description) && { refuses: true as const };
  const ends = !isRead && stepEndInDecision(turn.decision) !== null;
  if (names.length === 0 && !ends) return { ...turn, ...refuses };
  const entries = await context.journal.effects(`${run.session_id}/${run.id}/`);
  const writeResults = entries.flatMap(({ body }) =>
    body.type === 'tool_result' && body.result.ok && !context.toolbox.reads(body.tool, body.input) ? [body.result] : [],
  );
  const changedThings = possiblyChangedThings(writeResults);
  return {
    ...turn,
    ...refuses,
    ...(ends && { claims: claimedChanges.filter((thing) => !changedThings.includes(thing)) }),
    ...(names.length > 0 && {
      unknownFiles: unknownFiles(context, run, {
        ...{ names, entries, step },
        files: await context.journal.files(Infinity),
      }),
    }),
  };
}
