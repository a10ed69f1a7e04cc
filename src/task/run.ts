import * as z from 'zod/mini';
import { ApprovalRequest } from './approval.ts';
import { Action, ProposedStep } from './decision.ts';
import { EditUndo } from '../plan/edit-undo.ts';
import { ModelError } from './model-reply.ts';
import { ReplyQuality, freshReplyStats } from './reply-quality.ts';
import { Plan, emptyPlan } from '../plan/plan.ts';
import type { PlanStatus } from '../plan/plan-status.ts';
import { Step } from '../plan/step.ts';
import { storedFailureText, upgradeStoredReasons } from '../plan/legacy-reason.ts';
import { isRecord } from '../values/json.ts';

/** The phase of a task, which is also the name of its machine state; `planStatusOf` derives `plan.status` from it. */
export const Phase = z.enum([
  'intake',
  'planning',
  'reviewing',
  'executing',
  'replanning',
  'recovering',
  'verifying',
  'waiting',
  'paused',
  'blocked',
  'completed',
  'failed',
  'cancelled',
  'answered',
]);
export type Phase = z.infer<typeof Phase>;

const statuses: Record<Phase, PlanStatus> = {
  intake: 'planning',
  planning: 'planning',
  reviewing: 'planning',
  executing: 'running',
  replanning: 'running',
  recovering: 'running',
  verifying: 'running',
  waiting: 'waiting',
  paused: 'paused',
  blocked: 'blocked',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  answered: 'completed',
};

export const planStatusOf = (phase: Phase): PlanStatus => statuses[phase];

/** Why a plan is paused without a question to the person. */
export const PauseReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('person') }),
  z.object({ code: z.literal('interrupted') }),
  z.object({ code: z.literal('imported') }),
  z.object({ code: z.literal('limit'), limit: z.int() }),
  /** The model wants to add more steps than a plan may have, after it has added `added`. */
  z.object({ code: z.literal('growth'), added: z.int() }),
  /** The session's spending limit and its spending so far, in US dollars. */
  z.object({ code: z.literal('spending'), limit: z.number(), spent: z.number() }),
  z.object({ code: z.literal('endpoint'), error: ModelError }),
  /** `program`: the work failed through an error in the program, and not in the storage. */
  z.object({ code: z.literal('storage'), detail: z.string(), program: z.optional(z.literal(true)) }),
]);
export type PauseReason = z.infer<typeof PauseReason>;

/** Why a replan is requested. */
export const ReplanCause = z.enum([
  'step_ended',
  'clarified',
  'recovery',
  'mismatch',
  'person',
  'deadlock',
  'edited',
  'unfit',
]);
export type ReplanCause = z.infer<typeof ReplanCause>;

/**
 * The cause of the pending replan; `held` if a replan decided to end the task or to ask the person while a step was
 * running: the decision is then requested again once no step runs, with the same `replan_cause`.
 */
export const PendingReplan = z.enum([...ReplanCause.options, 'held']);
export type PendingReplan = z.infer<typeof PendingReplan>;

/** The effect of an edit by the person on a step; `was`: the previous description of a changed step. */
const EditedStep = z.object({
  what: z.enum(['added', 'deleted', 'skipped', 'changed']),
  description: z.string(),
  was: z.optional(z.string()),
});
export type EditedStep = z.infer<typeof EditedStep>;

/** An event of a task, in an append-only list: the growing part of a replan's prompt. */
export const TaskEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ended'),
    step: z.string(),
    status: z.string(),
    summary: z.string(),
    /** For a tool's own text: the file with the full text if it was cut, and whether it comes from outside. */
    file: z.optional(z.string()),
    foreign: z.optional(z.literal(true)),
  }),
  z.object({
    kind: z.literal('clarified'),
    /** The effect that asked, so that a resumed step finds its answer. */
    effect: z.string(),
    question: z.string(),
    answer: z.string(),
  }),
  z.object({ kind: z.literal('guidance'), text: z.string() }),
  /** `changes`: the steps that the edit added, deleted, skipped or worded otherwise, so that the model knows them. */
  z.object({ kind: z.literal('edited'), changes: z.optional(z.array(EditedStep)) }),
  z.object({ kind: z.literal('replanned') }),
  /** A step that another step declared while it ran; the id is null if the plan had no room for it. */
  z.object({ kind: z.literal('declared'), step: z.nullable(z.string()), description: z.string() }),
  z.object({ kind: z.literal('mismatch'), text: z.string() }),
  z.object({ kind: z.literal('resumed') }),
  /**
   * The person rejected a replan that would have changed the steps in `names`, which are theirs, or brought back those
   * in `out`, which they had deleted or skipped.
   */
  z.object({
    kind: z.literal('kept'),
    names: z.string(),
    out: z.optional(z.array(z.object({ id: z.string(), description: z.string() }))),
  }),
]);
export type TaskEvent = z.infer<typeof TaskEvent>;

