import { type ProtocolName, weaker } from '../task/protocol-name.ts';
import type { Run } from '../task/run.ts';
import type { ModelForPurpose } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';

/** The number of replies without the required call, after which the server is assumed not to enforce calls. */
const unforced = 2;
/** The number of defaults in a task after which an easier protocol is tried; the first few lead to fewer checks. */
const defaults = { tools: 6, json: 9, markers: Infinity };

/**
 * The protocol for the next call: an easier one where the model's replies keep breaking the form of this one; it is
 * then remembered for the profile, unless the person has chosen to stay. `from` is the protocol before it.
 */
export function fittingProtocol(
  context: Pick<AgentContext, 'missedToolCalls'> & { run: () => Pick<Run, 'form'> },
  { model, protocol: from, fallBack }: Pick<ModelForPurpose, 'model' | 'protocol' | 'fallBack'>,
): { name: ProtocolName; from: ProtocolName | null } {
  const free = from === 'tools' && model !== null && (context.missedToolCalls.get(model) ?? 0) >= unforced;
  const next = free || context.run().form.defaults >= defaults[from] ? weaker(from) : null;
  const name = next ? fallBack(next, 'form') : from;
  return { name, from: name === from ? null : from };
}
