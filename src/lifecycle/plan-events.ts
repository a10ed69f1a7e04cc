import type { ApprovalDecision } from '../domain/approval.ts';
import type { PlanEdit } from '../domain/plan-edits.ts';
import type { Run } from '../domain/run.ts';
import type { Settings } from '../domain/settings.ts';

/** What a person can do to a session at any time (R3.8); `at` is the time, ISO. */
export type PersonEvent =
  | { type: 'goal.submit'; goal: string; run: string; plan: string; at: string }
  | { type: 'guidance.add'; text: string; at: string }
  | { type: 'question.answer'; text: string; at: string }
  | { type: 'plan.approve'; at: string }
  | { type: 'plan.pause'; at: string }
  | { type: 'plan.continue'; at: string }
  | { type: 'plan.stop'; at: string }
  | { type: 'plan.replan'; at: string }
  | { type: 'plan.edit'; edit: PlanEdit; at: string }
  | { type: 'plan.import'; run: Run; at: string }
  | { type: 'approval.decide'; effect: string; decision: ApprovalDecision; at: string }
  /** Whether a replan may change or drop the person's own steps (R3.9). */
  | { type: 'proposal.decide'; accepted: boolean; at: string }
  /** Takes the latest replan back (R3.9). */
  | { type: 'replan.undo'; at: string }
  /** Takes one edit of the plan back, the latest if none is named (R12.6). */
  | { type: 'edit.undo'; id?: string; at: string }
  | { type: 'settings.change'; settings: Settings; at: string };
