import { describe, expect, test } from 'vitest';
import { parseTimeText } from '../../../src/calendar/words/read-when.ts';

/** A Wednesday, 10:00 in Berlin. */
const now = '2026-01-14T09:00:00.000Z';
const zone = 'Europe/Berlin';

/** A time as the clock in Berlin shows it, which is an hour ahead of UTC on these days. */
const shown = (time: string) =>
  time.includes('T') ? new Date(Date.parse(time) + 3_600_000).toISOString().slice(0, 16) : time;

function read(text: string): string {
  const when = parseTimeText(text, now, zone);
  if (!when) return 'none';
  return [shown(when.start), when.end && `to ${shown(when.end)}`, when.rest && `| ${when.rest}`]
    .filter(Boolean)
    .join(' ');
}

describe('English', () => {
  test.each([
    ['tomorrow 3pm Dentist', '2026-01-15T15:00 | Dentist'],
    ['Buy bread tomorrow', '2026-01-15 | Buy bread'],
    ['next Monday 9:00-10:30 standup', '2026-01-19T09:00 to 2026-01-19T10:30 | standup'],
    ['in 2 hours call mum', '2026-01-14T12:00 | call mum'],
    ['in half an hour', '2026-01-14T10:30'],
    ['in an hour and a half', '2026-01-14T11:30'],
    ['in 1h30m', '2026-01-14T11:30'],
    ['5 minutes from now', '2026-01-14T10:05'],
    ['tonight at 8 dinner', '2026-01-14T20:00 | dinner'],
    ['tonight', '2026-01-14T20:00'],
    ['today', '2026-01-14'],
    ['Friday', '2026-01-16'],
    ['this Friday at noon lunch', '2026-01-16T12:00 | lunch'],
    ['next friday', '2026-01-23'],
    ['next Wednesday', '2026-01-21'],
    ['last monday', '2026-01-12'],
    ['Jan 20 at 14:30', '2026-01-20T14:30'],
    ['20 January', '2026-01-20'],
    ['second of February', '2026-02-02'],
    ['Feb 3rd 2027 9am', '2027-02-03T09:00'],
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31 15:00 review', '2026-01-31T15:00 | review'],
    ['31/01/2026', '2026-01-31'],
    ['in 3 days', '2026-01-17'],
    ['in two weeks', '2026-01-28'],
    ['in 3 months', '2026-04-14'],
    ['next week', '2026-01-21'],
    ['next month', '2026-02-14'],
    ['the day after tomorrow at 9', '2026-01-16T09:00'],
    ['day after tomorrow', '2026-01-16'],
    ['a week from tomorrow', '2026-01-22'],
    ['tomorrow morning', '2026-01-15T09:00'],
    ['tomorrow evening at 7', '2026-01-15T19:00'],
    ['tomorrow at 3 in the afternoon', '2026-01-15T15:00'],
    ['tomorrow 3-4pm', '2026-01-15T15:00 to 2026-01-15T16:00'],
    ['from 3pm to 5pm tomorrow', '2026-01-15T15:00 to 2026-01-15T17:00'],
    ['tomorrow from 9 to 5', '2026-01-15T09:00 to 2026-01-15T17:00'],
    ['tomorrow 09:00-09:30 Make a garden guide', '2026-01-15T09:00 to 2026-01-15T09:30 | Make a garden guide'],
    ['tomorrow 9-9:30 call', '2026-01-15T09:00 to 2026-01-15T09:30 | call'],
    ['tomorrow 11:00-12:00 A long title', '2026-01-15T11:00 to 2026-01-15T12:00 | A long title'],
    ['tomorrow 13:00 to 15:00 A walk', '2026-01-15T13:00 to 2026-01-15T15:00 | A walk'],
    ['tomorrow noon to 2pm', '2026-01-15T12:00 to 2026-01-15T14:00'],
    ['tomorrow 11pm-1am party', '2026-01-15T23:00 to 2026-01-16T01:00 | party'],
    ['tomorrow 3pm for 2 hours Dentist', '2026-01-15T15:00 to 2026-01-15T17:00 | Dentist'],
    ['Sunday 10am - 12pm', '2026-01-18T10:00 to 2026-01-18T12:00'],
    ['Monday to Wednesday conference', '2026-01-19 to 2026-01-21 | conference'],
    ['Jan 20-22 trip', '2026-01-20 to 2026-01-22 | trip'],
    ['this weekend', '2026-01-17 to 2026-01-18'],
    ['end of month', '2026-01-31'],
    ['on the 25th pay rent', '2026-01-25 | pay rent'],
    ['on the 5th pay rent', '2026-02-05 | pay rent'],
    ['half past 4 tomorrow', '2026-01-15T16:30'],
    ['quarter to nine tomorrow', '2026-01-15T08:45'],
    ['quarter past 3', '2026-01-14T15:15'],
    ["3 o'clock", '2026-01-14T15:00'],
    ['tomorrow at nine', '2026-01-15T09:00'],
    ['tomorrow at 12:30 am', '2026-01-15T00:30'],
    ['12 noon tomorrow', '2026-01-15T12:00'],
    ['midnight', '2026-01-15T00:00'],
    ['8pm', '2026-01-14T20:00'],
    ['at 9', '2026-01-15T09:00'],
    ['at 5', '2026-01-14T17:00'],
    ['Jan 14 at 9am', '2026-01-14T09:00'],
    ['Wed 10:30', '2026-01-14T10:30'],
    ['tmr 3pm', '2026-01-15T15:00'],
    ['3pm dentist tomorrow', '2026-01-15T15:00 | dentist'],
    ['Submit report by Friday', '2026-01-16 | Submit report'],
    ['call Bob at 9:30 tomorrow about lunch', '2026-01-15T09:30 | call Bob about lunch'],
    ['Dentist, tomorrow at 3pm, bring card', '2026-01-15T15:00 | Dentist bring card'],
    ['Meeting 3pm EST tomorrow', '2026-01-15T21:00 | Meeting'],
    ['saturday morning market', '2026-01-17T09:00 | market'],
    ['Thursday at 4pm', '2026-01-15T16:00'],
    ['on Tuesday at 10:15 haircut', '2026-01-20T10:15 | haircut'],
    ['March 3', '2026-03-03'],
    ['3 March at 6pm', '2026-03-03T18:00'],
    ['Dec 24th dinner', '2026-12-24 | dinner'],
    ['1st of March', '2026-03-01'],
    ['2026/02/14', '2026-02-14'],
    ['14.02.2026', '2026-02-14'],
    ['Feb 14 2027', '2027-02-14'],
    ['tomorrow at 15:00', '2026-01-15T15:00'],
    ['tomorrow 15h30', '2026-01-15T15:30'],
    ['tomorrow at 7am run', '2026-01-15T07:00 | run'],
    ['tomorrow night', '2026-01-15T20:00'],
    ['tomorrow afternoon', '2026-01-15T14:00'],
    ['this evening', '2026-01-14T19:00'],
    ['this afternoon at 4', '2026-01-14T16:00'],
    ['tonight 9pm movie', '2026-01-14T21:00 | movie'],
    ['in 10 minutes stretch', '2026-01-14T10:10 | stretch'],
    ['in 45 min', '2026-01-14T10:45'],
    ['in a couple of hours', '2026-01-14T12:00'],
    ['2 hours from now', '2026-01-14T12:00'],
    ['in 2.5 hours', '2026-01-14T12:30'],
    ['in a week', '2026-01-21'],
    ['in 10 days renew passport', '2026-01-24 | renew passport'],
    ['in 6 weeks', '2026-02-25'],
    ['in one month', '2026-02-14'],
    ['next Tuesday 11am', '2026-01-20T11:00'],
    ['next Sunday', '2026-01-25'],
    ['a week from today', '2026-01-21'],
    ['Friday from 2pm to 4pm workshop', '2026-01-16T14:00 to 2026-01-16T16:00 | workshop'],
    ['Friday 14:00-16:00 workshop', '2026-01-16T14:00 to 2026-01-16T16:00 | workshop'],
    ['Saturday 10pm to 2am', '2026-01-17T22:00 to 2026-01-18T02:00'],
    ['Friday 9am for 90 minutes', '2026-01-16T09:00 to 2026-01-16T10:30'],
    ['Friday to Sunday camping', '2026-01-16 to 2026-01-18 | camping'],
    ['Feb 2 to Feb 6 fair', '2026-02-02 to 2026-02-06 | fair'],
    ['due Friday: report', '2026-01-16 | report'],
    ['Pay taxes before Jan 31', '2026-01-31 | Pay taxes'],
    ['yesterday 5pm', '2026-01-13T17:00'],
    ['tomorrow 10-2pm studio', '2026-01-15T10:00 to 2026-01-15T14:00 | studio'],
    ['tomorrow 11:30-1pm', '2026-01-15T11:30 to 2026-01-15T13:00'],
    ['from 10 to 1pm tomorrow', '2026-01-15T10:00 to 2026-01-15T13:00'],
    ['tomorrow 10-2am party', '2026-01-15T22:00 to 2026-01-16T02:00 | party'],
    ['tomorrow 10-11:30pm show', '2026-01-15T22:00 to 2026-01-15T23:30 | show'],
    ['2026-02-12 14:00 Amanda portraits', '2026-02-12T14:00 | Amanda portraits'],
    ['2026-02-12 14:00 America/New_York Zoom', '2026-02-12T20:00 | Zoom'],
    ['3pm New York time tomorrow call', '2026-01-15T21:00 | call'],
    ['3pm tea time tomorrow', '2026-01-15T15:00 | tea time'],
    ['3pm Japan time tomorrow call', '2026-01-15T07:00 | call'],
    ['Friday the 16th dentist', '2026-01-16 | dentist'],
    ['Friday the 9th dentist', 'none'],
    ['Friday the 17th of April lunch', '2026-04-17 | lunch'],
    ['last Friday of the month 5pm invoices', '2026-01-30T17:00 | invoices'],
    ['last Friday of June', '2026-06-26'],
    ['first Monday of March 9am rent', '2026-03-02T09:00 | rent'],
    ['first Monday of January rent', '2027-01-04 | rent'],
    ['last Friday of the year party', 'none'],
    ['fifth Friday of June', 'none'],
    ['Friday 3pm last fitting', '2026-01-16T15:00 | last fitting'],
    ["tomorrow's shoot at 3pm", '2026-01-15T15:00 | shoot'],
    ["call Anna by today's end", '2026-01-14 | call Anna'],
    ["prepare Monday's meeting tomorrow 9am", "2026-01-15T09:00 | prepare Monday's meeting"],
  ])('R10.1 “%s” is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    'Read chapter 5',
    'May I call',
    'Plan the march',
    'buy 12 eggs',
    'Read 1984',
    'now call Bob',
    'every day run',
    '',
    '   ',
  ])('R10.1 “%s” names no time', (text) => {
    expect(read(text)).toBe('none');
  });
});

