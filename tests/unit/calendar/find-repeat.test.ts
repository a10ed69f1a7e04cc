import { describe, expect, test } from 'vitest';
import { findRecurrence, parseRecurrence } from '../../../src/calendar/find-repeat.ts';

/** The repetition, and what the text says besides. */
function read(text: string): [string, string] | string | null {
  const found = findRecurrence(text);
  if (!found || typeof found === 'string') return found;
  const rest = found.spans.reduce(
    (left, { from, until }) => left.slice(0, from) + ' '.repeat(until - from) + left.slice(until),
    text,
  );
  return [found.repeat, rest.replace(/[\s,，]+/g, ' ').trim()];
}

describe('words for a repetition', () => {
  test.each([
    ['every day', 'FREQ=DAILY', ''],
    ['daily at 8am stretch', 'FREQ=DAILY', 'at 8am stretch'],
    ['every Monday 9:00 standup', 'FREQ=WEEKLY;BYDAY=MO', '9:00 standup'],
    ['each monday', 'FREQ=WEEKLY;BYDAY=MO', ''],
    ['Standup on Mondays at 9', 'FREQ=WEEKLY;BYDAY=MO', 'Standup at 9'],
    ['Tuesdays and Thursdays 18:00 gym', 'FREQ=WEEKLY;BYDAY=TU,TH', '18:00 gym'],
    ['every mon, wed and fri run', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'run'],
    ['every other Tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', ''],
    ['every second Tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', ''],
    ['every 2 weeks on Tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', ''],
    ['every three days', 'FREQ=DAILY;INTERVAL=3', ''],
    ['weekly', 'FREQ=WEEKLY', ''],
    ['weekly on friday', 'FREQ=WEEKLY;BYDAY=FR', ''],
    ['biweekly', 'FREQ=WEEKLY;INTERVAL=2', ''],
    ['every weekday 9am', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '9am'],
    ['on weekdays', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ''],
    ['every weekend', 'FREQ=WEEKLY;BYDAY=SA,SU', ''],
    ['monthly', 'FREQ=MONTHLY', ''],
    ['every month on the 15th rent', 'FREQ=MONTHLY;BYMONTHDAY=15', 'rent'],
    ['monthly on the 1st', 'FREQ=MONTHLY;BYMONTHDAY=1', ''],
    ['every 1st of the month', 'FREQ=MONTHLY;BYMONTHDAY=1', ''],
    ['on the last day of every month', 'FREQ=MONTHLY;BYMONTHDAY=-1', ''],
    ['every first Monday of the month', 'FREQ=MONTHLY;BYDAY=1MO', ''],
    ['the 2nd Tuesday of each month', 'FREQ=MONTHLY;BYDAY=2TU', ''],
    ['every last friday', 'FREQ=MONTHLY;BYDAY=-1FR', ''],
    ['monthly on the last Friday', 'FREQ=MONTHLY;BYDAY=-1FR', ''],
    ['review quarterly', 'FREQ=MONTHLY;INTERVAL=3', 'review'],
    ['every year on March 3 party', 'FREQ=YEARLY', 'on March 3 party'],
    ['annually', 'FREQ=YEARLY', ''],
    ['every Monday, 10 times', 'FREQ=WEEKLY;BYDAY=MO;COUNT=10', ''],
    ['every day for 5 times', 'FREQ=DAILY;COUNT=5', ''],
    ['every Monday for 6 weeks', 'FREQ=WEEKLY;BYDAY=MO;COUNT=6', ''],
    ['weekly until 2026-12-31', 'FREQ=WEEKLY;UNTIL=20261231', ''],
    ['每天8点 跑步', 'FREQ=DAILY', '8点 跑步'],
    ['每日', 'FREQ=DAILY', ''],
    ['每周一9点 例会', 'FREQ=WEEKLY;BYDAY=MO', '9点 例会'],
    ['每周一九点 例会', 'FREQ=WEEKLY;BYDAY=MO', '九点 例会'],
    ['每个星期五晚上八点', 'FREQ=WEEKLY;BYDAY=FR', '晚上八点'],
    ['每周一三五 健身', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', '健身'],
    ['每周一、三、五 健身', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', '健身'],
    ['每周二和周四下午六点', 'FREQ=WEEKLY;BYDAY=TU,TH', '下午六点'],
    ['每礼拜天', 'FREQ=WEEKLY;BYDAY=SU', ''],
    ['每周', 'FREQ=WEEKLY', ''],
    ['每两周', 'FREQ=WEEKLY;INTERVAL=2', ''],
    ['每两周周二', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', ''],
    ['每隔一周的周二', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', ''],
    ['每隔一天', 'FREQ=DAILY;INTERVAL=2', ''],
    ['每3天', 'FREQ=DAILY;INTERVAL=3', ''],
    ['每个工作日早上9点', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '早上9点'],
    ['每周末', 'FREQ=WEEKLY;BYDAY=SA,SU', ''],
    ['每月15号 交房租', 'FREQ=MONTHLY;BYMONTHDAY=15', '交房租'],
    ['每个月二十日', 'FREQ=MONTHLY;BYMONTHDAY=20', ''],
    ['每月最后一天', 'FREQ=MONTHLY;BYMONTHDAY=-1', ''],
    ['每月底', 'FREQ=MONTHLY;BYMONTHDAY=-1', ''],
    ['每月第一个周一', 'FREQ=MONTHLY;BYDAY=1MO', ''],
    ['每月最后一个星期五', 'FREQ=MONTHLY;BYDAY=-1FR', ''],
    ['每个月', 'FREQ=MONTHLY', ''],
    ['每季度', 'FREQ=MONTHLY;INTERVAL=3', ''],
    ['每年3月3日 生日', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3', '生日'],
    ['每年', 'FREQ=YEARLY', ''],
    ['每晚十点 喝水', 'FREQ=DAILY', '晚十点 喝水'],
    ['每周一，共10次', 'FREQ=WEEKLY;BYDAY=MO;COUNT=10', ''],
    ['每月第一个工作日', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', ''],
    ['每月倒数第二个工作日', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', ''],
    ['每月倒数第二天', 'FREQ=MONTHLY;BYMONTHDAY=-2', ''],
    ['每月第一、三个周一', 'FREQ=MONTHLY;BYDAY=1MO,3MO', ''],
    ['每月1、15号', 'FREQ=MONTHLY;BYMONTHDAY=1,15', ''],
    ['每月15号和最后一天', 'FREQ=MONTHLY;BYMONTHDAY=15,-1', ''],
    ['每逢15号', 'FREQ=MONTHLY;BYMONTHDAY=15', ''],
    ['隔月15号', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15', ''],
    ['每季度最后一天', 'FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1', ''],
    ['每年5月第二个周日', 'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', ''],
    ['每年最后一个工作日', 'FREQ=YEARLY;BYMONTH=12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ''],
    ['每年2月29日', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', ''],
    ['双周周四 评审', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', '评审'],
    ['每双周周四', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', ''],
    ['隔周五', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', ''],
    ['每逢周日 打扫', 'FREQ=WEEKLY;BYDAY=SU', '打扫'],
    ['每周一到周五', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ''],
    ['周一到周五每天9点', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '9点'],
    ['周五到周日天天', 'FREQ=WEEKLY;BYDAY=FR,SA,SU', ''],
    ['隔天', 'FREQ=DAILY;INTERVAL=2', ''],
    ['两周一次', 'FREQ=WEEKLY;INTERVAL=2', ''],
    ['每两周一次', 'FREQ=WEEKLY;INTERVAL=2', ''],
    ['隔周一次', 'FREQ=WEEKLY;INTERVAL=2', ''],
    ['每周一次', 'FREQ=WEEKLY', ''],
    ['一周一次跑步', 'FREQ=WEEKLY', '跑步'],
    ['每半年', 'FREQ=MONTHLY;INTERVAL=6', ''],
    ['每天第一件事', 'FREQ=DAILY', '第一件事'],
    ['every last working day of the month', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ''],
    ['the first business day of each month', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', ''],
    ['every second-to-last day of the month', 'FREQ=MONTHLY;BYMONTHDAY=-2', ''],
    ['on the 1st and 15th of each month', 'FREQ=MONTHLY;BYMONTHDAY=1,15', ''],
    ['monthly on the 1st and the 15th', 'FREQ=MONTHLY;BYMONTHDAY=1,15', ''],
    ['every first and third Monday of the month', 'FREQ=MONTHLY;BYDAY=1MO,3MO', ''],
    ['first Monday of each quarter', 'FREQ=YEARLY;BYMONTH=1,4,7,10;BYDAY=1MO', ''],
    ['every quarter on the first Monday', 'FREQ=YEARLY;BYMONTH=1,4,7,10;BYDAY=1MO', ''],
    ['every other Friday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', ''],
    ['biweekly on Thursday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', ''],
    ['biweekly Thursday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', ''],
    ['every fortnight', 'FREQ=WEEKLY;INTERVAL=2', ''],
    ['once a week', 'FREQ=WEEKLY', ''],
    ['every quarter', 'FREQ=MONTHLY;INTERVAL=3', ''],
    ['every Monday to Friday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ''],
    ['Monday through Friday every week', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ''],
    ['every 3rd of March', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3', ''],
  ])('R9.6 “%s” is %s', (text, repeat, rest) => {
    expect(read(text)).toEqual([repeat, rest]);
  });

  test.each([
    'Monday 9:00',
    'buy 12 eggs',
    'the first draft',
    'weekly review',
    'daily standup tomorrow 9am',
    'everyone',
    '周一9点',
    '一次性付款',
    '每人一份',
    'sunday roast',
  ])('R9.6 “%s” names no repetition', (text) => {
    expect(findRecurrence(text)).toBeNull();
  });
});

describe('a repetition that cannot be used', () => {
  test.each([
    ['每月1号到5号 值班', 'repeat'],
    ['每月初 交房租', 'repeat'],
    ['每月中旬 体检', 'repeat'],
    ['每月十五 上香', 'repeat'],
    ['每月第一个假日 聚餐', 'repeat'],
    ['每季度第一个工作日 例会', 'repeat'],
    ['每周一和15号 开会', 'repeat'],
    ['每年3月3日和5月5日 聚会', 'repeat'],
    ['单周周三 评审', 'repeat'],
    ['每逢单日 浇花', 'repeat'],
    ['每周三次 健身', 'repeat'],
    ['一天三次 吃药', 'repeat'],
    ['每天早晚 吃药', 'repeat'],
    ['每两小时 喝水', 'repeat'],
    ['每天除了周日 跑步', 'repeat'],
    ['每3月5日 植树', 'repeat'],
    ['每月32号', 'date'],
    ['每年2月30日', 'date'],
    ['每月初一 上香', 'lunar'],
    ['every 2 hours', 'repeat'],
    ['twice a week gym', 'repeat'],
    ['bimonthly on Monday', 'repeat'],
    ['last working day of each quarter', 'repeat'],
    ['every year on the last day of March', 'repeat'],
    ['every Monday and on the 15th', 'repeat'],
    ['every weekday except Friday', 'except'],
    ['every other month on the 1st and 15th', 'repeat'],
    ['every Feb 30', 'date'],
    ['monthly on the 32nd', 'date'],
  ])('R9.6 “%s” is refused as %s, not read in part', (text, fault) => {
    expect(findRecurrence(text)).toBe(fault);
  });
});

describe('what a tool is given', () => {
  test.each([
    ['daily', 'FREQ=DAILY'],
    ['Every Monday.', 'FREQ=WEEKLY;BYDAY=MO'],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO', 'FREQ=WEEKLY;BYDAY=MO'],
    ['freq=monthly;interval=2;bymonthday=-1', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1'],
    ['FREQ=DAILY;UNTIL=2026-12-31', 'FREQ=DAILY;UNTIL=20261231'],
    ['每周一', 'FREQ=WEEKLY;BYDAY=MO'],
    ['每月最后一个工作日', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ])('R9.6 “%s” is %s', (text, repeat) => {
    expect(parseRecurrence(text)).toEqual({ ok: true, value: repeat });
  });

  test.each([
    ['now and then', /must be like daily, weekly, every monday/],
    ['every monday in spring', /must be like daily/],
    ['每月初一', /must be like daily/],
    ['FREQ=HOURLY', /needs a FREQ that is one of DAILY, WEEKLY, MONTHLY, YEARLY/],
    ['FREQ=WEEKLY;BYDAY=MONDAY', /“MONDAY” is no day of the week: use MO, TU/],
    ['FREQ=WEEKLY;COUNT=many', /COUNT must be a whole number from 1 to 10000, not “MANY”/],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=20261231', /COUNT and UNTIL cannot both be given/],
    ['FREQ=WEEKLY;UNTIL=20261331', /UNTIL must be a day such as 20261231, not “20261331”/],
    ['FREQ=WEEKLY;BYDAY=1MO', /needs FREQ=MONTHLY or FREQ=YEARLY/],
    ['FREQ=DAILY;BYHOUR=9', /“BYHOUR” cannot be used in a repetition here/],
  ])('R9.6 “%s” is refused with one sentence', (text, fault) => {
    expect(parseRecurrence(text)).toMatchObject({ ok: false, error: expect.stringMatching(fault) as string });
  });
});
