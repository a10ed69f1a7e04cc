import { type ProtocolName, weaker } from '../domain/protocol-name.ts';
import type { Run } from '../domain/run.ts';
import type { ModelForPurpose } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';

/** Replies without the call that was asked for by force, after which a server is taken not to hold to it. */
const unforced = 2;
/** Defaults in a task after which an easier protocol is tried; the first few lead to fewer checks. */
const defaults = { tools: 6, json: 9, markers: Infinity };

/**
 * The protocol for the next call: an easier one where the model's replies have shown that this one does not hold (R4.6,
 * R4.7), which is then remembered for its profile, unless the person has chosen to stay. `from` is the one before it.
 */
export function fittingProtocol(
  context: Pick<AgentContext, 'unforced'> & { run: () => Pick<Run, 'form'> },
  { model, protocol: from, fallBack }: ModelForPurpose,
): { name: ProtocolName; from: ProtocolName | null } {
  const free = from === 'tools' && model !== null && (context.unforced.get(model) ?? 0) >= unforced;
  const next = free || context.run().form.defaults >= defaults[from] ? weaker(from) : null;
  const name = next ? fallBack(next, 'form') : from;
  return { name, from: name === from ? null : from };
}
