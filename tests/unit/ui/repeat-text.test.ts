import { expect, test } from 'vitest';
import { recurrenceText } from '../../../src/ui/schedule/repeat-text.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const words = new Translator();
await words.loadAll();

test.each([
  ['FREQ=DAILY', 'every day', '每天'],
  ['FREQ=DAILY;INTERVAL=3', 'every 3 days', '每 3 天'],
  ['FREQ=WEEKLY', 'every week', '每周'],
  ['FREQ=WEEKLY;BYDAY=MO', 'every Monday', '每周一'],
  ['FREQ=WEEKLY;BYDAY=MO,TH', 'every Monday and Thursday', '每周一、周四'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday', '每个工作日'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'every 2 weeks on Tuesday', '每 2 周的周二'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', 'every month on day 15', '每月15日'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day', '每月最后一天'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday', '每月最后一个周五'],
  ['FREQ=YEARLY', 'every year', '每年'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3', 'every year on 3 March', '每年3月3日'],
  ['FREQ=WEEKLY;BYDAY=MO;COUNT=5', 'every Monday, 5 times', '每周一，共 5 次'],
  ['FREQ=DAILY;UNTIL=20261231', 'every day until 31 December 2026', '每天，到2026年12月31日为止'],
  ['FREQ=MONTHLY;BYMONTHDAY=-2', 'every month on day 2 from the end', '每月倒数第 2 天'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every month on the last working day', '每月最后一个工作日'],
  ['FREQ=MONTHLY;BYDAY=-2FR', 'every month on the second-to-last Friday', '每月倒数第二个周五'],
  [
    'FREQ=YEARLY;BYMONTH=1,4,7,10;BYDAY=1MO',
    'every year in January, April, July and October on the first Monday',
    '每年一月、四月、七月、十月的第一个周一',
  ],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1', 'every year in December on the last day', '每年十二月的最后一天'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'by a rule of its own', '按自己的规则'],
  ['FREQ=NEVER', 'by a rule of its own', '按自己的规则'],
])('R9.6 %s in words', async (repeat, en, zh) => {
  await words.setLanguage('en');
  expect(recurrenceText(repeat, words)).toBe(en);
  await words.setLanguage('zh');
  expect(recurrenceText(repeat, words)).toBe(zh);
});
