import type { ModelReply, ToolCall } from '../../../src/task/model-reply.ts';
import type { StepRound } from '../../../src/task/transcript.ts';
import type { ReplyRequestOptions, Protocol, ThoughtContext } from '../../../src/protocols/protocol.ts';

/** A reply of text alone. */
export function said(text: string, finish: ModelReply['finish'] = 'stop'): ModelReply {
  return { text, calls: [], finish, usage: null };
}

/** A reply of calls, their arguments as they were written. */
export function called(calls: [name: string, written: string, id?: string][], finish: ModelReply['finish'] = 'calls') {
  const made = calls.map(([name, written, id], at): ToolCall => ({ id: id ?? `c${at}`, name, arguments: written }));
  return { text: '', calls: made, finish, usage: null } satisfies ModelReply;
}

export const open: ReplyRequestOptions = { tools: [], open: true, onlyClosing: false };
export const fresh: ThoughtContext = { turns: [], description: 'Carry on' };

/** A scene in which `count` rounds of prose have gone by. */
export function after(count: number, description = 'Carry on'): ThoughtContext {
  const turns = Array.from({ length: count }, (_, at): StepRound => ({
    kind: 'thought',
    n: at + 1,
    effect: `e/${at + 1}`,
    decision: { kind: 'round', note: '' },
    reply: said('hm'),
  }));
  return { turns, description };
}

export type ContractName = 'intake' | 'plan' | 'thought' | 'replan' | 'evaluation';

/** What a protocol makes of a reply, by contract. */
export function read(protocol: Protocol, contract: ContractName, reply: ModelReply, scene: ThoughtContext = fresh) {
  switch (contract) {
    case 'intake':
      return protocol.readIntake(reply);
    case 'plan':
      return protocol.readPlan(reply);
    case 'thought':
      return protocol.readThought(reply, scene);
    case 'replan':
      return protocol.readReplan(reply, [], open);
    case 'evaluation':
      return protocol.readEvaluation(reply);
  }
}
