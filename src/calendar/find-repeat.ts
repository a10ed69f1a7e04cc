import type { Result } from '../values/result.ts';
import { findChineseRecurrence } from './chinese-repeat.ts';
import { parseChineseNumber } from './chinese-number.ts';
import { findEnglishRecurrence } from './english-repeat.ts';
import type { RecurrenceRule } from './repeat-rule.ts';
import type { TimeError } from './words/found-time.ts';
import { formatRrule, parseRrule } from './rrule.ts';
import { simplified } from '../values/simplified-chinese.ts';

interface Span {
  from: number;
  until: number;
}

const times =
  /,?\s*(?:\bfor\s+)?\b(\d{1,4})\s+times\b|(?:[，,]?\s*(?:一共|总共|共|重复)\s*|[，,\s]\s*)([0-9]{1,3}|[一二两三四五六七八九十]{1,3})次/i;
const weeks =
  /,?\s*\bfor\s+(\d{1,3})\s+(day|week|month|year)s\b|[，,]?\s*(?:连续|持续|共)\s*([0-9]{1,3}|[一二两三四五六七八九十]{1,3})个?(天|周|星期|月|年)/i;
const lastDay =
  /,?\s*\b(?:until|till|through)\s+(\d{4}-\d\d-\d\d)\b|[，,]?\s*(?:直到|截止到?|到)\s*(\d{4}-\d\d-\d\d)(?:为止)?/i;
const unitOf: Record<string, RecurrenceRule['freq']> = {
  ...{ day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' },
  ...{ 天: 'DAILY', 周: 'WEEKLY', 星期: 'WEEKLY', 月: 'MONTHLY', 年: 'YEARLY' },
};

/**
 * Returns the repetition that a text names in English or Chinese (“every Monday”, “每两周周二，共10次”) as an RRULE, and the
 * parts of the text that name it; the error if it names one that is not understood, null if it names none.
 */
export function findRecurrence(typed: string): { repeat: string; spans: Span[] } | TimeError | null {
  /* 隔週 is Japanese, too. */
  const text = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}曜]/u.test(typed) ? typed : simplified(typed);
  const recurrence = findEnglishRecurrence(text) ?? findChineseRecurrence(text);
  if (!recurrence || typeof recurrence === 'string') return recurrence;
  const end = endOf(blank(text, recurrence), recurrence.rule);
  const spans = [{ from: recurrence.from, until: recurrence.until }, ...(end ? [end.span] : [])];
  return { repeat: formatRrule({ ...recurrence.rule, ...end?.change }), spans };
}

const blank = (text: string, { from, until }: Span) =>
  text.slice(0, from) + ' '.repeat(until - from) + text.slice(until);

function endOf(text: string, rule: RecurrenceRule): { change: Partial<RecurrenceRule>; span: Span } | null {
  const countMatch = times.exec(text);
  if (countMatch) return { change: { count: numberOf(countMatch[1] ?? countMatch[2]) }, span: spanOf(countMatch) };
  const lasting = weeks.exec(text);
  const unit = unitOf[(lasting?.[2] ?? lasting?.[4] ?? '').toLowerCase()];
  if (lasting && unit === rule.freq) {
    const each = Math.max(1, rule.byDay.length) / rule.interval;
    return { change: { count: Math.ceil(numberOf(lasting[1] ?? lasting[3]) * each) }, span: spanOf(lasting) };
  }
  const dated = lastDay.exec(text);
  if (!dated) return null;
  return { change: { until: (dated[1] ?? dated[2] ?? '').replaceAll('-', '') }, span: spanOf(dated) };
}

const spanOf = (textMatch: RegExpExecArray): Span => ({
  from: textMatch.index,
  until: textMatch.index + textMatch[0].length,
});
const numberOf = (text = '1') => Math.max(1, parseChineseNumber(text));

/** Returns the repetition in a tool's input: an RRULE, or words that name nothing else. `error` is one sentence. */
export function parseRecurrence(typed: string): Result<string, string> {
  const text = simplified(typed);
  if (/\bfreq\s*=/i.test(text)) {
    const parsedRrule = parseRrule(text);
    return parsedRrule.ok
      ? { ok: true, value: formatRrule(parsedRrule.value) }
      : { ok: false, error: `“repeat” is wrong: ${parsedRrule.error}` };
  }
  const recurrence = findRecurrence(text);
  const blanked = recurrence && typeof recurrence !== 'string' ? recurrence.spans.reduce(blank, text) : text;
  if (
    recurrence &&
    typeof recurrence !== 'string' &&
    !/[\p{L}\p{N}]/u.test(blanked.replace(/\b(repeats?|repeated|repeating|重复)\b/gi, ''))
  ) {
    const checkedRule = parseRrule(recurrence.repeat);
    if (checkedRule.ok) return { ok: true, value: recurrence.repeat };
  }
  return {
    ok: false,
    error: `“repeat” must be like daily, weekly, every monday, every 2 weeks on tuesday, monthly on the 15th, yearly, or an RRULE such as FREQ=WEEKLY;BYDAY=MO, not “${typed.slice(0, 80)}”`,
  };
}