describe('Chinese', () => {
  test.each([
    ['明天10时代码评审', '2026-01-15T10:00 | 代码评审'],
    ['11时代码评审', '2026-01-14T11:00 | 代码评审'],
    ['明天9时代理商会议', '2026-01-15T09:00 | 代理商会议'],
    ['明天8-10時代理商會議', '2026-01-15T08:00 to 2026-01-15T10:00 | 代理商會議'],
    ['明天14时期权培训', '2026-01-15T14:00 | 期权培训'],
    ['明天8时薪资会议', '2026-01-15T08:00 | 薪资会议'],
    ['明天9时段落大意检查', '2026-01-15T09:00 | 段落大意检查'],
    ['今天下午3时速递到', '2026-01-14T15:00 | 速递到'],
    ['明天上午九时代理人会议', '2026-01-15T09:00 | 代理人会议'],
    ['明天3时段培训', '2026-01-15 | 3时段培训'],
    ['明天Web3时代讲座', '2026-01-15 | Web3时代讲座'],
    ['Web3时代的营销', 'none'],
    ['3時代', 'none'],
    ['明天下午三点 牙医', '2026-01-15T15:00 | 牙医'],
    ['明天买面包', '2026-01-15 | 买面包'],
    ['下周一上午九点到十点半 例会', '2026-01-19T09:00 to 2026-01-19T10:30 | 例会'],
    ['今晚八点', '2026-01-14T20:00'],
    ['明早8点', '2026-01-15T08:00'],
    ['明晚7点半', '2026-01-15T19:30'],
    ['后天', '2026-01-16'],
    ['大后天', '2026-01-17'],
    ['昨天', '2026-01-13'],
    ['周五', '2026-01-16'],
    ['本周五', '2026-01-16'],
    ['下周三', '2026-01-21'],
    ['下星期二', '2026-01-20'],
    ['下下周一', '2026-01-26'],
    ['上周三', '2026-01-07'],
    ['礼拜六', '2026-01-17'],
    ['这周六上午10点', '2026-01-17T10:00'],
    ['星期天晚上七点', '2026-01-18T19:00'],
    ['周末大扫除', '2026-01-17 to 2026-01-18 | 大扫除'],
    ['周一到周三', '2026-01-19 to 2026-01-21'],
    ['两小时后', '2026-01-14T12:00'],
    ['半小时后', '2026-01-14T10:30'],
    ['一个半小时后打电话', '2026-01-14T11:30 | 打电话'],
    ['十分钟后', '2026-01-14T10:10'],
    ['三十分钟以后提醒我', '2026-01-14T10:30 | 提醒我'],
    ['三天后', '2026-01-17'],
    ['两周后', '2026-01-28'],
    ['3个月后', '2026-04-14'],
    ['下周', '2026-01-21'],
    ['下个月', '2026-02-14'],
    ['下个月5号', '2026-02-05'],
    ['本月25日', '2026-01-25'],
    ['月底', '2026-01-31'],
    ['年底', '2026-12-31'],
    ['1月20日下午2点半', '2026-01-20T14:30'],
    ['一月二十号', '2026-01-20'],
    ['1月5日', '2027-01-05'],
    ['明年1月1日', '2027-01-01'],
    ['2026年1月31日', '2026-01-31'],
    ['2026-01-31 15:00', '2026-01-31T15:00'],
    ['1月20日到22日', '2026-01-20 to 2026-01-22'],
    ['20号交房租', '2026-01-20 | 交房租'],
    ['２０日下午３点', '2026-01-20T15:00'],
    ['明天中午', '2026-01-15T12:00'],
    ['后天晚上', '2026-01-16T20:00'],
    ['明天凌晨1点', '2026-01-15T01:00'],
    ['后天晚上十二点', '2026-01-17T00:00'],
    ['晚上11点', '2026-01-14T23:00'],
    ['下午3:30', '2026-01-14T15:30'],
    ['三点一刻', '2026-01-14T15:15'],
    ['九点半', '2026-01-15T09:30'],
    ['十二点', '2026-01-14T12:00'],
    ['上午九点', '2026-01-15T09:00'],
    ['正午', '2026-01-14T12:00'],
    ['明日上午10时30分', '2026-01-15T10:30'],
    ['周日下午两点四十五分', '2026-01-18T14:45'],
    ['明天 9:00-10:30', '2026-01-15T09:00 to 2026-01-15T10:30'],
    ['明天下午3点-4点半 和小王见面', '2026-01-15T15:00 to 2026-01-15T16:30 | 和小王见面'],
    ['明天晚上11点到凌晨1点', '2026-01-15T23:00 to 2026-01-16T01:00'],
    ['周一九点到周三五点 培训', '2026-01-19T09:00 to 2026-01-21T17:00 | 培训'],
    ['15:00 开会', '2026-01-14T15:00 | 开会'],
    ['明天三点开会', '2026-01-15T15:00 | 开会'],
    ['在明天下午三点开会', '2026-01-15T15:00 | 开会'],
    ['周五前交报告', '2026-01-16 | 交报告'],
    ['明天的会议', '2026-01-15 | 会议'],
    ['下午三点到五点 讨论周五的计划', '2026-01-14T15:00 to 2026-01-14T17:00 | 讨论周五的计划'],
    ['明天3pm 开会', '2026-01-15T15:00 | 开会'],
    ['今天下午五点 健身', '2026-01-14T17:00 | 健身'],
    ['今天', '2026-01-14'],
    ['明天', '2026-01-15'],
    ['明天早上七点半 跑步', '2026-01-15T07:30 | 跑步'],
    ['明天中午12点 吃饭', '2026-01-15T12:00 | 吃饭'],
    ['明天傍晚6点', '2026-01-15T18:00'],
    ['后天上午10:15 理发', '2026-01-16T10:15 | 理发'],
    ['大后天下午两点', '2026-01-17T14:00'],
    ['星期三下午三点', '2026-01-14T15:00'],
    ['周四 16:00', '2026-01-15T16:00'],
    ['礼拜五晚上八点', '2026-01-16T20:00'],
    ['下周二上午11点', '2026-01-20T11:00'],
    ['下周五前交方案', '2026-01-23 | 交方案'],
    ['下下周三', '2026-01-28'],
    ['这周日', '2026-01-18'],
    ['本周六晚上', '2026-01-17T20:00'],
    ['十天后', '2026-01-24'],
    ['10天后续签护照', '2026-01-24 | 续签护照'],
    ['两个月后', '2026-03-14'],
    ['一周后', '2026-01-21'],
    ['四十五分钟后', '2026-01-14T10:45'],
    ['3小时后', '2026-01-14T13:00'],
    ['2月14日', '2026-02-14'],
    ['2月14号晚上七点 晚餐', '2026-02-14T19:00 | 晚餐'],
    ['十二月二十四日', '2026-12-24'],
    ['2027年2月3日上午9点', '2027-02-03T09:00'],
    ['2026/02/14', '2026-02-14'],
    ['2月2日到2月6日 展会', '2026-02-02 to 2026-02-06 | 展会'],
    ['周五下午两点到四点 研讨会', '2026-01-16T14:00 to 2026-01-16T16:00 | 研讨会'],
    ['周五14:00-16:00 研讨会', '2026-01-16T14:00 to 2026-01-16T16:00 | 研讨会'],
    ['周五到周日 露营', '2026-01-16 to 2026-01-18 | 露营'],
    ['下个月15号 体检', '2026-02-15 | 体检'],
    ['月底前交报告', '2026-01-31 | 交报告'],
    ['25号下午三点 面试', '2026-01-25T15:00 | 面试'],
    ['明天十点到十一点 开会', '2026-01-15T10:00 to 2026-01-15T11:00 | 开会'],
    ['明晚九点 看电影', '2026-01-15T21:00 | 看电影'],
    ['tomorrow 15:00 和小王吃饭', '2026-01-15T15:00 | 和小王吃饭'],
  ])('R10.1 “%s” is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    '买三个苹果',
    '买一点水果',
    '一周一次跑步',
    '3号楼开会',
    '去一点点',
    '1月32日',
    '有点累',
    '等会儿',
    '读《三体》',
    'Choose a host with 24/7 support',
    'Find a pharmacy that is open 24/7',
  ])('R10.1 “%s” names no time', (text) => {
    expect(read(text)).toBe('none');
  });
});

