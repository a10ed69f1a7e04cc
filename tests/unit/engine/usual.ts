import type { CallPurpose } from '../../../src/task/journal.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import type { Script } from '../../fakes/scripted-model.ts';
import { calls, results, stepOf, textOf } from './world.ts';

type Answer = ReturnType<Script>;
type Part = (request: ModelRequest, index: number) => Answer | undefined;

/** The names of the tools that a request offers. */
export function offered(request: ModelRequest): string[] {
  return request.tools.map((tool) => tool.name);
}

/**
 * A model that plans these steps, adds a to-do named after each step's number, keeps every plan and closes when it can.
 * `over` answers some calls in another way; where it gives nothing the usual answer stands.
 */
export function usual(plan: readonly unknown[], over: Partial<Record<CallPurpose, Part>> = {}): Script {
  return (request, index) => over[request.purpose]?.(request, index) ?? answer(request, plan);
}

function answer(request: ModelRequest, plan: readonly unknown[]): Answer {
  switch (request.purpose) {
    case 'intake':
    case 'plan':
      return calls(['create_plan', { plan }]);
    case 'thought':
      return results(request).length === 0
        ? calls(['todo', { action: 'add', title: `Part ${stepOf(request)}` }])
        : calls(['finish_step', { response: `did part ${stepOf(request)}` }]);
    case 'replan':
      return /^Remaining: 0$/m.test(textOf(request)) && !runs(request)
        ? calls(['finish_task', { response: 'All done.' }])
        : calls(['keep_plan', {}]);
    case 'evaluation':
      return calls(['judge_step', { success: true, decision: 'continue', reason: 'fine' }]);
  }
}

/** A step still runs: the plan may be kept though none remains. */
function runs(request: ModelRequest): boolean {
  return offered(request).includes('keep_plan');
}

/** The purposes of the requests that a model was sent, in order. */
export function purposes(requests: readonly ModelRequest[]): CallPurpose[] {
  return requests.map((request) => request.purpose);
}
