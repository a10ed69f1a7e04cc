import * as z from 'zod';
import { Approval } from './approval.ts';
import { Action, ProposedStep } from './decision.ts';
import { EditUndo } from '../plan/edit-undo.ts';
import { ModelError } from '../model/model-reply.ts';
import { ModelForm, freshForm } from '../model/model-form.ts';
import { Plan, emptyPlan } from '../plan/plan.ts';
import { Step, type PlanStatus } from '../plan/step.ts';

/** Where a task stands, named as in R3.1; `plan.status` is derived from it by `statusOf` (R2.2). */
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

export function statusOf(phase: Phase): PlanStatus {
  return statuses[phase];
}

/** Why a plan stands still though nobody asked a question. */
export const PauseReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('person') }),
  z.object({ code: z.literal('interrupted') }),
  z.object({ code: z.literal('imported') }),
  z.object({ code: z.literal('limit'), limit: z.int() }),
  /** In US dollars: what the session may spend, and what it has spent (R5.5). */
  z.object({ code: z.literal('spending'), limit: z.number(), spent: z.number() }),
  z.object({ code: z.literal('endpoint'), error: ModelError }),
  z.object({ code: z.literal('storage'), detail: z.string() }),
]);
export type PauseReason = z.infer<typeof PauseReason>;

/** Why a replan is asked for (R3.4). */
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

/** The replan to come: its cause, or `held` when the model means to close or to ask and waits until no step runs. */
export const PendingReplan = z.enum([...ReplanCause.options, 'held']);
export type PendingReplan = z.infer<typeof PendingReplan>;

/** What happened in a task, in order and append-only: the growing part of a replan's prompt (R4.9). */
export const TaskEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ended'), step: z.string(), status: z.string(), summary: z.string() }),
  z.object({
    kind: z.literal('clarified'),
    /** The effect that asked, so that a resumed step knows its answer. */
    effect: z.string(),
    question: z.string(),
    answer: z.string(),
  }),
  z.object({ kind: z.literal('guidance'), text: z.string() }),
  z.object({ kind: z.literal('edited') }),
  z.object({ kind: z.literal('replanned') }),
  /** A step that another one declared while it ran (R4.5); without an id it found no room in the plan. */
  z.object({ kind: z.literal('declared'), step: z.string().nullable(), description: z.string() }),
  z.object({ kind: z.literal('mismatch'), text: z.string() }),
  z.object({ kind: z.literal('resumed') }),
  /** The person did not consent to a replan of these steps of theirs. */
  z.object({ kind: z.literal('kept'), names: z.string() }),
]);
export type TaskEvent = z.infer<typeof TaskEvent>;

