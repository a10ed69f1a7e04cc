import type { ProtocolName } from '../../src/task/protocol-name.ts';
import type { ModelReply } from '../../src/task/model-reply.ts';

/** A step as a model may write it. */
export interface SaidStep {
  id?: string;
  description: string;
  tool?: string;
  parameters?: Record<string, unknown>;
  dependencies?: string[];
  expected_output?: string;
}

/** What a simulated model means to say, before it is put into a protocol. */
export type Said =
  | { kind: 'answer'; text: string }
  | { kind: 'plan' | 'update'; steps: SaidStep[] }
  | { kind: 'act'; acts: { tool: string; input: Record<string, unknown> }[] }
  | { kind: 'ask'; question: string }
  /** `next`: the first calls of the step that follows, where the protocol has calls. */
  | { kind: 'done'; response: string | null; fits: boolean; next?: { tool: string; input: Record<string, unknown> }[] }
  | { kind: 'blocked'; reason: string }
  | { kind: 'keep' }
  | { kind: 'finish'; response: string }
  | { kind: 'judge'; decision: string; success: boolean }
  | { kind: 'nonsense'; text: string };

/** The reply that says it; `serial` names the call it answers, so that its record can be told from all others. */
export function replyOf(said: Said, protocol: ProtocolName, serial: number): ModelReply {
  const usage = { input: serial, output: 1, estimated: false };
  const prose = (text: string): ModelReply => ({ text, calls: [], finish: 'stop', usage });
  if (said.kind === 'answer' || said.kind === 'nonsense') return prose(said.text);
  if (protocol === 'json') return prose(JSON.stringify(asJson(said)));
  if (protocol === 'markers') return prose(asMarkers(said));
  const calls = asCalls(said).map(([name, input], at) => ({
    id: `c${serial}_${at}`,
    name,
    arguments: JSON.stringify(input),
  }));
  return { text: '', calls, finish: 'calls', usage };
}

type Meant = Exclude<Said, { kind: 'answer' | 'nonsense' }>;

function asCalls(said: Meant): [string, object][] {
  switch (said.kind) {
    case 'plan':
      return [['create_plan', { plan: said.steps }]];
    case 'update':
      return [['update_plan', { plan: said.steps }]];
    case 'act':
      return said.acts.map(({ tool, input }) => [tool, input]);
    case 'ask':
      return [['ask_user', { question: said.question }]];
    case 'done':
      return [
        ['finish_step', { response: said.response, plan_still_fits: said.fits }],
        ...(said.next ?? []).map(({ tool, input }): [string, object] => [tool, input]),
      ];
    case 'blocked':
      return [['finish_step', { response: said.reason, blocked: true }]];
    case 'keep':
      return [['keep_plan', {}]];
    case 'finish':
      return [['finish_task', { response: said.response }]];
    case 'judge':
      return [['judge_step', { success: said.success, decision: said.decision, reason: 'so it seems' }]];
  }
}

function asJson(said: Meant): object {
  switch (said.kind) {
    case 'plan':
      return { status: 'planned', plan: said.steps };
    case 'update':
      return { status: 'replanned', plan: said.steps };
    case 'act':
      return { status: 'continue', current_step: 'this one', next_action: said.acts[0] };
    case 'ask':
      return { status: 'ask_user', current_step: 'this one', question: said.question };
    case 'done':
      return { status: 'done', response: said.response, plan_still_fits: said.fits };
    case 'blocked':
      return { status: 'blocked', response: said.reason };
    case 'keep':
      return { status: 'unchanged' };
    case 'finish':
      return { status: 'done', response: said.response };
    case 'judge':
      return { success: said.success, decision: said.decision, reason: 'so it seems' };
  }
}

function asMarkers(said: Meant): string {
  switch (said.kind) {
    case 'plan':
    case 'update':
      return said.steps.map((step) => `[Step] ${step.description}`).join('\n');
    case 'act':
      return said.acts.map(({ tool, input }) => `[Act] ${tool} ${JSON.stringify(input)}`).join('\n');
    case 'ask':
      return `[Ask] ${said.question}`;
    case 'done':
      return `${said.response ?? ''} [Done]`;
    case 'blocked':
      return `It cannot be done: ${said.reason}`;
    case 'keep':
      return '[Keep]';
    case 'finish':
      return `[Finish] ${said.response}`;
    case 'judge':
      return `[${said.decision}] so it seems`;
  }
}
