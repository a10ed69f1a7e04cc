import { type ProtocolName, simplerProtocol } from '../task/protocol-name.ts';
import type { Run } from '../task/run.ts';
import type { ModelForPurpose } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';

/**
 * The number of replies without the required call after which the server is assumed not to enforce calls.
 * `callsThatOffsetOneOmission` replies with a call make up for one without.
 */
const unforced = 2;
export const callsThatOffsetOneOmission = 5;
/** The unreadable replies in a row in JSON after which markers are tried: the last repair is asked for in them. */
const unreadable = 2;
/**
 * The number of defaults (harmless decisions in place of an ambiguous reply) in a task after which an easier protocol
 * is tried, by the current protocol. Fewer defaults only make the plan be checked less often.
 */
const defaults = { tools: 6, json: 9, markers: Infinity };

/**
 * Returns the protocol for the next call: an easier one if the model's replies keep breaking the form of this one. The
 * choice is then stored in the profile, unless the person has chosen to keep the protocol. `from` is the previous
 * protocol, or null if it did not change.
 */
export function fittingProtocol(
  context: Pick<AgentContext, 'missedToolCalls' | 'unreadableReplies'> & { run: () => Pick<Run, 'reply_stats'> },
  { model, protocol: from, fallBack }: Pick<ModelForPurpose, 'model' | 'protocol' | 'fallBack'>,
): { name: ProtocolName; from: ProtocolName | null } {
  const free =
    from === 'tools' &&
    model !== null &&
    (context.missedToolCalls.get(model) ?? 0) >= unforced * callsThatOffsetOneOmission;
  const isOftenUnreadable =
    from === 'json' && model !== null && (context.unreadableReplies.get(model) ?? 0) >= unreadable;
  const next =
    free || isOftenUnreadable || context.run().reply_stats.defaults >= defaults[from] ? simplerProtocol(from) : null;
  const name = next ? fallBack(next, 'form') : from;
  return { name, from: name === from ? null : from };
}