/** One task of a session: the plan and all else that is needed to go on after a reload (R12.2). */
export const Run = z.object({
  /** The task id: minted for each goal and each import. */
  id: z.string(),
  session_id: z.string(),
  phase: Phase,
  /** Where `paused` and `waiting` go back to. */
  resume: Phase,
  plan: Plan,
  /** The plan as first drawn, one line a step: the stable head of a replan's prompt. */
  first_plan: z.array(z.object({ id: z.string(), description: z.string() })),
  happenings: z.array(TaskEvent),
  question: z.object({ effect: z.string(), step_id: z.string().nullable(), text: z.string() }).nullable(),
  approvals: z.array(Approval),
  /** The calls of a first reply that made this plan: the first step's first act (R3.5). */
  opening: z.array(Action),
  pause: PauseReason.nullable(),
  /** Why the replan at hand was asked for; `due` is the one to come (R3.4). */
  cause: ReplanCause.nullable(),
  due: PendingReplan.nullable(),
  /** A replan that would touch the person's own steps, or close without them, and waits for their consent (R3.9). */
  proposal: z
    .object({
      steps: z.array(ProposedStep),
      at_stake: z.array(z.string()),
      closing: z.string().nullable().default(null),
    })
    .nullable(),
  /** The steps before the latest replan, so that it can be undone (R3.9). */
  undo: z.array(Step).nullable(),
  /** The person's latest edits, oldest first, so that they can be undone (R12.6). */
  edits: z.array(EditUndo).default([]),
  /** The closing answer, held until verification has passed (R3.7). */
  closing: z.string().nullable(),
  mismatches: z.int(),
  /** By row: the hashes of the claim and of the content for which the check has passed (R3.7). */
  checked: z.record(z.string(), z.string()),
  /** Numbers of the model calls made outside steps: the `n` of their effect ids. */
  calls: z.object({ intake: z.int(), planning: z.int(), replan: z.int() }),
  /** The plan was mended by rule: the person looks at it before it runs (R7.3). */
  review: z.boolean(),
  /** The last violation to be repaired, with the number of repairs in a row (R4.6). */
  repair: z.object({ violation: z.string(), tries: z.int() }).nullable(),
  /** Transient endpoint errors in a row outside steps. */
  retries: z.int(),
  /** Highest charged `n` by step or `replan`, so that a resumed one is never charged twice (R5.1). */
  charged: z.record(z.string(), z.int()),
  /** Text from outside has been read in an ended step, or the plan itself is such (R13.3); it stays so in the session. */
  tainted: z.boolean().default(false),
  /** How many budgets have been granted (R5.3). */
  budgets: z.int(),
  /** How many times the session's spending limit has been granted (R5.5); the next task goes on from it. */
  allowances: z.int().default(1),
  /** Step ids handed out so far in the session; none is used twice. */
  minted: z.int(),
  /** How the model's replies have been so far (R4.6). */
  form: ModelForm.default(freshForm),
  /** When the person last said continue: retries are counted from here. */
  resumed_at: z.string(),
});
export type Run = z.infer<typeof Run>;

/** A fresh task; what is counted for the whole session goes on from the task before. */
export function newRun(
  ids: { run: string; session: string; plan: string },
  goal: string,
  at: string,
  before: Pick<Run, 'minted' | 'allowances' | 'tainted'> | null = null,
): Run {
  return {
    id: ids.run,
    session_id: ids.session,
    phase: 'intake',
    resume: 'intake',
    plan: emptyPlan(ids.plan, goal, at),
    first_plan: [],
    happenings: [],
    question: null,
    approvals: [],
    opening: [],
    pause: null,
    cause: null,
    due: null,
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
    budgets: 1,
    allowances: before?.allowances ?? 1,
    minted: before?.minted ?? 0,
    form: freshForm,
    resumed_at: at,
  };
}

const working: ReadonlySet<Phase> = new Set<Phase>([
  'intake',
  'planning',
  'executing',
  'replanning',
  'recovering',
  'verifying',
]);

/** Phases in which the machine itself has something to do. */
export function isWorking(phase: Phase): boolean {
  return working.has(phase);
}

/** Phases in which nothing goes on, and which the person can end. */
export function isResting(phase: Phase): boolean {
  return phase === 'paused' || phase === 'blocked';
}

const over: ReadonlySet<Phase> = new Set<Phase>(['completed', 'failed', 'cancelled', 'answered']);

/** Phases after which a goal starts a new task. */
export function isOver(phase: Phase): boolean {
  return over.has(phase);
}

/** The effects whose question the person has answered. */
export function answeredIn(run: Pick<Run, 'happenings'>): ReadonlySet<string> {
  return new Set(run.happenings.flatMap((each) => (each.kind === 'clarified' ? [each.effect] : [])));
}

/** Moves a task to a phase and keeps the plan's status true to it. */
export function inPhase(run: Run, phase: Phase, at: string): Run {
  const { created_at } = run.plan;
  return {
    ...run,
    phase,
    plan: { ...run.plan, status: statusOf(phase), updated_at: at > created_at ? at : created_at },
  };
}
