import { stepPrefix } from '../domain/effect-id.ts';
import type { Action } from '../domain/decision.ts';
import type { ModelError } from '../domain/model-reply.ts';
import type { Turn } from '../domain/transcript.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel } from './ask-model.ts';
import { localNow } from './local-now.ts';
import { alternating } from './messages.ts';
import { promptsFor } from './prompts/prompts-for.ts';
import { controlTool } from './protocols/control-tools.ts';
import { readThought } from './protocols/tools-protocol.ts';
import { thoughtMessages } from './thought-messages.ts';

export interface ThinkInput {
  step: string;
  attempt: number;
  n: number;
  turns: Turn[];
  closing: boolean;
  opening: Action[];
}

/** One thought about the current step (R4.2, R4.3), with the plan as it is at this moment (R3.8). */
export async function think(
  context: AgentContext,
  input: ThinkInput,
  signal: AbortSignal,
): Promise<{ kind: 'turn'; turn: Turn; at: string } | { kind: 'stalled'; error: ModelError; at: string }> {
  const run = context.run();
  const step = run.plan.steps.find((each) => each.id === input.step);
  const at = context.clock.now();
  if (!step) return { kind: 'stalled', error: { code: 'aborted', detail: '', status: null, retry_after_ms: null }, at };
  const prompts = promptsFor(run.plan.goal);
  const zone = context.clock.zone();
  const since = step.started_at && step.started_at > run.resumed_at ? step.started_at : run.resumed_at;
  const messages = thoughtMessages(prompts, {
    run,
    step,
    turns: input.turns,
    opening: input.opening,
    now: localNow(since, zone),
    zone,
    callLimit: context.settings().limits.max_step_tool_calls,
    closing: input.closing,
  });
  const controls = [controlTool('finish_step'), controlTool('ask_user')];
  const effect = `${stepPrefix(run, input.step, input.attempt)}${input.n}`;
  const answered = await askModel(
    context,
    {
      effect,
      step: input.step,
      place: input.step,
      tries: triesBefore(input.turns),
      request: {
        purpose: 'thought',
        messages: alternating(messages),
        tools: input.closing ? controls : [...context.toolbox.offered(), ...controls],
        choice: 'required',
      },
    },
    signal,
  );
  switch (answered.kind) {
    case 'stalled':
      return answered;
    case 'unanswered':
      return {
        kind: 'turn',
        turn: { kind: 'unanswered', n: input.n, error: answered.error, retry_at: answered.retry_at, at: answered.at },
        at: answered.at,
      };
    case 'decided': {
      const decision = readThought(answered.decision);
      noteDecision(context, input.step, decision);
      return {
        kind: 'turn',
        turn: { kind: 'thought', n: input.n, effect, decision, reply: answered.decision },
        at: answered.at,
      };
    }
  }
}

function triesBefore(turns: readonly Turn[]): number {
  return turns.length - 1 - turns.findLastIndex((turn) => turn.kind !== 'unanswered');
}

/** The one-line summary of a thought (R4.11, R8.5). */
function noteDecision(context: AgentContext, step: string, decision: ReturnType<typeof readThought>): void {
  const run = context.run();
  const notes = {
    act: decision.kind === 'act' ? decision.note : '',
    ask: decision.kind === 'ask' ? decision.question : '',
    done: decision.kind === 'done' ? (decision.response ?? '') : '',
    blocked: decision.kind === 'blocked' ? decision.reason : '',
    invalid: decision.kind === 'invalid' ? decision.violation : '',
  };
  context.journal.stage({
    entries: [
      {
        session_id: run.session_id,
        task_id: run.id,
        step_id: step,
        at: context.clock.now(),
        body: { type: 'decision', kind: decision.kind, note: notes[decision.kind].split('\n')[0]?.slice(0, 200) ?? '' },
      },
    ],
  });
}