const PlainRun = z.object({
  /** The task id, new for each goal and each import. */
  id: z.string(),
  session_id: z.string(),
  phase: Phase,
  /** The phase that follows `paused` or `waiting`. */
  resume: Phase,
  plan: Plan,
  /** The plan as first made, one line per step: the stable head of a replan's prompt. */
  first_plan: z.array(z.object({ id: z.string(), description: z.string() })),
  /** The events of the task, oldest first. */
  events: z.array(TaskEvent),
  question: z.nullable(z.object({ effect: z.string(), step_id: z.nullable(z.string()), text: z.string() })),
  approvals: z.array(ApprovalRequest),
  /** The first calls of the step `first_calls_for` (null: the first step), made by an earlier reply. */
  first_calls: z.array(Action),
  first_calls_for: z.optional(z.nullable(z.string())),
  /** What the task's first reply said beside its calls, and the step that made these. */
  first_words: z.exactOptional(z.object({ step: z.string(), text: z.string() })),
  pause: z.nullable(PauseReason),
  /** The endpoint's latest refusal of a request's content, which is not sent again unchanged. */
  refused: z.optional(ModelError),
  /** Why the current replan was requested, and the pending one. */
  replan_cause: z.nullable(ReplanCause),
  pending_replan: z.nullable(PendingReplan),
  /** A replan that would change the person's own steps, or close without them, and waits for their consent. */
  proposal: z.nullable(
    z.object({
      steps: z.array(ProposedStep),
      at_stake: z.array(z.string()),
      /** The ids of steps that the person deleted or skipped and that the replan would bring back. */
      back: z.exactOptional(z.array(z.string())),
      closing: z._default(z.nullable(z.string()), null),
    }),
  ),
  /** The steps before the latest replan, so that it can be undone. */
  undo: z.nullable(z.array(Step)),
  /** The person's latest edits, oldest first, so that they can be undone. */
  edits: z._default(z.array(EditUndo), []),
  /** The edits undone since the last edit, oldest first, so that they can be redone. */
  redos: z.exactOptional(z.array(EditUndo)),
  /** The closing answer, held back until verification has passed. */
  closing: z.nullable(z.string()),
  mismatches: z.int(),
  /** By row: the hashes of the claim and of the content that passed the check. */
  checked: z.record(z.string(), z.string()),
  /** The `n` of the next effect outside steps, by kind. */
  calls: z.object({ intake: z.int(), planning: z.int(), replan: z.int() }),
  /** True if the plan was repaired by rule: the person reviews it before it runs. */
  review: z.boolean(),
  /** True while a plan that waits for the person's approval is revised: they review it again before it runs. */
  in_review: z.exactOptional(z.literal(true)),
  /** The last violation to be repaired, with the number of repairs in a row. */
  repair: z.nullable(z.object({ violation: z.string(), tries: z.int() })),
  /** The number of transient endpoint errors in a row outside steps. */
  retries: z.int(),
  /**
   * The highest round number `n` that was charged to the budget, by step id or `~replan`, so that a resumed effect is
   * never charged twice.
   */
  charged: z.record(z.string(), z.int()),
  /**
   * True if text from outside has been read in an ended step, tools of MCP servers have been offered, a model was shown
   * an image, or the plan itself came from outside; stays set for the session.
   */
  tainted: z._default(z.boolean(), false),
  /**
   * Set if the plan came from a file or a link: those of its texts that the person wrote, such as values of
   * placeholders. The others are not the person's; steps that the person edits or adds are.
   */
  own_words: z.exactOptional(z.array(z.string())),
  /**
   * The code of the language in which the person wrote the goal, decided once; absent if it is English or Chinese, or
   * only its letters tell.
   */
  language: z.exactOptional(z.string().check(z.regex(/^[a-z]{2,3}$/))),
  /** The ids of the session's files that were sent as images with the goal. */
  images: z.optional(z.array(z.string())),
  /** The session's latest plan that had ended when this task began, as text for the model. */
  earlier_plan: z.exactOptional(z.string()),
  /** The same of the latest one that had several steps; the other one may be a single step since then. */
  last_steps_plan: z.exactOptional(z.string()),
  /** The number of granted budgets. */
  budget_grants: z.int(),
  /** How many steps the model had added to the plan when the person last said that it goes on. */
  growth_seen: z.exactOptional(z.int()),
  /**
   * The sum in US dollars that the session may spend since the person continued it at its spending limit, and that
   * limit; carries over to the next task.
   */
  spending_grant: z.exactOptional(z.object({ limit: z.number(), up_to: z.number() })),
  /** In tasks of older versions: how many times the spending limit was granted. */
  spending_grants: z.exactOptional(z.int()),
  /** The number of step ids assigned in the session so far; none is reused. */
  last_step_number: z.int(),
  /** Statistics on how well the model's replies followed the protocol. */
  reply_stats: z._default(ReplyQuality, freshReplyStats),
  /** The writes made by ended steps, and the writes required of them, by store. */
  wrote: z.optional(z.record(z.string(), z.int())),
  owed: z.optional(z.record(z.string(), z.int())),
  /** How many files the closing answer says were written that are not there; absent if there are none. */
  files_missing: z.exactOptional(z.int()),
  /** By failed step, the steps that were added to fix it. */
  fixes: z.optional(z.record(z.string(), z.array(z.string()))),
  /** The time at which the person last continued the task; retries are counted from here. */
  resumed_at: z.string(),
});

