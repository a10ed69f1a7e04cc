import type { Answered } from '../domain/answered.ts';
import type { ReplanDecision } from '../domain/decision.ts';
import { taskEffect } from '../domain/effect-id.ts';
import type { Run } from '../domain/run.ts';
import { isOpen } from '../domain/step.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel } from './ask-model.ts';
import { decided } from './intake.ts';
import { localNow } from './local-now.ts';
import { promptsFor } from './prompts/prompts-for.ts';
import { controlTool } from './protocols/control-tools.ts';
import { readReplan } from './protocols/tools-protocol.ts';
import { replanMessages } from './replan-messages.ts';

/** The revision of the remaining steps, "unchanged", a question, or the closing answer (R3.4, R4.12). */
export async function replan(context: AgentContext, run: Run, signal: AbortSignal): Promise<Answered<ReplanDecision>> {
  const zone = context.clock.zone();
  const open = run.plan.steps.some((step) => isOpen(step) || step.status === 'running');
  const offered = open
    ? (['keep_plan', 'update_plan', 'finish_task', 'ask_user'] as const)
    : (['update_plan', 'finish_task', 'ask_user'] as const);
  const answered = await askModel(
    context,
    {
      effect: taskEffect(run, 'replan', run.calls.replan),
      step: null,
      place: 'replan',
      tries: run.retries,
      request: {
        purpose: 'replan',
        messages: replanMessages(promptsFor(run.plan.goal), run, localNow(context.clock.now(), zone), zone),
        tools: offered.map(controlTool),
        choice: 'required',
      },
    },
    signal,
  );
  const known = run.plan.steps.map((step) => step.id);
  return decided(answered, (reply) => readReplan(reply, known, open));
}
