import type { ModelReply } from '../../domain/model-reply.ts';
import { type FoundJson, jsonObjects } from './json-objects.ts';

const faults: Record<NonNullable<FoundJson['fault']>, string> = {
  cut: 'The JSON object was cut off before its end.',
  deep: 'The JSON object is nested too deeply.',
  unreadable: 'The JSON object is malformed.',
  long: 'The reply is too long to be read.',
};

/** The one object of a reply that has one of these keys. Said twice it counts once; two different ones are no decision. */
export function onlyObject(
  reply: ModelReply,
  keys: readonly string[],
): { value: Record<string, unknown> } | { violation: string } {
  const { objects, fault } = jsonObjects(reply.text);
  if (fault) return { violation: faults[fault] };
  const candidates = objects.filter((each) => keys.some((key) => Object.hasOwn(each, key)));
  const [first] = candidates;
  if (!first && reply.finish === 'length') return { violation: faults.cut };
  if (!first) return { violation: `The reply holds no JSON object with a ${keys.at(-1) ?? ''}.` };
  if (candidates.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
    return { violation: 'The reply holds two different JSON objects; reply with one.' };
  return { value: first };
}