/** The plain and the stored names of fields. Stored names never change, since backups and other devices have them. */
const fieldNames: [plain: keyof z.infer<typeof PlainRun>, stored: string][] = [
  ['events', 'happenings'],
  ['first_calls', 'opening'],
  ['first_calls_for', 'opened'],
  ['replan_cause', 'cause'],
  ['pending_replan', 'due'],
  ['budget_grants', 'budgets'],
  ['spending_grants', 'allowances'],
  ['last_step_number', 'minted'],
  ['reply_stats', 'form'],
  ['fixes', 'mends'],
];
const storedNames = new Map<string, string>(fieldNames);
const plainNames = new Map(fieldNames.map(([plain, storedName]) => [storedName, plain]));

/**
 * Returns the fields under the names that `names` maps them to. A field whose name is already one of the target names
 * (`known`) is left out.
 */
const renamed = (fields: object, names: ReadonlyMap<string, string>, known: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
      known.has(name) ? [] : [[names.get(name) ?? name, value]],
    ),
  );

/** Returns a task as it is stored; `Run` reads it. */
export const toStoredRun = (run: Run): object => renamed(run, storedNames, plainNames);

/**
 * One task of a session: the plan and all other state needed to continue after a reload. Failures that an older version
 * stored as codes are read as sentences with reasons.
 */
export const Run = z.pipe(
  z.pipe(
    z.transform((row) => (isRecord(row) ? renamed(row, plainNames, storedNames) : row)),
    PlainRun,
  ),
  z.transform((run) => {
    const { goal, steps } = run.plan;
    return {
      ...run,
      plan: { ...run.plan, steps: upgradeStoredReasons(steps, goal) },
      undo: run.undo && upgradeStoredReasons(run.undo, goal),
      events: run.events.map((each) =>
        each.kind === 'ended' && each.status === 'failed'
          ? { ...each, summary: storedFailureText(each.summary, goal) }
          : each,
      ),
    };
  }),
);
export type Run = z.infer<typeof Run>;

/** Creates a task; counts for the whole session are carried over from the previous task. */
export function newRun(
  ids: { run: string; session: string; plan: string },
  goal: string,
  at: string,
  before: Pick<Run, 'last_step_number' | 'spending_grant' | 'tainted'> | null = null,
  images: readonly string[] = [],
): Run {
  return {
    id: ids.run,
    session_id: ids.session,
    phase: 'intake',
    resume: 'intake',
    plan: emptyPlan(ids.plan, goal, at),
    first_plan: [],
    events: [],
    question: null,
    approvals: [],
    first_calls: [],
    pause: null,
    replan_cause: null,
    pending_replan: null,
    proposal: null,
    undo: null,
    edits: [],
    closing: null,
    mismatches: 0,
    checked: {},
    calls: { intake: 1, planning: 1, replan: 1 },
    review: false,
    repair: null,
    retries: 0,
    charged: {},
    tainted: before?.tainted ?? false,
    ...(images.length > 0 && { images: [...images] }),
    budget_grants: 1,
    ...(before?.spending_grant && { spending_grant: before.spending_grant }),
    last_step_number: before?.last_step_number ?? 0,
    reply_stats: freshReplyStats,
    resumed_at: at,
  };
}

const working = new Set<Phase>(['intake', 'planning', 'executing', 'replanning', 'recovering', 'verifying']);

/** True if the engine itself has something to do in this phase. */
export const isWorking = (phase: Phase): boolean => working.has(phase);

/** True if nothing runs in this phase and the person can end it. */
export const isResting = (phase: Phase): boolean => phase === 'paused' || phase === 'blocked';

const over: ReadonlySet<Phase> = new Set<Phase>(['completed', 'failed', 'cancelled', 'answered']);

/** True if the task has ended, so that a goal starts a new task. */
export const isOver = (phase: Phase): boolean => over.has(phase);

/** Returns the ids of the effects (model calls) whose question the person has answered. */
export function answeredEffects(run: Pick<Run, 'events'>): ReadonlySet<string> {
  return new Set(run.events.flatMap((each) => (each.kind === 'clarified' ? [each.effect] : [])));
}

/** The task in another phase, with the plan's status updated to match. */
export function withPhase(run: Run, phase: Phase, at: string): Run {
  const { created_at } = run.plan;
  return {
    ...run,
    phase,
    plan: { ...run.plan, status: planStatusOf(phase), updated_at: at > created_at ? at : created_at },
  };
}

/** True if the task is a plan that was completed before it was imported: nothing of it was done here. */
export const wasCompletedBeforeImport = ({ phase, pause }: Run): boolean =>
  phase === 'completed' && pause?.code === 'imported';
