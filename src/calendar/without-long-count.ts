import { repeatDays } from './repeat-days.ts';
import type { RepeatRule } from './repeat-rule.ts';

const dayLength = 86_400_000;
const mostDays = 2000;

/**
 * The same repetition, with a COUNT that takes long to be counted to its end in the form of the day on which it ends:
 * other than that day, a COUNT has to be counted from `first` (in days since 1970) at every look.
 */
export function withoutLongCount(rule: RepeatRule, first: number): RepeatRule {
  if (rule.count === null) return rule;
  let last = NaN;
  for (const day of repeatDays(rule, first, { from: first, until: Infinity })) last = day;
  const passed = (last - first) / rule.interval;
  const looked = rule.freq === 'YEARLY' ? (passed / 12) * Math.max(1, rule.byMonth.length) : passed;
  if (!(looked > mostDays)) return rule;
  return { ...rule, count: null, until: new Date(last * dayLength).toISOString().slice(0, 10).replaceAll('-', '') };
}
