import { describeCallFromInput } from './call-details.ts';
import { unrecoveredFailedWrites } from './unrecovered-writes.ts';
import { callHash, isOutcomeUnknown, type ToolResult, type WrittenRowRecord } from './tool-result.ts';
import { changedThings, type ChangedThing } from './claimed/changed-things.ts';
import { fileNamesInText, filesStepClaimsSaved } from './unknown-files.ts';
import type { CallDescription } from './approval.ts';
import type { ThoughtDecision } from './decision.ts';
import { callErrorParams } from './next-move-rules.ts';
import {
  callsWithRetriesMerged,
  allCallsFailed,
  personAnswered,
  stepHadEffect,
  type CallTurn,
  type MoveContext,
  type StepOutcome,
  type StepRound,
} from './transcript.ts';

type Doubt = NonNullable<(StepOutcome & { status: 'completed' })['doubt']>;
type Requirements = Pick<MoveContext, 'owes' | 'file' | 'unreadTarget' | 'answered'>;

/** The required call or write that a step has not made yet, or null. */
export function missingRequiredWork(
  turns: readonly StepRound[],
  { owes, answered }: Pick<MoveContext, 'owes' | 'answered'>,
): 'act' | 'write' | null {
  if (owes === 'act') return stepHadEffect(turns, answered) ? null : 'act';
  const wrote = turns.some((turn) => turn.kind === 'tool' && turn.result.ok && !turn.reads);
  const owesWrite = owes === 'write' || claimedButUnmadeChanges(turns, answered).some((thing) => thing !== 'outside');
  return owesWrite && !wrote ? 'write' : null;
}

/** The stores of which a row shows that such a thing was changed; a note may be a file, and the other way round. */
const storesOf: Readonly<Record<ChangedThing, readonly WrittenRowRecord['store'][]>> = {
  todo: ['todos'],
  calendar: ['entries'],
  file: ['files', 'notes'],
  note: ['files', 'notes'],
  outside: [],
};

/**
 * Returns the things that these calls may have changed, by their results; a call of a server or a site may have changed
 * any.
 */
export function possiblyChangedThings(results: readonly Pick<ToolResult, 'written'>[]): ChangedThing[] {
  if (results.some(({ written }) => written.length === 0)) return [...changedThings];
  const stores = new Set(results.flatMap(({ written }) => written.map(({ store }) => store)));
  return changedThings.filter((thing) => storesOf[thing].some((store) => stores.has(store)));
}

/**
 * Returns the things that the model reports, in a field of its latest thought, as changed by the step, although no call
 * changed them and the person did not confirm it.
 */
export function claimedButUnmadeChanges(
  turns: readonly StepRound[],
  answeredEffectIds: ReadonlySet<string>,
): ChangedThing[] {
  const latest = turns.findLast((turn) => turn.kind === 'thought');
  if (latest?.kind !== 'thought' || !latest.claims?.length || personAnswered(turns, answeredEffectIds)) return [];
  const successfulWrites = callsWithRetriesMerged(turns).filter(({ reads, result }) => result.ok && !reads);
  const shownChanges = possiblyChangedThings(successfulWrites.map(({ result }) => result));
  return latest.claims.filter((thing) => !shownChanges.includes(thing));
}

/** The missing part, by the code of the doubt, for which the model is asked once more. */
const lackOf: Partial<Record<Doubt['code'], 'file' | 'read' | 'success' | 'unsaved'>> = {
  other_file: 'file',
  said_failed: 'success',
  unsaved_file: 'unsaved',
  not_read: 'read',
};

/**
 * Returns what a step lacks that is reported as done: the call or the write that it requires, the file that it names
 * although it wrote another (`file`), any call although it is to read something (`read`), a success after a write
 * failed (`success`), or a file that its words say was saved (`unsaved`). `words`: the model ended it by words alone,
 * after which a step whose calls all failed lacks a call, too. Null if it lacks nothing.
 */
