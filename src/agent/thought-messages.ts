import { statistics } from '../domain/plan/plan-progress.ts';
import type { Run } from '../domain/task/run.ts';
import { hasEnded, type Step } from '../domain/plan/step.ts';
import { within } from '../domain/plan/leaf-steps.ts';
import { maxRepetitions } from '../domain/task/next-move.ts';
import { callsOf, repetitions, stepFigures, type CallTurn, type Turn } from '../domain/task/transcript.ts';
import type { Action } from '../domain/task/decision.ts';
import type { ToolCall } from '../domain/model/model-reply.ts';
import type { ModelMessage } from '../ports/language-model.ts';
import { callId } from './protocols/call-contract.ts';
import type { Protocol } from './protocols/protocol.ts';
import type { Prompts } from './prompts/prompts.ts';
import { controlNamed } from './protocols/aliases.ts';

type ThoughtTurn = Turn & { kind: 'thought' };

/** So many steps before and after the current one are shown. */
const windowSize = { before: 5, after: 4 };
const outputLength = 1500;

export interface ThoughtScene {
  /** The step's id, with those of the steps around a sub-plan. */
  id: string;
  run: Run;
  step: Step;
  turns: readonly Turn[];
  opening: readonly Action[];
  now: string;
  zone: string;
  callLimit: number;
  closing: boolean;
  protocol: Protocol;
  /** The stable head. */
  system: string;
}

/** A thought's prompt (R4.9, R4.10): its size depends on the step's own observations, not on the number of steps. */
export function thoughtMessages(prompts: Prompts, scene: ThoughtScene): ModelMessage[] {
  const { run, turns } = scene;
  const index = placeOf(run, scene.id) + 1;
  const total = run.plan.steps.length;
  const ending = prompts.byProtocol[scene.protocol.name].ending;
  const system = [scene.system, prompts.task(run.plan.goal), `${prompts.currentStep(index, total)} ${ending}`];
  return [
    { role: 'system', text: system.join('\n') },
    { role: 'user', text: brief(prompts, scene, index, total) },
    ...opened(prompts, scene),
    ...turns.flatMap((turn, at) => asMessages(prompts, scene, turn, turns.slice(0, at + 1))),
  ];
}

function placeOf(run: Run, id: string): number {
  return run.plan.steps.findIndex((step) => step.id === id || id.startsWith(step.id + within));
}

function brief(
  prompts: Prompts,
  { id, run, step, now, zone, callLimit }: ThoughtScene,
  index: number,
  total: number,
): string {
  const figures = statistics(run.plan);
  const lines = [prompts.progress(figures.completed, figures.failed, total), prompts.planTitle];
  const needed = run.plan.steps.filter((other) => step.dependencies.includes(other.id));
  const from = Math.max(0, index - 1 - windowSize.before);
  const until = Math.min(total, index + windowSize.after);
  if (from > 0) lines.push(prompts.more(from));
  run.plan.steps.slice(from, until).forEach((each, at) => {
    const number = from + at + 1;
    lines.push(each.id === id ? prompts.thisStep(number) : planLine(each, number, needed.length === 0));
  });
  if (until < total) lines.push(prompts.more(total - until));
  if (needed.length > 0) lines.push(prompts.dependenciesTitle, ...needed.map((other) => needs(prompts, other)));
  for (const each of run.happenings) {
    if (each.kind === 'clarified') lines.push(prompts.clarified(each.question, each.answer));
    if (each.kind === 'guidance') lines.push(prompts.guidance(each.text));
  }
  if (step.expected_output) lines.push(prompts.expected(step.expected_output));
  if (step.tool) lines.push(prompts.suggested(step.tool, JSON.stringify(step.parameters ?? {})));
  lines.push(prompts.figures(0, callLimit, 0));
  lines.push(prompts.now(now, zone), prompts.step(index, total, step.description));
  return lines.join('\n');
}

/** What stands open bears no status, and what is done its result; `told`: results are not given elsewhere. */
function planLine(step: Step, number: number, told: boolean): string {
  const { status, description } = step;
  const result = told && hasEnded(step) ? (step.result ?? step.error) : undefined;
  const mark = status === 'pending' || (status === 'completed' && result) ? '' : `[${status}] `;
  return `${number}. ${mark}${description}${result ? ` → ${result}` : ''}`;
}

function needs(prompts: Prompts, { id, result, output }: Step): string {
  return `- ${id}: ${result ?? prompts.noResult}${inFull(output)}`;
}

function inFull(output: unknown): string {
  if (output === undefined) return '';
  const text = JSON.stringify(output);
  return `\n  ${text.length > outputLength ? `${text.slice(0, outputLength)}…` : text}`;
}

