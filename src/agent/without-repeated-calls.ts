import { type Action, maxCallsOfReply, type ThoughtDecision } from '../task/decision.ts';
import { callHash } from '../task/tool-result.ts';
import { isRecord } from '../values/json.ts';
import type { Toolbox } from '../ports/toolbox.ts';

type Registry = Pick<Toolbox, 'accumulates' | 'asMeant' | 'nameOf' | 'repeats'>;

/** Returns the call by the tool and the action that its name means: `web_search` as `search`, `add_todo` as `todo`. */
export const withIntendedTool = (action: Action, toolbox: Pick<Toolbox, 'asMeant'>): Action =>
  isRecord(action.input) ? { ...action, ...toolbox.asMeant(action.tool, action.input) } : action;

/**
 * The calls of one reply as they are meant (`add_todo` as `todo`), without repeats: models and servers sometimes send a
 * call several times that is meant once. A call whose repetition has a further effect, or whose tool is made for
 * repetition, is kept as often as it occurs.
 */
function uniqueCalls(actions: readonly Action[], toolbox: Registry): Action[] {
  const seenCallHashes = new Set<string>();
  const intendedActions = actions.map((action) => withIntendedTool(action, toolbox));
  return intendedActions.filter(({ tool, input }) => {
    if (toolbox.repeats(tool) || toolbox.accumulates(tool, input)) return true;
    const call = callHash({ tool: toolbox.nameOf(tool) ?? tool, input });
    const isNew = !seenCallHashes.has(call);
    seenCallHashes.add(call);
    return isNew;
  });
}

/** The calls of one reply that are made: those of `uniqueCalls`, at most `maxCallsOfReply`. */
export const withoutRepeatedCalls = (actions: readonly Action[], toolbox: Registry): Action[] =>
  uniqueCalls(actions, toolbox).slice(0, maxCallsOfReply);

/**
 * Returns a thought without repeated calls, both in its own calls and in the first calls of the next step that it
 * contains. With more calls than are made of one reply, it does not end the step: its words do not know of that.
 */
export function thoughtWithoutRepeatedCalls(decision: ThoughtDecision, toolbox: Registry): ThoughtDecision {
  if (decision.kind === 'act') {
    const actions = uniqueCalls(decision.actions, toolbox);
    return actions.length > maxCallsOfReply
      ? { ...decision, actions: actions.slice(0, maxCallsOfReply), finish: null }
      : { ...decision, actions };
  }
  if (decision.kind !== 'done' || !decision.next) return decision;
  const { step, actions } = decision.next;
  return { ...decision, next: { step, actions: withoutRepeatedCalls(actions, toolbox) } };
}
