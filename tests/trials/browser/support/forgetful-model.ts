import type { Ask } from '../../../e2e/support/ask.ts';
import type { Reply, ScriptedModel } from '../../../e2e/support/model-server.ts';
import type { Errand } from './errands.ts';

/** What a reply begins with, so that the topic of a recorded one can be told. */
const heading = 'About: ';

/**
 * A model that keeps nothing in mind: what it says follows from what it is told, whoever asks and however often.
 * A topic is a place, a bar and what is asked there; the place is a step's description, or `plan` outside steps.
 */
export function forgetfulModel(errands: readonly Errand[], closing: string, delay = () => 0): ScriptedModel {
  return {
    topic: topicOf,
    answer: (ask) => ({ ...decide(ask, errands, closing), text: `${heading}${topicOf(ask)}` }),
    delay,
  };
}

/** The place of a topic, within which one request follows another. */
export function placeOf(topic: string): string {
  return topic.split(' | ')[0] ?? '';
}

/** The topic of a recorded reply, or null when it is none of this model's. */
export function topicIn(text: string): string | null {
  return text.startsWith(heading) ? (text.slice(heading.length).split('\n')[0] ?? null) : null;
}

function topicOf(ask: Ask): string {
  switch (ask.purpose) {
    case 'intake':
      return 'plan | drawn';
    case 'replan':
      return `plan | looked at after ${ended(ask)} steps`;
    case 'thought':
      return `${ask.step?.description} | after ${ask.results.length} calls`;
    case 'evaluation':
      return `${ask.step?.description} | judged`;
  }
}

function decide(ask: Ask, errands: readonly Errand[], closing: string): Reply {
  switch (ask.purpose) {
    case 'intake':
      return call('create_plan', {
        plan: errands.map(({ description, dependencies }, at) => ({ id: `s${at + 1}`, description, dependencies })),
      });
    case 'thought': {
      const errand = errands.find(({ description }) => description === ask.step?.description);
      const made = ask.results.length;
      const next = errand?.thoughts.find((_, at) => errand.thoughts.slice(0, at).flat().length === made);
      return next ? { calls: next } : call('finish_step', { response: `${errand?.description} is done.` });
    }
    case 'replan':
      return ended(ask) < errands.length ? call('keep_plan', {}) : call('finish_task', { response: closing });
    case 'evaluation':
      return call('judge_step', { success: true, decision: 'continue', reason: 'It is as expected.' });
  }
}

/** How many steps a replan is told to have ended. */
function ended(ask: Ask): number {
  return [...ask.prompt.matchAll(/^- step_.+? (?:completed|failed): /gm)].length;
}

function call(name: string, input: Record<string, unknown>): Reply {
  return { calls: [{ name, input }] };
}