describe('zones and changes of the clock', () => {
  const start = (text: string, at: string, where: string) => parseTimeText(text, at, where)?.start;

  test('R10.1 the day is the person’s, not that of UTC or of the machine', () => {
    expect(start('tomorrow', '2026-01-14T16:30:00Z', 'Asia/Shanghai')).toBe('2026-01-16');
    expect(start('明天', '2026-01-14T16:30:00Z', 'Asia/Shanghai')).toBe('2026-01-16');
    expect(start('tomorrow', '2026-01-14T03:00:00Z', 'America/Los_Angeles')).toBe('2026-01-14');
    expect(start('明天下午三点', '2026-01-14T03:00:00Z', 'America/Los_Angeles')).toBe('2026-01-14T23:00:00.000Z');
    expect(start('today 3pm', '2026-01-14T23:30:00Z', 'Pacific/Kiritimati')).toBe('2026-01-15T01:00:00.000Z');
  });

  test('R10.1 a time that the clocks leave out moves on; hours from now are hours that pass', () => {
    expect(start('tomorrow 2:30', '2026-03-28T09:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(start('明天凌晨两点半', '2026-03-28T09:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(start('in 3 hours', '2026-03-29T00:30:00Z', 'Europe/Berlin')).toBe('2026-03-29T03:30:00.000Z');
    expect(start('3小时后', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T03:30:00.000Z');
  });

  test('R10.1 on a Sunday, next Monday is tomorrow', () => {
    expect(start('下周一', '2026-01-18T10:00:00Z', 'Europe/Berlin')).toBe('2026-01-19');
    expect(start('周一', '2026-01-18T10:00:00Z', 'Europe/Berlin')).toBe('2026-01-19');
    expect(start('Monday', '2026-01-18T10:00:00Z', 'Europe/Berlin')).toBe('2026-01-19');
  });

  test('R10.1 the machine’s own zone plays no part', () => {
    const before = process.env.TZ;
    try {
      for (const tz of ['America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Santiago', 'UTC']) {
        process.env.TZ = tz;
        expect(read('tomorrow 3pm Dentist')).toBe('2026-01-15T15:00 | Dentist');
        expect(read('next Monday 9:00-10:30 standup')).toBe('2026-01-19T09:00 to 2026-01-19T10:30 | standup');
        expect(start('tomorrow 2:30am', '2026-03-07T12:00:00Z', 'UTC')).toBe('2026-03-08T02:30:00.000Z');
        expect(read('明天下午三点 牙医')).toBe('2026-01-15T15:00 | 牙医');
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});
