import { isCostOnlyEntryBody } from '../../task/cost-only-entry.ts';
import { dollarText } from '../../task/usage.ts';
import { currentStepIndex, planStatistics } from '../../plan/plan-progress.ts';
import { hasEnded } from '../../plan/step.ts';
import { wasCompletedBeforeImport, isWorking, type Run } from '../../task/run.ts';
import { pendingApprovals } from '../../task/run-steps.ts';
import { type TaskEnd, taskEnd } from '../../task/task-end.ts';
import { canReopen } from '../../task/reopen.ts';
import { isCallRetried } from '../../task/retry-delay.ts';
import { isUnannouncedToDevices } from '../../task/tool-result.ts';
import { stuckStep } from '../../task/stuck.ts';
import { connectionsInUse, type ApiKeyState, type UsedConnections } from './key-missing.ts';
import { displayInterval, streamedTextInterval } from '../../values/display-interval.ts';
import type { JournalEntry } from '../../task/journal.ts';
import type { LeaseState } from '../../engine/session-lease.ts';
import type { RunnerView } from '../../engine/session-runner.ts';
import type { MessageKey } from '../../i18n/translate.ts';
import { errorMessageKeyPart, type ModelError, type ModelWait } from '../../task/model-reply.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { joinItems } from '../kit/join-items.ts';
import { toolDisplayName } from '../kit/shown-text.ts';

/** The next action of the person in a task: the main button of the plan pane. */
type NextAction =
  | 'pause'
  | 'continue'
  | 'decide'
  | 'approve'
  | 'answer'
  | 'permit'
  | 'consent'
  | 'connect'
  | 'unlock'
  | 'reload'
  | 'rest'
  | 'again'
  | 'take_over';

/** The state of the work in one sentence: a message key, its parameters, its tone, and the next action. */
export interface StatusLine {
  key: MessageKey;
  params: Readonly<Record<string, string | number>>;
  tone: 'idle' | 'working' | 'needs-you' | 'resting' | 'done' | 'partly' | 'failed';
  action: NextAction | null;
}

/**
 * What is known of the connection in use: its key was refused, it was changed after the task was paused, or what is
 * known of its key.
 */
export type ConnectionCondition = 'refused' | 'changed' | ApiKeyState;

/** Returns what is known of the connections in use, given the state of its key and the session. */
export function connectionCondition(
  connected: UsedConnections,
  key: ApiKeyState,
  session: { readonly elsewhere: boolean; readonly entries: readonly JournalEntry[] },
): ConnectionCondition {
  if (!session.elsewhere && key === 'keyless') return key;
  const connectedAt = connected.settings?.connected_at ?? '';
  const paused = connectedAt === '' ? null : session.entries.findLast(({ body }) => body.type === 'pause');
  const usedConnections = connectionsInUse(connected);
  if (paused && paused.at < connectedAt && !(key !== null && lackedKeyOf(paused, usedConnections))) return 'changed';
  const isRefused = usedConnections.some(({ key_refused }) => key_refused);
  return isRefused ? 'refused' : key === 'keyless' ? null : key;
}

/** True if a task was paused since one of these connections, as it is now, had no key. */
function lackedKeyOf({ body }: JournalEntry, usedConnections: ReturnType<typeof connectionsInUse>): boolean {
  if (body.type !== 'pause' || body.reason.code !== 'endpoint' || body.reason.error.code !== 'no_key') return false;
  const { asked } = body.reason.error;
  return usedConnections.some(({ provider, model }) => asked?.provider === provider && asked.model === model);
}

/**
 * Returns the status line of a task. `lease`: whether this tab has opened the session; until it has, the line does not
 * say that a task goes on. `offline`: the task waits for the network. `retrying`: its last model call or tool call
 * failed and is made again. `storage`: the gravest error of the storage. `isOneOfTwo`: two connections are in use, so
 * that the line names the model of an error.
 */
