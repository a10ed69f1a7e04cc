import { parseChineseNumber } from '../chinese-number.ts';
import { simplified } from '../../values/simplified-chinese.ts';

const units: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
  分钟: 1,
  小时: 60,
  天: 1440,
  周: 10_080,
};
const words: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, half: 0.5, 半: 0.5 };
/** Four weeks, in minutes. */
const longest = 40_320;

const before = String.raw`(?<n>\d{1,3}|an?|one|two|three|half(?=\s+an))\s+(?:an\s+)?(?<unit>minute|hour|day|week)s?\s+(?:before(?:hand)?|earlier|ahead|in\s+advance)`;
const english = new RegExp(String.raw`[,;.]\s*(?:and\s+)?(?:please\s+)?remind\s+me(?:\s+${before})?\s*[.!]?\s*$`, 'iu');
const ahead = String.raw`(?:提前|提早)(?<n>\d{1,3}|半(?=个?小时|天)|[一二两三四五六七八九十]{1,3})个?(?<unit>分钟|小时|天|周)`;
const chinese = new RegExp(
  String.raw`(?:[,，;；。]|\s(?=提[前早]))\s*(?:并|请|记得)?(?:${ahead}|到时候?|届时)?提醒我(?:一下|一声)?[。.!！]?\s*$`,
  'u',
);

/**
 * Returns a text without a last clause that only asks for a reminder, as in “Dentist tomorrow, remind me an hour
 * before” or “去银行，提前一小时提醒我”, and the minutes before the start, null if it names none. Null if there is no such clause.
 */
export function readReminderRequest(text: string): { rest: string; minutes: number | null } | null {
  const reminderMatch = english.exec(text) ?? chinese.exec(simplified(text));
  const rest = reminderMatch ? text.slice(0, reminderMatch.index).trim() : '';
  if (!reminderMatch || rest === '') return null;
  const { n, unit } = reminderMatch.groups ?? {};
  if (n === undefined || unit === undefined) return { rest, minutes: null };
  const minutes = (words[n.toLowerCase()] ?? parseChineseNumber(n)) * (units[unit.toLowerCase()] ?? 0);
  return minutes <= longest ? { rest, minutes } : null;
}
