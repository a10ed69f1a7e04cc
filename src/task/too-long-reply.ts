import { maxReplyLength } from '../values/balanced-object.ts';
import type { ModelReply } from './model-reply.ts';

/**
 * Returns what is wrong with a reply or call that is too long to be read, or null; `lengthAndLimitInViolation` reads it
 * again.
 */
export function tooLongViolation({ calls, text }: ModelReply): string | null {
  const call = calls.find(({ arguments: input }) => input.length > maxReplyLength);
  if (call) return violation(`The call of ${call.name}`, call.arguments.length);
  return calls.length === 0 && text.length > maxReplyLength ? violation('The reply', text.length) : null;
}

const violation = (what: string, length: number) =>
  `${what} is too long: it has ${length} characters, and at most ${maxReplyLength} are read. ` +
  'A long text can be written in parts: write the first part, then append each further one in a call of its own.';

/** Returns the length and the limit that `tooLongViolation` names, or null for any other violation. */
export function lengthAndLimitInViolation(text: string): { n: number; limit: number } | null {
  const [, n, limit] = / is too long: it has (\d+) characters, and at most (\d+) are read\./.exec(text) ?? [];
  return n === undefined ? null : { n: Number(n), limit: Number(limit) };
}

/** Returns what is wrong with a reply that ended at the model's length limit; `lengthInCutOffViolation` reads it again. */
export function cutOffViolation({ calls, text }: Pick<ModelReply, 'calls' | 'text'>): string {
  const length = text.length + calls.reduce((sum, call) => sum + call.arguments.length, 0);
  return (
    `The reply was cut off at its length limit, after ${length} characters. ` +
    'A text for a file is written in pieces: write the first part, with half of that at most, then append each further one in a reply of its own. Anything else must be brief.'
  );
}

/** Returns the length that `cutOffViolation` names, or null for any other violation. */
export function lengthInCutOffViolation(text: string): number | null {
  const [, n] = /^The reply was cut off at its length limit, after (\d+) characters\./.exec(text) ?? [];
  return n === undefined ? null : Number(n);
}