export function statusLine(
  run: Run | null,
  {
    lease = 'working',
    offline = false,
    retrying = null,
    words = { language: 'en' },
    connection = null,
    storage = null,
    isOneOfTwo = false,
  }: {
    lease?: LeaseState['kind'];
    offline?: boolean;
    retrying?: Retry['what'] | null;
    words?: Pick<Translator, 'language'>;
    connection?: ConnectionCondition;
    storage?: StorageError | null;
    isOneOfTwo?: boolean;
  } = {},
): StatusLine {
  if (lease === 'taking' && run && isWorking(run.phase)) return line('plan.status.opening', 'idle', null);
  if (lease === 'failed' && run && isWorking(run.phase))
    return storage ? storageLine(storage) : line('plan.status.not_opened', 'needs-you', 'continue');
  if (offline && run && isWorking(run.phase)) return line('plan.status.offline', 'resting', 'pause');
  if (retrying && run && isWorking(run.phase)) return line(retryKeys[retrying], 'resting', 'pause');
  if (!run && connection === 'refused') return line('plan.status.key_refused', 'needs-you', 'connect');
  if (!run) return line('plan.status.idle', 'idle', null);
  const { plan } = run;
  const place = { i: Math.min(currentStepIndex(plan) + 1, plan.steps.length), n: plan.steps.length };
  const running = plan.steps.flatMap(({ status }, at) => (status === 'running' ? [at + 1] : []));
  const figures = planStatistics(plan);
  const stuck = stuckStep(run);
  switch (run.phase) {
    case 'intake':
      return line('plan.status.intake', 'working', 'pause');
    case 'planning':
      return line('plan.status.planning', 'working', 'pause');
    case 'reviewing':
      return line(run.review ? 'plan.status.mended' : 'plan.status.reviewing', 'needs-you', 'approve', { n: place.n });
    case 'waiting':
      if (run.question) return line('plan.status.question', 'needs-you', 'answer');
      return run.proposal
        ? line(
            run.proposal.closing === null ? 'plan.status.consent' : 'plan.status.consent_closing',
            'needs-you',
            'consent',
          )
        : line('plan.status.permission', 'needs-you', 'permit');
    case 'executing':
      if (pendingApprovals(run).length > 0) return line('plan.status.permission', 'needs-you', 'permit');
      return running.length > 1
        ? line('plan.status.executing_several', 'working', 'pause', { steps: joinItems(running, words), n: place.n })
        : line('plan.status.executing', 'working', 'pause', place);
    case 'replanning':
      return line('plan.status.replanning', 'working', 'pause', { done: figures.completed, n: place.n });
    case 'recovering':
      return line('plan.status.recovering', 'working', 'pause', place);
    case 'verifying':
      return line('plan.status.verifying', 'working', 'pause');
    case 'paused':
      return paused(run, place, { connection, storage, isOneOfTwo });
    case 'blocked':
      return line('plan.status.blocked', 'needs-you', stuck ? 'decide' : 'continue', {
        ...place,
        ...(stuck && { i: stuck.n }),
      });
    case 'completed':
      if (wasCompletedBeforeImport(run))
        return line('plan.status.done_elsewhere', 'resting', 'again', { done: figures.completed, n: place.n });
      return { ...ended(taskEnd(run)), action: canReopen(run) ? 'rest' : null };
    case 'answered':
      return line('plan.status.answered', 'idle', null);
    case 'failed':
      return line('plan.status.failed', 'failed', stuck ? 'decide' : 'continue', {
        done: figures.completed,
        n: place.n,
      });
    case 'cancelled':
      return line('plan.status.cancelled', 'resting', canReopen(run) ? 'rest' : null, {
        done: figures.completed,
        n: place.n,
      });
  }
}

const retryKeys = {
  model: 'plan.status.retrying',
  rate: 'plan.status.retrying_rate',
  call: 'plan.status.retrying_call',
  devices: 'plan.status.retrying_devices',
} as const;

/**
 * Returns by how many milliseconds the display may lag behind the view: 0 while the task is at rest,
 * `streamedTextInterval` (200) while an answer to the person is being written, otherwise `displayInterval` (400).
 */
export function maxDisplayDelay(view: RunnerView | undefined): number {
  if (!view) return displayInterval;
  const { run, streams } = view;
  if (!run || !isWorking(run.phase)) return 0;
  return 'intake' in streams || 'replan' in streams ? streamedTextInterval : displayInterval;
}

const tones = { green: 'done', amber: 'partly', red: 'failed' } as const;

/** Returns the status line of a completed task; it says "done" only if nothing was left undone. */
function ended({ tone, total, done, failed, doubtful, mended, skipped }: TaskEnd): StatusLine {
  const how = tone === 'green' ? (mended > 0 ? 'mended' : '') : failed > 0 ? 'failed' : doubtful > 0 ? '' : 'ended';
  const end = [how, doubtful > 0 ? 'doubtful' : '', skipped > 0 ? 'skipped' : ''].filter(Boolean).join('_');
  const key = end === '' ? 'plan.status.completed' : (`plan.status.completed_${end}` as MessageKey);
  return line(key, tones[tone], null, { done, n: total, failed, doubtful, mended, skipped });
}

