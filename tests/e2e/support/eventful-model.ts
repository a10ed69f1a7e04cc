import type { Ask } from './ask.ts';
import type { Reply, ScriptedModel } from './model-server.ts';
import { writtenReply } from './written-reply.ts';

/** What is said in the course of a task in which something of everything happens. */
export interface Story {
  language: 'en' | 'zh';
  goal: string;
  question: string;
  /** The first step asks, the second meets trouble, the third takes its place, two are to-dos, the last looks back. */
  steps: Record<'day' | 'trouble' | 'mended' | 'bag' | 'tickets' | 'look', string>;
  /** The call that fails, and the one that is made in its place. */
  trouble: { name: string; input: Record<string, unknown> };
  mended: { name: string; input: Record<string, unknown> };
  /** The titles of the two to-dos. */
  bag: string;
  tickets: string;
  finding: string;
  closing: string;
  /** A second request, of the kind that needs no plan. */
  smallTalk: string;
  smallAnswer: string;
}

type Key = keyof Story['steps'];

/**
 * A model that plans, asks, replans after the answer, fails at a step, recovers, does two steps at once where the
 * protocol can say so, looks back and closes. It keeps nothing in mind: what it does follows from what it is told.
 */
export function eventfulModel(story: Story): ScriptedModel {
  return { topic, answer: (ask) => writtenReply(decide(story, ask), ask.protocol, story.language) };
}

/** What a request is about: two of the same topic ask for the same thing twice. */
function topic(ask: Ask): string {
  const again = /cannot be used|无法使用/.test(ask.latest) ? ' after a violation' : '';
  const about = ask.step?.description ?? (ask.purpose === 'intake' ? ask.latest.split('\n\n')[1] : '');
  const known = `${ends(ask).length} steps, ${ask.results.length} results, ${isAnswered(ask) ? 1 : 0} answers`;
  return `${ask.protocol}: ${ask.purpose} ${about ?? ''} with ${known}${again}`;
}

function decide(story: Story, ask: Ask): Reply {
  switch (ask.purpose) {
    case 'intake':
      if (ask.latest.includes(story.smallTalk)) return answered(story.smallAnswer, ask);
      return call('create_plan', {
        plan: [planned(story, 'day'), planned(story, 'trouble', ['day']), planned(story, 'bag', ['trouble'])],
      });
    case 'thought':
      return think(story, ask);
    case 'evaluation':
      return call('judge_step', { success: true, decision: 'continue', reason: story.finding });
    case 'replan':
      return replan(story, ask);
  }
}

function think(story: Story, ask: Ask): Reply {
  const key = (Object.keys(story.steps) as Key[]).find((each) => story.steps[each] === ask.step?.description);
  const [first] = ask.results;
  const finish = call('finish_step', { response: story.finding });
  const todo = (title: string) => call('todo', { action: 'add', title });
  switch (key) {
    case 'day':
      return isAnswered(ask) ? finish : call('ask_user', { question: story.question });
    case 'trouble':
      if (first === undefined) return { calls: [story.trouble] };
      return call('finish_step', { response: first.split('\n').at(0), blocked: true });
    case 'mended':
      return first === undefined ? { calls: [story.mended] } : finish;
    case 'bag':
      return first === undefined ? todo(story.bag) : finish;
    case 'tickets':
      return first === undefined ? todo(story.tickets) : finish;
    case 'look':
      return finish;
    case undefined:
      throw new Error(`A thought about no step of the story: ${ask.latest}`);
  }
}

function replan(story: Story, ask: Ask): Reply {
  const ended = ends(ask);
  const known = (key: Key) => idOf(ask, story.steps[key]) ?? key;
  const rest = (needed: Key) => [
    { ...planned(story, 'bag', [known(needed)]), id: known('bag') },
    { ...planned(story, 'tickets', [known(needed)]), id: known('tickets') },
    { ...planned(story, 'look', [known('bag'), known('tickets')]), id: known('look') },
  ];
  if (ended.length === 0)
    return call('update_plan', {
      plan: [{ ...planned(story, 'trouble', [known('day')]), id: known('trouble') }, ...rest('trouble')],
    });
  if (ended.at(-1) === 'failed')
    return call('update_plan', { plan: [planned(story, 'mended', [known('day')]), ...rest('mended')] });
  return ended.length === Object.keys(story.steps).length
    ? call('finish_task', { response: story.closing })
    : call('keep_plan', {});
}

function planned(story: Story, key: Key, dependencies: string[] = []) {
  return {
    id: key as string,
    description: story.steps[key],
    tool: null,
    parameters: null,
    dependencies,
    expected_output: null,
  };
}

/** How the steps that a replan is told of have ended, in order. */
function ends(ask: Ask): string[] {
  return [...ask.prompt.matchAll(/^- step_.+? (completed|failed)(?:: |：)/gm)].map((found) => found[1] ?? '');
}

function isAnswered(ask: Ask): boolean {
  return /^(?:The person answered: |用户回答：)/m.test(ask.prompt);
}

/** The id under which a request names a step. */
function idOf(ask: Ask, description: string): string | null {
  const line = ask.prompt
    .split('\n')
    .findLast((each) => /^- step_\d+: /.test(each) && each.endsWith(`: ${description}`));
  return line?.slice(2, line.indexOf(':')) ?? null;
}

function answered(text: string, ask: Ask): Reply {
  return { text: ask.protocol === 'json' ? JSON.stringify({ status: 'answer', response: text }) : text };
}

function call(name: string, input: Record<string, unknown>): Reply {
  return { calls: [{ name, input }] };
}

/** The words of a day at the lake. */
export const lakeWords: Omit<Story, 'language' | 'trouble' | 'mended'> = {
  goal: 'Prepare the day at the lake',
  question: 'Saturday or Sunday?',
  steps: {
    day: 'Find out the day',
    trouble: 'See to the booking',
    mended: 'Read the weather page',
    bag: 'Note to pack the bag',
    tickets: 'Note to buy the tickets',
    look: 'Compare the notes with the weather',
  },
  bag: 'Pack the bag',
  tickets: 'Buy the tickets',
  finding: 'It is as it should be.',
  closing: 'Sunday is prepared: the bag and the tickets stand on your list.',
  smallTalk: 'What is a cairn?',
  smallAnswer: 'A cairn is a heap of stones that marks a way.',
};

/** The day at the lake, for which a page that is gone has to be replaced by another of the site. */
export const lakeStory = (site: { origin: string }): Story => ({
  ...lakeWords,
  language: 'en',
  trouble: { name: 'fetch', input: { url: `${site.origin}/gone` } },
  mended: { name: 'fetch', input: { url: `${site.origin}/weather` } },
});
