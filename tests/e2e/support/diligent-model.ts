import type { Ask } from './ask.ts';
import type { Reply, ScriptedModel } from './model-server.ts';

export interface ScriptedStep {
  description: string;
  /** Made one after another, each in a thought of its own. */
  calls?: { name: string; input: Record<string, unknown> }[];
  /** Put to the person before the calls are made. */
  question?: string;
  /** Ids of other steps; the n-th step's own id is `sn`. */
  dependencies?: string[];
  /** What the step came to; “Done: ” and the description if left out. */
  response?: string;
}

/** A model that plans what it is told to plan, makes each step's calls in order, and closes when all steps are done. */
export function diligentModel(steps: ScriptedStep[], closing: string): ScriptedModel {
  const finished = new Set<string>();
  const asked = new Set<string>();
  const scripted = (ask: Ask) => steps.find(({ description }) => description === ask.step?.description);

  const think = (ask: Ask): Reply => {
    const step = scripted(ask);
    if (!step) return call('finish_step', { response: 'Done.' });
    if (step.question && !asked.has(step.description)) {
      asked.add(step.description);
      return call('ask_user', { question: step.question });
    }
    const next = step.calls?.[ask.results.length];
    if (next) return { calls: [next] };
    finished.add(step.description);
    return call('finish_step', { response: step.response ?? `Done: ${step.description}` });
  };

  return {
    topic(ask) {
      if (ask.purpose === 'intake') return 'intake';
      if (ask.purpose === 'replan') return `replan after ${finished.size} steps and ${asked.size} questions`;
      const description = ask.step?.description ?? '?';
      if (ask.purpose === 'evaluation') return `judging ${description}`;
      return `${description} after ${ask.results.length} calls${asked.has(description) ? ' and a question' : ''}`;
    },
    answer(ask) {
      switch (ask.purpose) {
        case 'intake':
          return call('create_plan', {
            plan: steps.map(({ description, calls, dependencies }, at) => ({
              id: `s${at + 1}`,
              description,
              tool: calls?.[0]?.name ?? null,
              parameters: null,
              dependencies: dependencies ?? [],
              expected_output: null,
            })),
          });
        case 'thought':
          return think(ask);
        case 'evaluation':
          return call('judge_step', { success: true, decision: 'continue', reason: 'It is as expected.' });
        case 'replan':
          return finished.size < steps.length ? call('keep_plan', {}) : call('finish_task', { response: closing });
      }
    },
  };
}

function call(name: string, input: Record<string, unknown>): Reply {
  return { calls: [{ name, input }] };
}