const mendedInSettings: ReadonlySet<string> = new Set([
  'no_key',
  'auth',
  'quota',
  'unknown_model',
  'unreachable',
  'no_tools',
  'no_images',
  'bad_request',
  'refused',
  'context_length',
  'too_large',
  'bad_response',
]);

/**
 * Returns what the person can do about an error of the endpoint: unlock the keys, reload the page, change the
 * connection, or just continue, if the error is only temporary.
 */
export function nextActionAfterError(error: ModelError): 'unlock' | 'reload' | 'connect' | 'continue' {
  const kind = errorMessageKeyPart(error);
  if (kind === 'locked') return 'unlock';
  if (kind === 'part_missing') return 'reload';
  return mendedInSettings.has(kind) ? 'connect' : 'continue';
}

function paused(
  run: Run,
  place: { i: number; n: number },
  pauseContext: { connection: ConnectionCondition; storage: StorageError | null; isOneOfTwo: boolean },
): StatusLine {
  const { pause } = run;
  const { connection, storage, isOneOfTwo } = pauseContext;
  if (connection === 'keyless' && (pause === null || pause.code === 'interrupted' || pause.code === 'person'))
    return line('plan.status.endpoint.no_key', 'needs-you', 'connect');
  switch (pause?.code) {
    case 'interrupted':
      return place.n > 0
        ? line('plan.status.interrupted', 'resting', 'continue', place)
        : line('plan.status.interrupted_early', 'resting', 'continue');
    case 'imported':
      return run.plan.steps.some(hasEnded)
        ? line('plan.status.imported_begun', 'resting', 'continue', {
            ...place,
            done: planStatistics(run.plan).completed,
          })
        : line('plan.status.imported', 'resting', 'continue', { n: place.n });
    case 'limit':
      return line('plan.status.limit', 'needs-you', 'continue', { limit: pause.limit });
    case 'growth':
      return line('plan.status.growth', 'needs-you', 'continue', { added: pause.added });
    case 'spending':
      return line('plan.status.spending', 'needs-you', 'continue', { spent: dollarText(pause.spent) });
    case 'endpoint':
      if (connection === 'changed' && pause.error.code !== 'part_missing')
        return line('plan.status.reconnected', 'needs-you', 'continue');
      if (connection === 'unlocked' && errorMessageKeyPart(pause.error) === 'locked')
        return line('plan.status.unlocked', 'needs-you', 'continue');
      if ((connection === 'keyed' || connection === 'unlocked') && pause.error.code === 'no_key')
        return line('plan.status.key_here', 'needs-you', 'continue');
      return line(
        endpointKey(pause.error, isOneOfTwo),
        'needs-you',
        pause.error.moderated && place.n === 0 ? null : nextActionAfterError(pause.error),
        { model: pause.error.asked?.model ?? '' },
      );
    case 'storage':
      if (pause.program) return line('plan.status.program', 'needs-you', 'continue');
      return storageLine(storage);
    case 'person':
    case undefined:
      return ready(place);
  }
}

const namingModel = ['no_key', 'auth', 'quota', 'unknown_model', 'unreachable'] as const;

/** Returns the message key for an error of the endpoint: one that names the model if that is one of two in use. */
function endpointKey(error: ModelError, isOneOfTwo: boolean): MessageKey {
  const kind = errorMessageKeyPart(error);
  const kindWithModel = isOneOfTwo && error.asked ? namingModel.find((each) => each === kind) : undefined;
  return kindWithModel ? `plan.status.endpoint.${kindWithModel}_of` : `plan.status.endpoint.${kind}`;
}

function storageLine(storage: StorageError | null): StatusLine {
  return storage?.code === 'gone' || storage?.code === 'outdated' || storage?.code === 'unavailable'
    ? line(`plan.status.storage_${storage.code}`, 'needs-you', 'reload')
    : line('plan.status.storage', 'needs-you', 'continue');
}

/** The status line of a paused task that only needs “Continue”. */
function ready(place: { i: number; n: number }): StatusLine {
  return place.n > 0
    ? line('plan.status.paused', 'resting', 'continue', place)
    : line('plan.status.paused_early', 'resting', 'continue');
}

