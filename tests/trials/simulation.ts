import { type PlanEdit, newStep } from '../../src/plan/plan-edits.ts';
import { isOver, isWorking, newRun, type Run } from '../../src/task/run.ts';
import type { Step } from '../../src/plan/step.ts';
import { importedRun } from '../../src/engine/adopt-plan.ts';
import type { PersonAct, Scenario } from './scenario.ts';
import { type Planted, SimWorld } from './sim-world.ts';

/** What one run came to. */
export interface Outcome {
  /** The first rule that was broken, or null. */
  fault: string | null;
  phase: string;
  deaths: number;
  calls: number;
  steps: number;
  /** Moments at which the tab could have died. */
  points: number;
  todos: string[];
  /** The phases it passed through. */
  phases: string[];
  statuses: string[];
}

const patience = 25;
const mostTurns = 4000;

/**
 * One run of the very engine over fakes of the ports: each call outside comes back when the scenario says so, the tab
 * dies and the person acts where it says so, and the rules are held against every state on the way.
 */
export async function simulate(scenario: Scenario, planted: Planted = {}, keeps = false): Promise<Outcome> {
  const world = new SimWorld(scenario, planted, keeps);
  world.time.install();
  try {
    const fault = await drive(world);
    const { run } = world;
    return {
      fault,
      phase: run?.phase ?? 'none',
      deaths: world.deaths,
      calls: world.ledger.calls,
      steps: world.ledger.steps,
      points: world.points,
      phases: [...world.watch.phases],
      todos: [...world.storage.tables.todos.values()].map((todo) => todo.title),
      statuses: run?.plan.steps.map((step) => step.status) ?? [],
    };
  } finally {
    if (!world.dead) world.die();
    world.time.restore();
  }
}

async function drive(world: SimWorld): Promise<string | null> {
  const acts = [...world.scenario.person];
  let reactions = 0;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await world.quiet();
    if (world.dead) {
      world.open();
      continue;
    }
    const fault = world.check();
    if (fault) return fault;
    const [act] = acts;
    if (act && world.run) {
      if (act.gap === 0) {
        acts.shift();
        perform(world, act);
        continue;
      }
      acts[0] = { ...act, gap: act.gap - 1 };
    }
    if (world.release() || world.time.next()) continue;
    if (world.storage.refusal) {
      world.storage.refusal = null;
      world.ledger.refused();
      world.runner.settled().catch(() => undefined);
      continue;
    }
    const { run } = world;
    if (!run) {
      world.goals = 0;
      begin(world);
    } else if (isOver(run.phase) && acts[0]) acts[0] = { ...acts[0], gap: 0 };
    else if (isOver(run.phase)) {
      if (world.goals >= world.scenario.goals) return finished(run, world);
      begin(world);
    } else if (isWorking(run.phase)) return `nothing moves in the phase ${run.phase}`;
    else {
      reactions += 1;
      if (reactions > patience) send(world, 'stop', { type: 'plan.stop' });
      else react(world, run);
      if (reactions > patience + 5) return `it cannot be stopped in the phase ${run.phase}`;
    }
  }
  return `no end after ${mostTurns} turns in the phase ${world.run?.phase ?? 'none'}`;
}

/** A task that is over has been stored as it is shown. */
function finished(run: Run, world: SimWorld): string | null {
  const stored = world.storage.run('s1');
  return JSON.stringify(stored) === JSON.stringify(run) ? null : 'what is stored is not what is shown';
}

type Sent = Parameters<SimWorld['runner']['send']>[0];

function send(world: SimWorld, hand: string, event: Sent): void {
  void world.watch.acts(hand, () => world.runner.send(event));
}

function begin(world: SimWorld): void {
  world.goals += 1;
  const ids = { run: `t${world.goals}`, plan: `plan_${world.goals}` };
  if (world.scenario.start === 'goal' || world.goals > 1) {
    send(world, 'goal', { type: 'goal.submit', goal: 'Get it all done', ...ids });
    return;
  }
  const at = world.clock.now();
  const fresh = newRun({ ...ids, session: 's1' }, 'Get it all done', at);
  const steps = world.scenario.plan.map((_, place) => importedStep(world.scenario, place));
  const plan = { ...fresh.plan, steps, status: 'paused' as const };
  send(world, 'import', {
    type: 'plan.import',
    from: 'import',
    run: importedRun(plan, { run: ids.run, session: 's1', at, before: world.run, limits: world.settings.limits }),
  });
}