/** The calls of the reply that made the plan stand as if they had been the step's first thought (R3.5). */
function opened(prompts: Prompts, { opening, turns }: ThoughtScene): ModelMessage[] {
  if (opening.length === 0) return [];
  const calls = opening.map(asCall);
  const made = madeBeforeNextThought(turns);
  const missing = opening.filter((action) => !made.has(action.call));
  return [
    { role: 'assistant', text: '', calls },
    ...missing.map((action): ModelMessage => ({ role: 'tool', call: action.call, text: prompts.notCarriedOut })),
  ];
}

function asMessages(prompts: Prompts, scene: ThoughtScene, turn: Turn, soFar: readonly Turn[]): ModelMessage[] {
  switch (turn.kind) {
    case 'unanswered':
      return [];
    case 'tool':
      return observed(prompts, scene, turn, soFar);
    case 'judged':
      return turn.decision.kind === 'judged' && turn.decision.evaluation.decision === 'retry'
        ? [{ role: 'user', text: prompts.judged(turn.decision.evaluation.reason) }]
        : [];
    case 'thought': {
      const { reply, decision } = turn;
      const calls = callsIn(scene, turn);
      const said: ModelMessage = { role: 'assistant', text: reply.text, calls };
      if (calls.length === 0) return [said, ...proseReaction(prompts, scene, turn, soFar)];
      const made = madeBeforeNextThought(scene.turns.slice(soFar.length));
      const open = calls.filter(
        (call) => controlNamed(call.name, 'thought') !== null || decision.kind !== 'act' || !made.has(call.id),
      );
      const reactions = open.map((call): ModelMessage => ({
        role: 'tool',
        call: call.id,
        text: reaction(prompts, scene, turn, controlNamed(call.name, 'thought') !== null),
      }));
      return [said, ...reactions];
    }
  }
}

function asCall(action: Action): ToolCall {
  const { call, tool, input } = action;
  return { id: call, name: tool, arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}) };
}

/** The calls of a reply; those of one that came in another protocol are put as calls where the present one has such. */
function callsIn({ protocol }: ThoughtScene, { reply, decision }: ThoughtTurn): ToolCall[] {
  if (reply.calls.length === 0 && decision.kind === 'act' && protocol.name === 'tools')
    return decision.actions.map(asCall);
  return reply.calls.map((call) => ({ ...call, id: callId(reply, call) }));
}

/** The ids of the calls that were carried out of the thought just before these turns: ids repeat from thought to thought. */
function madeBeforeNextThought(later: readonly Turn[]): Set<string> {
  const next = later.findIndex((turn) => turn.kind === 'thought');
  const own = next < 0 ? later : later.slice(0, next);
  return new Set(own.flatMap((turn) => (turn.kind === 'tool' ? [turn.action.call] : [])));
}

function observed(prompts: Prompts, scene: ThoughtScene, turn: CallTurn, soFar: readonly Turn[]): ModelMessage[] {
  const next = scene.turns[soFar.length];
  if (next?.kind === 'tool' && next.action.call === turn.action.call) return [];
  const { calls, failures } = stepFigures(soFar);
  const { result, action } = turn;
  const lines = [result.foreign ? prompts.foreign(result.text) : result.text];
  if (scene.protocol.name !== 'tools') lines.unshift(prompts.observation(action.tool, result.ok));
  lines.push(prompts.figures(calls, scene.callLimit, failures));
  if (repetitions(callsOf(soFar)) === maxRepetitions) lines.push(prompts.repeated);
  if (scene.turns.length === soFar.length && scene.closing) lines.push(prompts.byProtocol[scene.protocol.name].tired);
  return [{ role: 'tool', call: action.call, text: lines.join('\n') }];
}

/** What follows a reply without calls: the violation, the person's answer, or word to go on. */
function proseReaction(
  prompts: Prompts,
  scene: ThoughtScene,
  turn: ThoughtTurn,
  soFar: readonly Turn[],
): ModelMessage[] {
  const follower = scene.turns[soFar.length];
  if (turn.decision.kind === 'act' && follower?.kind === 'tool') return [];
  if (turn.decision.kind === 'done' || turn.decision.kind === 'blocked') return [];
  const text = turn.decision.kind === 'round' ? prompts.goOn : reaction(prompts, scene, turn, false);
  return [{ role: 'user', text }];
}

/** What a call that was not carried out is answered with; every call needs exactly one result. */
function reaction(prompts: Prompts, { run, protocol }: ThoughtScene, turn: ThoughtTurn, control: boolean): string {
  const { decision } = turn;
  switch (decision.kind) {
    case 'invalid':
      return prompts.violation(decision.violation);
    case 'ask': {
      const told = run.happenings.find((each) => each.kind === 'clarified' && each.effect === turn.effect);
      return told?.kind === 'clarified' ? prompts.answered(told.answer) : prompts.notCarriedOut;
    }
    case 'act':
      return control ? prompts.notCarriedOut : prompts.byProtocol[protocol.name].actRefused;
    case 'round':
    case 'done':
    case 'blocked':
      return prompts.notCarriedOut;
  }
}