function line(
  key: MessageKey,
  tone: StatusLine['tone'],
  action: NextAction | null,
  params: StatusLine['params'] = {},
): StatusLine {
  return { key, params, tone, action };
}

/** Waits shorter than this, in milliseconds, are not mentioned. */
const shortWait = 3000;

/**
 * Returns how long the model has taken so far and, after half of the time limit, the limit; null for short waits. For a
 * model that is being loaded into memory, returns the progress.
 */
export function elapsedWaitText(wait: ModelWait, now: number, words: Translator): string | null {
  const { since, said, limit_ms, loaded } = wait;
  if (loaded !== undefined) return words.t('conversation.loading_model', { percent: Math.round(loaded * 100) });
  const waited = Math.min(now - Date.parse(since), limit_ms ?? Infinity);
  if (waited < shortWait) return null;
  const seconds = Math.floor(waited / 1000);
  const what = said ? 'silent' : 'waiting';
  if (limit_ms === null || waited <= limit_ms / 2) return words.t(`conversation.${what}`, { seconds });
  return words.t(`conversation.${what}_limit`, { seconds, limit: Math.round(limit_ms / 1000) });
}

/**
 * What is tried again by itself after it failed, and when; `rate`: a model call for which the provider asked to wait,
 * `devices`: to tell the other devices of a call.
 */
interface Retry {
  what: 'model' | 'rate' | 'call' | 'devices';
  at: string;
}

const rounds: ReadonlySet<string> = new Set(['model_reply', 'model_error', 'tool_call', 'tool_result']);
const latestRound = (entries: readonly JournalEntry[], step: string | undefined): JournalEntry | undefined =>
  entries.findLast(
    ({ body, step_id }) =>
      rounds.has(body.type) && !isCostOnlyEntryBody(body) && (step === undefined || step_id === step),
  );

/**
 * Returns the model call or tool call that failed and is made again by itself, or null if the latest one is none. With
 * `step`, only that step's calls count, else all.
 */
export function nextRetryOf(entries: readonly JournalEntry[], step?: string): Retry | null {
  const last = latestRound(entries, step);
  if (last?.body.type === 'model_error')
    return { what: last.body.error.code === 'rate_limit' ? 'rate' : 'model', at: last.body.retry_at };
  if (last?.body.type !== 'tool_result') return null;
  const { call, result, retry_at } = last.body;
  const isOther = ({ body, step_id }: JournalEntry) =>
    step_id === last.step_id &&
    (body.type === 'plan_step_start' || (rounds.has(body.type) && (!('call' in body) || body.call !== call)));
  const tries = entries
    .slice(entries.findLastIndex(isOther) + 1)
    .filter(({ body, step_id }) => step_id === last.step_id && body.type === 'tool_result').length;
  return isCallRetried(result, tries)
    ? { what: isUnannouncedToDevices(result) ? 'devices' : 'call', at: retry_at }
    : null;
}

/** The seconds until the next try; null once that time has come. */
export function retryText(until: string, now: number, words: Translator): string | null {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  return seconds > 0 ? words.t('conversation.retry_in', { seconds }) : null;
}

/**
 * Returns the entries of what may be under way: none while paused, and none of a step that needs the person, even if
 * the start of its call is stored.
 */
export function entriesUnderWay(run: Run | null, entries: readonly JournalEntry[]): readonly JournalEntry[] {
  if (run?.phase === 'paused') return [];
  const asking = run ? pendingApprovals(run).map(({ step_id }) => step_id) : [];
  return asking.length === 0 ? entries : entries.filter(({ step_id }) => !asking.includes(step_id ?? ''));
}

/**
 * Returns when the latest call is made again by itself, or how long the answer of which tool is awaited; null if
 * neither, and for short waits. With `step`, only that step's calls count.
 */
export function callWaitText(
  entries: readonly JournalEntry[],
  step: string | undefined,
  clock: { readonly current: number },
  words: Translator,
): string | null {
  const retry = nextRetryOf(entries, step);
  if (retry) return retryText(retry.at, clock.current, words);
  const last = latestRound(entries, step);
  if (last?.body.type !== 'tool_call') return null;
  const waited = clock.current - Date.parse(last.at);
  if (waited < shortWait) return null;
  const name = toolDisplayName(last.body.tool, words);
  return words.t('conversation.waiting_tool', { name, seconds: Math.floor(waited / 1000) });
}
