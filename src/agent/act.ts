import type { CallAccess, ApprovalRequest } from '../task/approval.ts';
import { approvesExactly, type GateDecision, decideByRule } from '../task/gate.ts';
import { doneByPersonPattern } from '../task/shown-tool-text.ts';
import { contentHash } from '../values/content-hash.ts';
import { taskLanguage } from '../task/task-language.ts';
import type { Action } from '../task/decision.ts';
import { stepEffectPrefix } from '../task/effect-id.ts';
import type { NewJournalEntry } from '../task/journal.ts';
import { storedFileName, textWithFileName } from '../records/stored-file-name.ts';
import { newSessionFile } from '../records/session-file.ts';
import { lastingGrants } from '../records/lasting-grants.ts';
import { findStep, referenceableSteps } from '../plan/leaf-steps.ts';
import { resolveReferences } from '../plan/references.ts';
import type { ActInput, ActResult } from '../task/round.ts';
import { describeCallFromInput } from '../task/call-details.ts';
import {
  callHash,
  isTransientError,
  toolError,
  toolSuccess,
  type ToolError,
  type ToolResult,
} from '../task/tool-result.ts';
import type { CheckedCall, ToolRunOutcome } from '../ports/toolbox.ts';
import { addressFactsAfterReading } from './after-reading.ts';
import type { AgentContext } from './agent-context.ts';
import { callsOfUnknownOutcome } from '../task/writes.ts';
import { earlierWriteResult } from './earlier-write-result.ts';
import { nextTryTime } from '../task/retry-delay.ts';
import { runRetryingOnline } from './ask-model.ts';
import type { Effect } from './perform-effect.ts';
import { readSinceReply } from './read-sources.ts';
import { callTurn } from './recorded-attempt.ts';
import { withIntendedTool } from './without-repeated-calls.ts';

/** Makes one tool call: checks it, applies the person's permissions, runs it once and records it. */
export async function act(context: AgentContext, actInput: ActInput, signal: AbortSignal): Promise<ActResult> {
  const input = { ...actInput, action: withIntendedTool(actInput.action, context.toolbox) };
  const { action, step } = input;
  const run = context.run();
  const prefix = stepEffectPrefix(run, step, input.attempt);
  const effect = `${prefix}${input.n}`;
  const resolved = resolveReferences(action.input, referenceableSteps(run.plan.steps, step));
  const checkedCall: CheckedCall = resolved.ok
    ? await withFactsOfAddress(context, context.toolbox.check(action.tool, resolved.value), input.foreign)
    : { ok: false, result: noResult(resolved.reference) };
  const earlier = checkedCall.ok ? await earlierWriteResult(context, input) : null;
  const uncertain = checkedCall.ok && !earlier ? await inDoubt(context, effect, checkedCall, action) : null;
  const isAsked = checkedCall.ok && !earlier && !uncertain && mayBeAsked(context, effect, checkedCall, input.foreign);
  const past = isAsked ? await triesBefore(context, input) : { tries: 0, failure: null };
  /** The effect id of the first try of this call: the person's decision on it also covers Cairn's own retries. */
  const firstTry = `${prefix}${input.n - past.tries}`;
  const isDenied = run.approvals.some(({ effect, decision }) => effect === firstTry && decision === 'deny');
  const errorFound = isAsked ? await errorBeforeAsking(context, checkedCall) : null;
  const futile = errorFound && isDenied ? denied : errorFound;
  const call = isAsked ? await asShown(context, checkedCall) : checkedCall;
  const permission =
    call.ok && !earlier && !futile ? weigh(context, firstTry, call.tool, call.access, input.foreign) : 'allow';
  if (permission === 'ask' && call.ok && !uncertain)
    return ask(context, step, call.tool, { effect: firstTry, access: call.access }, past.failure);
  if (uncertain?.gate === 'ask' && permission !== 'forbid' && call.ok) return ask(context, step, call.tool, uncertain);
  if (run.approvals.some((each) => each.effect === firstTry && each.decision === null))
    context.onUnasked(firstTry, permission === 'allow' && !futile);
  const settled =
    uncertain?.gate === 'deny'
      ? leftInDoubt(uncertain.access.about)
      : uncertain?.isConfirmed
        ? toolSuccess(doneByPersonPattern)
        : null;
  const error = prohibitions[permission] ?? settled ?? futile ?? earlier;
  const { room } = await context.modelFor('thought');
  if (signal.aborted) throw new Error('stopped');
  if (!settled || error !== settled)
    context.journal.stage({
      entries: [
        {
          ...place(context, step),
          intent: effect,
          body: { type: 'tool_call', ...action },
        },
      ],
    });
  if (call.ok && call.place === 'remote') {
    if (call.repeatable) context.store();
    else await context.journal.flush();
  }
  const isOnce = call.ok && call.place === 'remote' && !call.repeatable && !error;
  const finalError = isOnce && !(await context.announced()) ? unannounced(call.access.about) : error;
  if (isOnce) context.sending.add(effect);
  const entry = await context
    .perform(await effectOf(context, input, effect, call, finalError, signal, room))
    .finally(() => context.sending.delete(effect));
  const turn = entry && callTurn(entry, context.toolbox);
  if (!turn) throw new Error('stopped');
  return { kind: 'turn', turn, at: context.clock.now() };
}

