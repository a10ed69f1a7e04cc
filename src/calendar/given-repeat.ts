import { findRepeat } from './find-repeat.ts';
import { readRepeat } from './read-repeat.ts';
import { writeRepeat } from './write-repeat.ts';

/** A repetition as it is given to a tool: an RRULE, or words and nothing else. `fault` is one sentence. */
export function givenRepeat(text: string): { ok: true; repeat: string } | { ok: false; fault: string } {
  if (/\bfreq\s*=/i.test(text)) {
    const read = readRepeat(text);
    return read.ok
      ? { ok: true, repeat: writeRepeat(read.rule) }
      : { ok: false, fault: `“repeat” is wrong: ${read.fault}` };
  }
  const found = findRepeat(text);
  const blanked = (found?.spans ?? []).reduce(
    (rest, { from, until }) => rest.slice(0, from) + ' '.repeat(until - from) + rest.slice(until),
    text,
  );
  if (found && !/[\p{L}\p{N}]/u.test(blanked.replace(/\b(repeats?|repeated|repeating|重复)\b/gi, ''))) {
    const read = readRepeat(found.repeat);
    if (read.ok) return { ok: true, repeat: found.repeat };
  }
  return {
    ok: false,
    fault: `“repeat” must be like daily, weekly, every monday, every 2 weeks on tuesday, monthly on the 15th, yearly, or an RRULE such as FREQ=WEEKLY;BYDAY=MO, not “${text.slice(0, 80)}”`,
  };
}