/** Imported steps may hold plans of their own (R2.8). */
function importedStep({ plan }: Scenario, at: number): Step {
  const drawn = plan[at];
  const inner = Array.from({ length: drawn?.inner ?? 0 }, (_, n) => ({
    ...newStep(`part_${n}`, `Inner part ${n}`),
    dependencies: n > 0 && drawn?.direct ? [`part_${n - 1}`] : [],
  }));
  return {
    ...newStep(`s${at}`, `Part ${at}`),
    dependencies: (drawn?.needs ?? []).map((need) => `s${need}`),
    ...(inner.length > 0 ? { plan: { goal: `Part ${at}`, status: 'planning' as const, steps: inner } } : {}),
  };
}

/** The person answers what they are asked; left alone they say continue, which changes none of their later answers. */
function react(world: SimWorld, run: Run): void {
  const approval = run.approvals.find((each) => each.decision === null);
  if (run.phase === 'waiting' && run.question) {
    send(world, 'answer', { type: 'question.answer', text: 'This one.' });
  } else if (run.phase === 'waiting' && run.proposal) {
    const accepted = world.answer() % 2 === 1;
    if (accepted) for (const id of run.proposal.at_stake) world.watch.consented.add(id);
    send(world, 'consent', { type: 'proposal.decide', accepted });
  } else if (run.phase === 'waiting' && approval) {
    const decision = (['once', 'plan', 'always', 'deny'] as const)[world.answer() % 4]!;
    send(world, 'approval', { type: 'approval.decide', effect: approval.effect, decision });
  } else if (run.phase === 'reviewing') {
    send(world, 'approve', { type: 'plan.approve' });
  } else if (run.phase === 'blocked') {
    const failed = run.plan.steps.find((step) => step.status === 'failed');
    const choice = world.answer() % 4;
    if (choice === 1) send(world, 'guide', { type: 'guidance.add', text: 'Try another way.' });
    else if (choice === 2 && failed)
      send(world, 'retry', { type: 'plan.edit', edit: { kind: 'retry', id: failed.id } });
    else send(world, 'continue', { type: 'plan.continue' });
  } else {
    send(world, 'continue', { type: 'plan.continue' });
  }
}

function perform(world: SimWorld, act: PersonAct): void {
  const { run } = world;
  if (!run) return;
  switch (act.kind) {
    case 'pause':
      send(world, 'pause', { type: 'plan.pause' });
      return;
    case 'continue':
      send(world, 'continue', { type: 'plan.continue' });
      return;
    case 'stop':
      send(world, 'stop', { type: 'plan.stop' });
      return;
    case 'guide':
      send(world, 'guide', { type: 'guidance.add', text: 'Mind the gap.' });
      return;
    case 'replan':
      send(world, 'replan', { type: 'plan.replan' });
      return;
    case 'undo':
      send(world, 'undo', { type: 'replan.undo' });
      return;
    case 'settings': {
      const thoroughness = (['careful', 'balanced', 'economy'] as const)[act.a % 3]!;
      world.settings = { ...world.settings, thoroughness };
      send(world, 'settings', { type: 'settings.change', settings: world.settings });
      return;
    }
    case 'reload':
      world.die();
      return;
    case 'full':
      world.storage.refusal = new Error('The disk is full.');
      return;
    case 'add':
    case 'change':
    case 'delete':
    case 'skip':
    case 'retry':
    case 'move':
      send(world, act.kind, { type: 'plan.edit', edit: editOf(act.kind, run, act) });
  }
}

function editOf(kind: PlanEdit['kind'], { plan: { steps } }: Run, { a, b }: PersonAct): PlanEdit {
  const id = steps[a % Math.max(1, steps.length)]?.id ?? 'none';
  const other = steps[b % Math.max(1, steps.length)]?.id ?? 'none';
  switch (kind) {
    case 'add':
      return { kind, id: '', description: 'A step of my own', at: b % 2 === 0 ? null : a };
    case 'change':
      return { kind, id, change: b % 3 === 0 ? { dependencies: [other] } : { description: `My wording ${b}` } };
    case 'move':
      return { kind, id, to: b % Math.max(1, steps.length) };
    case 'depend':
    case 'release':
      return { kind, id, on: other };
    case 'accept':
      return { kind, id, ...(b % 2 === 0 && { result: 'A result of my own' }) };
    case 'skip':
      return { kind, id, ...(b % 3 === 0 && { more: [other] }) };
    case 'without':
    case 'delete':
    case 'retry':
      return { kind, id };
  }
}
