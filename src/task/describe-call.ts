import type { CallDescription } from './approval.ts';

/** Formats a message; returns the key itself if there is no such message. */
type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/**
 * Describes a call in one phrase, in the language of `say`. `when`, `size` and `repeat`: its time, size and repetition
 * in that language, if they are to be included.
 */
export function describeCall(
  say: Say,
  { what, name, host }: CallDescription,
  { when, size, repeat }: Partial<Record<'when' | 'size' | 'repeat', string | undefined>> = {},
): string {
  const key = `call.${what}`;
  const params = { ...(name !== undefined && { name }), ...(host !== undefined && { host }) };
  const ends = name === undefined ? ['_unnamed', ''] : host === undefined ? ['_named', ''] : ['_host', '_named', ''];
  const callMessageKey = ends.map((end) => key + end).find((each) => say(each) !== each) ?? 'call.other_unnamed';
  const call = say(callMessageKey, params);
  const timed =
    when === undefined ? call : say(what.startsWith('todo.') ? 'call.with_due' : 'call.with_time', { call, when });
  if (repeat !== undefined) return say('call.with_repeat', { call: timed, repeat });
  return size === undefined ? timed : say('call.with_size', { call: timed, size });
}
