import type { Answered } from '../domain/answered.ts';
import type { IntakeDecision, PlanDecision } from '../domain/decision.ts';
import { taskEffect } from '../domain/effect-id.ts';
import type { ModelReply } from '../domain/model-reply.ts';
import type { Run } from '../domain/run.ts';
import type { ModelMessage, OfferedTool } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel } from './ask-model.ts';
import { localNow } from './local-now.ts';
import { alternating } from './messages.ts';
import { promptsFor } from './prompts/prompts-for.ts';
import type { Prompts } from './prompts/prompts.ts';
import { controlTool } from './protocols/control-tools.ts';
import { readIntake, readPlan } from './protocols/tools-protocol.ts';

const remembered = 12;

/** The first call of a task (R3.5). With planning switched off it can only be answered. */
export async function intake(context: AgentContext, run: Run, signal: AbortSignal): Promise<Answered<IntakeDecision>> {
  const never = context.settings().planning === 'never';
  const prompts = promptsFor(run.plan.goal);
  const tools = never ? [] : [...context.toolbox.offered(), controlTool('create_plan')];
  const answered = await ask(context, run, 'intake', prompts.systemIntake, tools, signal);
  return decided(answered, readIntake);
}

/** Asks for the plan by name, with the violation of the try before, if there was one (R4.6). */
export async function draftPlan(context: AgentContext, run: Run, signal: AbortSignal): Promise<Answered<PlanDecision>> {
  const prompts = promptsFor(run.plan.goal);
  const answered = await ask(
    context,
    run,
    'planning',
    planning(context, prompts),
    [controlTool('create_plan')],
    signal,
  );
  return decided(answered, readPlan);
}

/** The answer without a plan when none can be had (R6.6). */
export async function answerPlainly(context: AgentContext, run: Run, signal: AbortSignal): Promise<Answered<string>> {
  const answered = await ask(context, run, 'planning', promptsFor(run.plan.goal).systemIntake, [], signal);
  return decided(answered, (reply) => reply.text.trim());
}

function planning(context: AgentContext, prompts: Prompts): string {
  const tools = context.toolbox.offered().map((tool) => `- ${tool.name}: ${tool.description}`);
  return [prompts.systemPlanning, ...tools].join('\n');
}

async function ask(
  context: AgentContext,
  run: Run,
  place: 'intake' | 'planning',
  system: string,
  tools: OfferedTool[],
  signal: AbortSignal,
): Promise<Answered<ModelReply>> {
  const prompts = promptsFor(run.plan.goal);
  const zone = context.clock.zone();
  const said = await context.journal.messages(remembered);
  const earlier = said.filter((entry) => entry.task_id !== run.id).flatMap(asMessage);
  const request = [prompts.now(localNow(run.resumed_at, zone), zone), run.plan.goal];
  if (place === 'planning' && tools.length > 0) request.push(prompts.makePlan);
  if (run.repair && tools.length > 0) request.push(violation(context, prompts, run.repair.violation));
  const messages = alternating([
    { role: 'system', text: system },
    ...earlier,
    { role: 'user', text: request.join('\n\n') },
  ]);
  return askModel(
    context,
    {
      effect: taskEffect(run, place, run.calls[place]),
      step: null,
      place: 'intake',
      tries: run.retries,
      request: {
        purpose: place === 'intake' ? 'intake' : 'plan',
        messages,
        tools,
        choice: tools.length === 0 ? 'none' : place === 'planning' ? 'required' : 'auto',
      },
    },
    signal,
  );
}

function violation(context: AgentContext, prompts: Prompts, text: string): string {
  return text === 'too_long' ? prompts.tooLong(context.settings().limits.max_plan_steps) : prompts.violation(text);
}

function asMessage(entry: { body: { type: string } & Record<string, unknown> }): ModelMessage[] {
  const { body } = entry;
  if (body.type !== 'message' || typeof body.text !== 'string') return [];
  if (body.kind === 'goal' || body.kind === 'answer' || body.kind === 'guidance')
    return [{ role: 'user', text: body.text }];
  if (body.kind === 'reply' || body.kind === 'closing') return [{ role: 'assistant', text: body.text, calls: [] }];
  return [];
}

export function decided<From, To>(answered: Answered<From>, read: (from: From) => To): Answered<To> {
  return answered.kind === 'decided' ? { ...answered, decision: read(answered.decision) } : answered;
}