export function missingWorkAtStepEnd(
  turns: readonly StepRound[],
  requirements: Requirements,
  words: boolean,
): 'act' | 'write' | 'file' | 'read' | 'success' | 'unsaved' | 'change' | null {
  if (claimedButUnmadeChanges(turns, requirements.answered).some((thing) => thing !== 'outside')) return 'change';
  const required = missingRequiredWork(turns, requirements);
  if (required) return required;
  if (words && allCallsFailed(turns)) return 'act';
  if (refusesWithoutCall(turns) && !turns.some((turn) => turn.kind === 'thought' && turn.decision.kind === 'invalid'))
    return 'act';
  const doubt = reasonForDoubt(turns, callsWithRetriesMerged(turns), {
    ...requirements,
    outside: false,
    callOfUnknownOutcome: null,
  });
  return doubt ? (lackOf[doubt.code] ?? null) : null;
}

/**
 * Returns the indexes in `turns` of the thoughts that ended the step too early: while it lacked something (see
 * `missingWorkAtStepEnd`). The latest thought is included, too, although the model has not yet been asked again.
 */
export function prematureEndIndexes(turns: readonly StepRound[], requirements: Requirements): number[] {
  return turns.flatMap((turn, at) => {
    if (turn.kind !== 'thought') return [];
    const later = turns.slice(at + 1).findIndex(({ kind }) => kind === 'thought' || kind === 'judged');
    const until = later < 0 ? turns.length : at + 1 + later;
    const { decision } = turn;
    const calls = callsWithRetriesMerged(turns.slice(at + 1, until));
    const ends =
      decision.kind === 'done' ||
      (decision.kind === 'act' &&
        decision.finish !== null &&
        calls.length === decision.actions.length &&
        calls.every(({ result }) => result.ok));
    if (!ends || turns[until]?.kind === 'judged') return [];
    const words = decision.kind === 'done' && decision.words === true;
    return missingWorkAtStepEnd(turns.slice(0, until), requirements, words) === null ? [] : [at];
  });
}

/**
 * Returns why a step that was reported as done is doubtful: the outcome of a call is not known, all of its calls failed
 * or were denied, writes failed and were not made good, it wrote but not the file that it names, its words say that a
 * file was saved that is not there, it is to read what nothing has read and made no call or only read pages that stand
 * in for others, it asks for an act in the world outside and no call but reading ones succeeded, or it made no call and
 * its words begin with a refusal. Null if there is no doubt, or if the person has answered the step's question.
 */
export function reasonForDoubt(
  turns: readonly StepRound[],
  calls: readonly CallTurn[],
  {
    answered,
    outside,
    file,
    unreadTarget,
    callOfUnknownOutcome: before,
  }: Pick<MoveContext, 'answered' | 'outside' | 'file' | 'unreadTarget' | 'callOfUnknownOutcome'>,
): Doubt | null {
  const unknown = lastUnknown(calls, before);
  const since = unknown === before ? 0 : (unknown?.n ?? 0);
  if (
    unknown &&
    !personAnswered(
      turns.filter(({ n }) => n > since),
      answered,
    )
  )
    return { code: 'outcome_unknown', params: { call: aboutCall(unknown), ...callErrorParams([unknown]) } };
  if (personAnswered(turns, answered)) return null;
  const hadEffect = stepHadEffect(turns, answered);
  const denied = hadEffect ? undefined : calls.findLast(({ result }) => result.failure?.code === 'denied');
  if (denied) return { code: 'said_denied', params: { call: aboutCall(denied) } };
  const lostWrites = unrecoveredFailedWrites(turns, calls);
  const failedCalls = hadEffect || lostWrites.length > 1 ? lostWrites : calls.slice(-1);
  if (failedCalls.length > 0) return { code: 'said_failed', params: failedParams(failedCalls) };
  const successfulWrites = calls.filter(({ reads, result }) => result.ok && !reads);
  if (
    file !== null &&
    successfulWrites.length > 0 &&
    !successfulWrites.some(({ action }) => namesFile(action.input, file))
  )
    return { code: 'other_file', params: { file } };
  const [unsaved] = filesClaimedButNotSaved(turns, calls);
  if (unsaved !== undefined)
    return {
      code: 'unsaved_file',
      params: { file: unsaved, ...(endsInUncheckableLanguage(turns) && { how: 'named' }) },
    };
  if (unreadTarget !== null && calls.every((call) => call.result.source?.stand_in || isAboutOther(call, unreadTarget)))
    return { code: 'not_read', params: { name: unreadTarget } };
  const isUnmade = claimedButUnmadeChanges(turns, answered).length > 0;
  const isUndone = refusesWithoutCall(turns) || (outside && successfulWrites.length === 0);
  return isUnmade || isUndone ? { code: 'said_outside', params: {} } : null;
}