/** The call with what is known of its address, if text from outside has been read before. */
async function withFactsOfAddress(
  context: AgentContext,
  call: CheckedCall,
  isForeignRead: boolean,
): Promise<CheckedCall> {
  if (!call.ok || !(isForeignRead || context.run().tainted)) return call;
  const foreign = await addressFactsAfterReading(context, call.access);
  return foreign ? { ...call, access: { ...call.access, foreign } } : call;
}

/** True if the call needs the person's approval, or the person has been asked about it. */
function mayBeAsked(
  context: AgentContext,
  effect: string,
  { tool, access }: Extract<CheckedCall, { ok: true }>,
  foreign: boolean,
): boolean {
  const wasAsked = context.run().approvals.some((approval) => approval.effect.startsWith(effect));
  return wasAsked || weigh(context, effect, tool, access, foreign) === 'ask';
}

/**
 * The error of a call about which the person is not asked, as it would delete what is not there or leaves open what it
 * means; else null.
 */
async function errorBeforeAsking(
  context: AgentContext,
  call: Extract<CheckedCall, { ok: true }>,
): Promise<ToolResult | null> {
  if (call.place !== 'local') return null;
  const { clock, journal } = context;
  return journal.transact(async ({ stores }) => {
    const cause = call.access.rule === 'always_ask' ? await call.missingRow?.(stores) : null;
    const notFoundText = 'Nothing was deleted: there is none of that name or id. The action list shows all.';
    if (cause) return toolError('not_found', notFoundText, { cause });
    return (await call.unclear?.({ stores, now: clock.now(), zone: clock.zone() })) ?? null;
  });
}

/** The call with its subject and description as shown to the person; wording them needs the stores. */
async function asShown(context: AgentContext, call: Extract<CheckedCall, { ok: true }>): Promise<CheckedCall> {
  return context.journal.transact(async ({ stores }) => {
    const about = await call.about(stores);
    const subject = call.place === 'local' ? await call.subject?.(stores) : undefined;
    return { ...call, access: { ...call.access, ...(subject !== undefined && { subject }), about } };
  });
}

function ask(
  { clock }: AgentContext,
  step: string,
  tool: string,
  { effect, access }: { effect: string; access: CallAccess },
  errorCode: ToolError['code'] | null = null,
): { kind: 'ask'; approval: ApprovalRequest; at: string } {
  const approval: ApprovalRequest = {
    effect,
    step_id: step,
    tool,
    access,
    decision: null,
    ...(errorCode && { failed: errorCode }),
  };
  return { kind: 'ask', approval, at: clock.now() };
}

const noResult = (reference: string) =>
  toolError('invalid_input', `There is no result behind ${reference}.`, {
    cause: { failure: 'missing_result', name: reference },
  });

const denied = toolError(
  'denied',
  'The person did not allow this. Do not try it again; find another way or go on without it.',
);
const forbidden = toolError(
  'denied',
  "The person's settings rule this out. Do not try it again; find another way or go on without it.",
);
const prohibitions: Partial<Record<GateDecision, ToolResult>> = { deny: denied, forbid: forbidden };

/** The result of a call that the person does not want repeated, although its outcome is not known. */
const leftInDoubt = (about: CallAccess['about']) =>
  toolError(
    'denied',
    'This call was made before, and it may or may not have been carried out: no answer says so. The person decided not to repeat it: do not try it again; check whether it happened, or go on.',
    { cause: { failure: 'left_in_doubt', name: about?.host ?? '' } },
  );

