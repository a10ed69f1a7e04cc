import type { Invalid, ProposedStep, ReplanDecision } from '../domain/decision.ts';
import { planDifference } from '../domain/plan-difference.ts';
import { withBlocked } from '../domain/plan-graph.ts';
import { applyProposal, stepsAtStake } from '../domain/proposal.ts';
import type { Run } from '../domain/run.ts';
import { isOpen } from '../domain/step.ts';
import { nextCall } from './asking.ts';
import { type Change, type JournalLine, line } from './change.ts';

const shown = 50;

/**
 * What a replan decided (R3.4). While other steps run, `done` and `ask` are put off: a replan follows when they have
 * ended. A proposal that touches the person's own steps waits for their consent (R3.9).
 */
export function revise(
  before: Run,
  decision: Exclude<ReplanDecision, Invalid>,
  effect: string,
  busy: boolean,
  at: string,
): Change {
  const run = nextCall({ ...before, repair: null, retries: 0 }, 'replan');
  switch (decision.kind) {
    case 'unchanged':
      return { run, lines: [replanned(run, 'unchanged')] };
    case 'replanned': {
      const told = decision.mended
        ? [line({ type: 'notice', code: 'plan_mended', params: { violation: decision.mended } })]
        : [];
      const atStake = stepsAtStake(run, decision.steps);
      if (atStake.length === 0) {
        const change = swap(run, decision.steps, at, false);
        return { ...change, lines: [...told, ...change.lines] };
      }
      const proposal = { steps: decision.steps, at_stake: atStake.map((step) => step.id) };
      return { run: { ...run, proposal }, lines: told };
    }
    case 'ask':
      if (busy) return { run: putOff(run), lines: [] };
      return {
        run: { ...run, question: { effect, step_id: null, text: decision.question } },
        lines: [replanned(run, 'ask'), line({ type: 'message', kind: 'question', text: decision.question })],
      };
    case 'done':
      if (busy) return { run: putOff(run), lines: [] };
      return { run: { ...run, closing: decision.response }, lines: [replanned(run, 'done')] };
  }
}

/** The person's word on a proposal that touches their own steps: as proposed, or around them. */
export function consent(run: Run, accepted: boolean, at: string): Change {
  if (!run.proposal) return { run, lines: [] };
  const kept = run.plan.steps.filter((step) => run.proposal?.at_stake.includes(step.id));
  const change = swap({ ...run, proposal: null }, run.proposal.steps, at, accepted);
  if (accepted) return change;
  const names = kept.map((step) => step.description).join('; ');
  return { ...change, run: { ...change.run, happenings: [...change.run.happenings, { kind: 'kept', names }] } };
}

/** Takes the latest replan back: open steps are again what they were before it (R3.9). */
export function undoReplan(run: Run, at: string): Change {
  if (!run.undo) return { run, lines: [] };
  const begun = run.plan.steps.filter((step) => !isOpen(step));
  const back = run.undo.filter((step) => isOpen(step) && !begun.some((other) => other.id === step.id));
  const steps = withBlocked([...begun, ...back]);
  return {
    run: {
      ...run,
      undo: null,
      plan: { ...run.plan, steps, updated_at: at },
      happenings: [...run.happenings, { kind: 'edited' }],
    },
    lines: [line({ type: 'edit', what: 'undo_replan', description: '' })],
  };
}

function swap(run: Run, steps: readonly ProposedStep[], at: string, consented: boolean): Change {
  const next = applyProposal(run, steps, at, consented);
  const difference = planDifference(run.plan.steps, next.plan.steps).slice(0, shown);
  return {
    run: { ...next, undo: run.plan.steps, happenings: [...next.happenings, { kind: 'replanned' }] },
    lines: [{ ...replanned(next, 'replanned', difference) }],
  };
}

function putOff(run: Run): Run {
  return { ...run, due: run.due ?? 'step_ended' };
}

function replanned(
  run: Run,
  outcome: 'replanned' | 'unchanged' | 'ask' | 'done',
  difference?: ReturnType<typeof planDifference>,
): JournalLine {
  const steps = run.plan.steps.filter(isOpen).length;
  return line({
    type: 'replanned',
    cause: run.cause ?? 'step_ended',
    outcome,
    steps,
    ...(difference ? { difference } : {}),
  });
}