/** True if a target is a file, and nothing in a call or its result is about it; files may also be named by an id. */
function isAboutOther({ action, result }: CallTurn, target: string): boolean {
  const text = JSON.stringify(action.input) + result.text;
  return !/^https?:/i.test(target) && !text.toLowerCase().includes(target.toLowerCase()) && !/"file_\w/.test(text);
}

/** True if a step without a call ends with words that begin with a refusal. */
function refusesWithoutCall(turns: readonly StepRound[]): boolean {
  const latest = turns.findLast((turn) => turn.kind === 'thought');
  return latest?.kind === 'thought' && latest.refuses === true && !turns.some(({ kind }) => kind === 'tool');
}

/** True if the text with which a step ends is in a language whose claims cannot be checked. */
export function endsInUncheckableLanguage(turns: readonly StepRound[]): boolean {
  const latest = turns.findLast((turn) => turn.kind === 'thought');
  return latest?.kind === 'thought' && latest.claims !== undefined;
}

/** The tools that write files. */
const fileTools: ReadonlySet<string> = new Set(['files', 'compute', 'chart']);

/** The files that the latest words of a step say were saved, and that nothing knows. */
export function filesClaimedButNotSaved(turns: readonly StepRound[], calls: readonly CallTurn[]): string[] {
  const latest = turns.findLast((turn) => turn.kind === 'thought');
  if (latest?.kind !== 'thought' || !latest.unknownFiles?.length) return [];
  const successfulCalls = calls.filter(({ result }) => result.ok);
  const callTexts = successfulCalls.map(({ action, result }) =>
    (JSON.stringify(action.input) + result.text).toLowerCase(),
  );
  const words = stepEndText(latest.decision) ?? '';
  const names = latest.claims
    ? fileNamesInText(words)
    : filesStepClaimsSaved(
        words,
        successfulCalls.some(({ action }) => fileTools.has(action.tool)),
      );
  return names.filter(
    (name) => latest.unknownFiles?.includes(name) && !callTexts.some((text) => text.includes(name.toLowerCase())),
  );
}

/** Returns the text with which a decision ends its step; null if it does not end it. */
export const stepEndText = (decision: ThoughtDecision): string | null => stepEndInDecision(decision)?.response ?? null;

/** Returns the part of a decision that ends its step; null if it does not end it. */
export const stepEndInDecision = (decision: ThoughtDecision): (ThoughtDecision & { kind: 'act' })['finish'] =>
  decision.kind === 'done' ? decision : decision.kind === 'act' ? decision.finish : null;

/** True if a field of a call's input, other than the content to write, contains the name of the file. */
export function namesFile(input: unknown, file: string): boolean {
  const fields = JSON.stringify(input ?? null, (field, value: unknown) => (field === 'content' ? undefined : value));
  return fields.toLowerCase().includes(file.toLowerCase());
}

/**
 * The last call whose outcome is not known and that did not succeed later, of an attempt's calls and the one of earlier
 * attempts (`before`); null if there is none.
 */
function lastUnknown(calls: readonly CallTurn[], before: CallTurn | null): CallTurn | null {
  const isOpen = (call: CallTurn, since: number) =>
    !calls.some(({ n, action, result }) => n > since && result.ok && callHash(action) === callHash(call.action));
  const own = calls.findLast((call) => isOutcomeUnknown(call.result) && isOpen(call, call.n));
  return own ?? (before && isOpen(before, 0) ? before : null);
}

/** The parameters of a sentence about failed calls: why it failed if it is one, else the names of all. */
function failedParams(calls: readonly CallTurn[]): Record<string, string> {
  const [call] = calls;
  if (call && calls.length === 1) return { call: aboutCall(call), ...callErrorParams([call]) };
  return { calls: JSON.stringify(calls.map(descriptionOfFailedCall)) };
}

/** Returns a description of a failed call, without its content. */
export function descriptionOfFailedCall({ action, result }: CallTurn): CallDescription {
  const { what, name, host } = describeCallFromInput(action.tool, action.input, result.server_tool).about;
  return { what, ...(name !== undefined && { name }), ...(host !== undefined && { host }) };
}

const aboutCall = ({ action, result }: CallTurn): string =>
  JSON.stringify(describeCallFromInput(action.tool, action.input, result.server_tool).about);