/** The result of a call that waits until the person's other devices can be told of it. */
const unannounced = (about: CallAccess['about']) =>
  toolError(
    'network',
    "The call was not made: the person's other devices could not be told of it, and one of them might make it again.",
    { retry_after_ms: 60_000, cause: { failure: 'unannounced', name: about?.host ?? '' } },
  );

/**
 * The approval state of a call that must not be repeated and was made before in this task, with an outcome that is not
 * known; each new try needs its own approval. `isConfirmed`: the person has said that it was carried out. Null if there
 * is no doubt.
 */
async function inDoubt(
  context: AgentContext,
  effect: string,
  call: Extract<CheckedCall, { ok: true }>,
  action: Action,
): Promise<{ effect: string; access: CallAccess; gate: GateDecision; isConfirmed: boolean } | null> {
  if (call.place === 'local' || call.repeatable) return null;
  const { tool } = action;
  const tries = (await context.journal.begun(effect)) + (await triesInDoubt(context, effect, action));
  const retryApproval = context.run().approvals.findLast((approval) => approval.effect.startsWith(`${effect}/again/`));
  const again = tries > 0 ? `${effect}/again/${tries}` : retryApproval?.effect;
  if (again === undefined) return null;
  const about = call.access.about ?? (await context.journal.transact(({ stores }) => call.about(stores)));
  const access: CallAccess = { ...call.access, about, rule: 'in_doubt' };
  const isConfirmed = context
    .run()
    .approvals.some((each) => each.decision === 'done' && approvesExactly(each, { effect: again, access }));
  return { effect: again, access, gate: weigh(context, again, tool, access, true), isConfirmed };
}

/**
 * The number of other tries of this very call in the task whose outcome is not known, since it last succeeded; without
 * those under way in this tab.
 */
async function triesInDoubt({ journal, run, sending }: AgentContext, effect: string, action: Action): Promise<number> {
  const prefix = `${run().session_id}/${run().id}/`;
  const entries = [...(await journal.effects(prefix)), ...(await journal.starts(prefix))];
  const hash = callHash(action);
  const tries = callsOfUnknownOutcome(entries, (call) => callHash(call) === hash).get(hash) ?? [];
  return tries.filter(({ intent = '' }) => intent !== effect && !sending.has(intent)).length;
}

function weigh(
  context: AgentContext,
  effect: string,
  tool: string,
  access: CallAccess,
  foreign: boolean,
): GateDecision {
  const run = context.run();
  const grants = { plan: run.approvals, ...lastingGrants(context.settings()) };
  return decideByRule(effect, tool, access, grants, foreign || run.tainted);
}

