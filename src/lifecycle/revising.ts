import type { Invalid, ProposedStep, ReplanDecision } from '../domain/decision.ts';
import { planDifference } from '../domain/plan-difference.ts';
import { applyProposal, stepsAtStake, takeBack } from '../domain/proposal.ts';
import { isOver, type Run } from '../domain/run.ts';
import { isOpen } from '../domain/step.ts';
import { nextCall } from './asking.ts';
import { type Change, type JournalLine, line } from './change.ts';

const shown = 50;

/**
 * What a replan decided (R3.4). While other steps run, `done` and `ask` are put off: a replan follows when they have
 * ended. A proposal that touches the person's own steps, or closes without them, waits for their consent (R3.9).
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
        const change = swap(run, decision.steps, at, []);
        return { ...change, lines: [...told, ...change.lines] };
      }
      const proposal = { steps: decision.steps, at_stake: atStake.map((step) => step.id), closing: null };
      return { run: { ...run, proposal }, lines: told };
    }
    case 'ask':
      if (busy) return { run: putOff(run), lines: [] };
      return {
        run: { ...run, question: { effect, step_id: null, text: decision.question } },
        lines: [replanned(run, 'ask'), line({ type: 'message', kind: 'question', text: decision.question })],
      };
    case 'done': {
      if (busy) return { run: putOff(run), lines: [] };
      const at_stake = stepsAtStake(run, []).map((step) => step.id);
      if (at_stake.length > 0)
        return { run: { ...run, proposal: { steps: [], at_stake, closing: decision.response } }, lines: [] };
      return { run: { ...run, closing: decision.response }, lines: [replanned(run, 'done')] };
    }
  }
}

/** The person's word on a proposal that touches their own steps: as proposed, or around them. */
export function consent(run: Run, accepted: boolean, at: string): Change {
  const { proposal } = run;
  if (!proposal) return { run, lines: [] };
  const { steps, at_stake, closing } = proposal;
  const free = { ...run, proposal: null };
  if (accepted && closing !== null) return { run: { ...free, closing }, lines: [replanned(run, 'done')] };
  const kept = run.plan.steps.filter((step) => at_stake.includes(step.id));
  const change =
    closing === null
      ? swap(free, steps, at, accepted ? at_stake : [])
      : { run: free, lines: [replanned(run, 'unchanged')] };
  if (accepted) return change;
  const names = kept.map((step) => step.description).join('; ');
  return { ...change, run: { ...change.run, happenings: [...change.run.happenings, { kind: 'kept', names }] } };
}

/** Takes the latest replan back: open steps are again what they were before it (R3.9). */
export function undoReplan(run: Run, at: string): Change {
  if (!run.undo || isOver(run.phase)) return { run, lines: [] };
  const back = takeBack(run, run.undo, at);
  return {
    run: { ...back, undo: null, happenings: [...run.happenings, { kind: 'edited' }] },
    lines: [line({ type: 'edit', what: 'undo_replan', description: '' })],
  };
}

function swap(run: Run, steps: readonly ProposedStep[], at: string, yielded: readonly string[]): Change {
  const next = applyProposal(run, steps, at, yielded);
  const difference = planDifference(run.plan.steps, next.plan.steps).slice(0, shown);
  return {
    run: { ...next, undo: run.plan.steps, happenings: [...next.happenings, { kind: 'replanned' }] },
    lines: [{ ...replanned(next, 'replanned', difference) }],
  };
}

function putOff(run: Run): Run {
  return { ...run, due: run.due ?? 'held' };
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
