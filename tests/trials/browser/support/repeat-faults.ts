import { placeOf, topicIn } from './forgetful-model.ts';
import type { Recorded } from '../../../e2e/support/stored-tables.ts';

/** One life of the tab: what it asked the model, and what was on record when it began and when the next one began. */
export interface Life {
  asked: readonly string[];
  before: readonly Recorded[];
  after: readonly Recorded[];
  /** Whether it was ended from outside: one request at each place may have been in flight then. */
  cutShort: boolean;
}

/**
 * What a life of the tab asked without need, and what it lost: a reply that was on record is never asked for again, and
 * where a second request followed at a place, the reply to the first one is on record.
 */
export function repeatFaults({ asked, before, after, cutShort }: Life): string[] {
  const known = new Set(recordedTopics(before));
  const now = recordedTopics(after);
  const places = [...new Set(asked.map((topic) => placeOf(topic)))];
  return places.flatMap((place) => {
    const here = (topic: string) => placeOf(topic) === place;
    const requests = asked.filter(here);
    const recorded = now.filter(here).length - [...recordedTopics(before)].filter(here).length;
    const again = place === 'plan' ? [] : requests.filter((topic) => known.has(topic));
    const open = requests.length - recorded;
    const lost = place === 'plan' ? [] : requests.slice(0, -1).filter((topic) => !now.includes(topic));
    return [
      ...again.map((topic) => `asked again though its reply was on record: ${topic}`),
      ...lost.map((topic) => `went on from a reply that is not on record: ${topic}`),
      ...(open === 0 || (open === 1 && cutShort)
        ? []
        : [`${requests.length} requests and ${recorded} new records at “${place}”: ${requests.join('; ')}`]),
    ];
  });
}

/** The requests of a life whose replies are not on record: in doubt when it ended. */
export function inDoubt({ asked, before, after }: Life): number {
  return asked.length - (recordedTopics(after).length - recordedTopics(before).length);
}

function recordedTopics(journal: readonly Recorded[]): string[] {
  return journal.flatMap(({ body }) => {
    const topic = body.type === 'model_reply' ? topicIn((body.reply as { text: string }).text) : null;
    return topic === null ? [] : [topic];
  });
}