async function effectOf(
  context: AgentContext,
  input: ActInput,
  effect: string,
  call: CheckedCall,
  error: ToolResult | null,
  signal: AbortSignal,
  room: number | null,
): Promise<Effect> {
  const run = context.run();
  const stepEntries = await context.journal.effects(stepEffectPrefix(run, input.step, input.attempt));
  const at = context.clock.now();
  const language = taskLanguage(run);
  const scene = { now: at, zone: context.clock.zone(), language, sessionId: run.session_id };
  const stepText = (id: string) => findStep(run.plan.steps, id)?.full_result;
  const local = {
    ...scene,
    tainted: input.foreign || run.tainted,
    caller: { run: run.id, step: input.step },
    stepResults: stepEntries.flatMap(({ body }) => (body.type === 'tool_result' ? [body.result] : [])),
    readInReply: readSinceReply(stepEntries),
    stepText,
    room,
  };
  const record = (result: ToolResult): NewJournalEntry => recordOf(context, input, effect, result);
  /** The work may be off because what it rests on was not stored; then nothing of it may be, either. */
  const isStopped = () => signal.aborted;
  if (!call.ok) return { place: 'local', id: effect, isStopped, run: async () => record(call.result) };
  const names = call.place === 'remote' && call.server_tool && { server_tool: call.server_tool };
  if (error) return { place: 'local', id: effect, isStopped, run: async () => record({ ...error, ...names }) };
  if (call.place === 'local')
    return {
      place: 'local',
      id: effect,
      isStopped,
      run: async ({ stores }) => record(await call.run({ ...local, stores, newId: idGenerator(effect) })),
    };
  return {
    place: 'remote',
    id: effect,
    /** The result of a call that must not be repeated is recorded in any case: its start is stored. */
    isStopped: () => call.repeatable && isStopped(),
    run: async () => {
      if (isStopped()) return null;
      const files = () => context.journal.transact(({ stores }) => stores.files.all());
      const progress = (text: string) => context.onProgress(input.step, text);
      const { tries } = await triesBefore(context, input);
      const outcome = await runRetryingOnline(context, isCutOff, signal, () =>
        call.run({ ...scene, site: call.access.origin, signal, progress, files, tries }),
      );
      const isUnseen = outcome.result.shows === true && !(await context.modelFor('thought')).sees;
      const { result, file, finish } = isUnseen ? unshownImageOutcome(input.action) : outcome;
      context.onProgress(input.step, null);
      if (signal.aborted && (call.repeatable || !result.ok)) return null;
      if (!result.ok) return { entry: recordOf(context, input, effect, result, tries) };
      const sessionFile = file && {
        ...newSessionFile(file, { id: `file_${contentHash({ effect })}`, session: scene.sessionId, at }),
        ...(result.foreign && { foreign: true }),
      };
      return {
        entry: record(result),
        ...((sessionFile ?? finish) && {
          finish: async ({ stores }) => {
            const name = sessionFile && storedFileName(sessionFile, await stores.files.all());
            if (sessionFile && name !== undefined) await stores.files.put({ ...sessionFile, name });
            const whole = (await finish?.({ ...local, stores, newId: idGenerator(effect) })) ?? result;
            if (!sessionFile || name === undefined) return record(whole);
            const text = textWithFileName(whole.text, sessionFile.name, name);
            return record({ ...whole, text, artifact: whole.artifact ?? sessionFile.id });
          },
        }),
      };
    },
  };
}

/** The outcome of a call that shows an image to a model which takes none. */
const unshownImageOutcome = ({ tool, input }: Action): ToolRunOutcome => ({
  result: toolError(
    'unsupported',
    'You were not shown it: this model takes no images. Say so, and do not guess what it shows; the person can tell you.',
    { cause: { failure: 'image_unseen', name: describeCallFromInput(tool, input).about.name ?? '' } },
  ),
});

const isCutOff = ({ result }: ToolRunOutcome) =>
  result.failure?.code === 'network' || result.failure?.code === 'timeout';

/**
 * Counts the transient failures of this call in a row, on which the retry delay depends. `failure`: why the same call
 * failed in an earlier thought of the step, if the model repeats it.
 */
async function triesBefore(
  context: AgentContext,
  { step, attempt, action }: ActInput,
): Promise<{ tries: number; failure: ToolError['code'] | null }> {
  const entries = await context.journal.effects(stepEffectPrefix(context.run(), step, attempt));
  const isRetried = ({ body }: NewJournalEntry) =>
    body.type === 'tool_result' &&
    body.call === action.call &&
    body.result.failure !== null &&
    isTransientError(body.result.failure);
  const tries = entries.length - 1 - entries.findLastIndex((entry) => !isRetried(entry));
  const same = entries.findLast(({ body }) => body.type === 'tool_result' && callHash(body) === callHash(action));
  const failure = same?.body.type === 'tool_result' ? (same.body.result.failure?.code ?? null) : null;
  return { tries, failure: failure === 'denied' ? null : failure };
}

function recordOf(
  context: AgentContext,
  input: ActInput,
  effect: string,
  result: ToolResult,
  tries = 0,
): NewJournalEntry {
  const { action } = input;
  return {
    ...place(context, input.step),
    effect,
    body: {
      type: 'tool_result',
      call: action.call,
      tool: action.tool,
      input: action.input,
      result,
      retry_at: nextTryTime(context.clock, tries, result.failure?.retry_after_ms ?? null),
    },
  };
}

function place(context: AgentContext, step: string): Omit<NewJournalEntry, 'body'> {
  const run = context.run();
  return { session_id: run.session_id, task_id: run.id, step_id: step, at: context.clock.now() };
}

/** Creates an id generator that returns the same ids at each try of one effect, and others for any other effect. */
function idGenerator(effect: string): (prefix: string) => string {
  let count = 0;
  return (prefix) => `${prefix}_${contentHash({ effect, count: (count += 1) })}`;
}
