import type { Reply, ScriptedModel } from './model-server.ts';

interface Script {
  /** What it plans at first. */
  plan: string[];
  /**
   * The rest of the plan as its first replan would have it; an id continues that step. Empty: it would close, asked
   * back or not.
   */
  revision: { id?: string; description: string }[];
  closing: string;
}

/**
 * A model that changes its mind once, at the first replan, finishes each step with a word, and closes when all are
 * done.
 */
export function revisingModel({ plan, revision, closing }: Script): ScriptedModel {
  let revised = false;
  const finished = new Set<string>();
  const proposed = ({ id, description }: { id?: string; description: string }) => ({
    id: id ?? null,
    description,
    tool: null,
    parameters: null,
    dependencies: [],
    expected_output: null,
  });
  return {
    topic(ask) {
      return ask.purpose === 'thought' ? String(ask.step?.description) : `${ask.purpose} ${finished.size}`;
    },
    answer(ask): Reply {
      switch (ask.purpose) {
        case 'intake':
          return call('create_plan', { plan: plan.map((description) => proposed({ description })) });
        case 'thought':
          finished.add(String(ask.step?.description));
          return call('finish_step', { response: `Done: ${ask.step?.description}` });
        case 'replan':
          if (/^These steps are not done/m.test(ask.prompt)) return call('finish_task', { response: closing });
          if (!revised) {
            revised = true;
            return revision.length > 0
              ? call('update_plan', { plan: revision.map(proposed) })
              : call('finish_task', { response: closing });
          }
          return /^Remaining: 0$/m.test(ask.prompt)
            ? call('finish_task', { response: closing })
            : call('keep_plan', {});
        case 'evaluation':
          return call('judge_step', { success: true, decision: 'continue', reason: 'It is as expected.' });
      }
    },
  };
}

function call(name: string, input: Record<string, unknown>): Reply {
  return { calls: [{ name, input }] };
}
