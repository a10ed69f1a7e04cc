import { describe, expect, test } from 'vitest';
import { parseRecurringTimeText } from '../../../src/calendar/words/read-repeating-when.ts';
import { parseTimeText } from '../../../src/calendar/words/read-when.ts';

/** A Sunday, 17:00 in Shanghai. */
const now = '2026-11-29T09:00:00.000Z';
const zone = 'Asia/Shanghai';
const read = (text: string, at = now) => parseRecurringTimeText(text, at, zone);

describe('a time that cannot be used', () => {
  test.each([
    ['2月30日 上午九点 测试', 'date'],
    ['13月5日 体检', 'date'],
    ['0月5日 体检', 'date'],
    ['12月32日 体检', 'date'],
    ['十三月五日 体检', 'date'],
    ['32日 体检', 'date'],
    ['32号 上午9点 体检', 'date'],
    ['2月31日 开会', 'date'],
    ['11月31号 开会', 'date'],
    ['31号 交房租', 'date'],
    ['本月31号 交房租', 'date'],
    ['2月29日 生日', 'date'],
    ['2026年2月30日 体检', 'date'],
    ['2026-02-30 9:00 体检', 'date'],
    ['12月5日周五 体检', 'date'],
    ['下周八 上午9点 开会', 'date'],
    ['下个月初 体检', 'date'],
    ['下个月第一个周一 体检', 'date'],
    ['周五12月5日 体检', 'date'],
    ['月初 交房租 9点', 'date'],
    ['3月第一个周一 9点 开会', 'date'],
    ['本月最后一个工作日 上午10点 交表', 'date'],
    ['13月底 交报告', 'date'],
    ['31号到2号 滑雪', 'date'],
    ['31号交房租 9点', 'date'],
    ['Friday Dec 5 dentist', 'date'],
    ['2/30/27 9am call', 'date'],
    ['30/2 9am call', 'date'],
    ['30号和31号 加班', 'several'],
    ['明天和后天 加班', 'several'],
    ['周一、周三 开会', 'several'],
    ['Monday and Wednesday gym', 'several'],
    ['tomorrow and Friday gym', 'several'],
    ['Feb 30 dentist', 'date'],
    ['30 Feb 9am call', 'date'],
    ['32 Dec dentist', 'date'],
    ['0 Jan 9am call', 'date'],
    ['June 31st 3pm call', 'date'],
    ['the 31st of June 3pm call', 'date'],
    ['13/45/2026 call', 'date'],
    ['31/02/2026 call', 'date'],
    ['on the 31st pay', 'date'],
    ['明天 25点 开会', 'clock'],
    ['明天 26点', 'clock'],
    ['明天下午25点 开会', 'clock'],
    ['明天三十二点 开会', 'clock'],
    ['明天 9点到25点 开会', 'clock'],
    ['9点75分 开会', 'clock'],
    ['24:60 开会', 'clock'],
    ['明天 25：00 开会', 'clock'],
    ['tomorrow 25:00 call', 'clock'],
    ['tomorrow 9:75 call', 'clock'],
    ["tomorrow 25 o'clock call", 'clock'],
    ['农历八月十五 中秋聚餐', 'lunar'],
    ['阴历9月9日 登高', 'lunar'],
    ['正月十五 看灯', 'lunar'],
    ['腊月二十三 祭灶', 'lunar'],
    ['八月初五 祭祖', 'lunar'],
    ['除夕 晚上8点 团圆饭', 'lunar'],
    ['中秋节晚上8点 聚餐', 'lunar'],
    ['每年农历八月十五 聚餐', 'lunar'],
    ['每年 2月30日 测试', 'date'],
    ['每 2026-12-05 测试', 'repeat'],
  ])('R10.1 “%s” is refused as %s', (text, fault) => {
    expect(read(text)).toBe(fault);
  });

  test('R10.1 it names no time where only a time is asked for', () => {
    expect(parseTimeText('2月30日 上午九点', now, zone)).toBeNull();
    expect(parseTimeText('Feb 30', now, zone)).toBeNull();
  });
});

describe('a time that looks like one that cannot be used', () => {
  test.each([
    ['明天 24点 开会', '2026-11-30T16:00:00.000Z', '开会'],
    ['tomorrow 24:00 call', '2026-11-30T16:00:00.000Z', 'call'],
    ['明天3点 讨论2月30日的事', '2026-11-30T07:00:00.000Z', '讨论2月30日的事'],
    ['明天3点 读诗篇34:80', '2026-11-30T07:00:00.000Z', '读诗篇34:80'],
    ['明天3点 20人聚餐', '2026-11-30T07:00:00.000Z', '20人聚餐'],
    ['明天3点 找88号技师', '2026-11-30T07:00:00.000Z', '找88号技师'],
    ['12月5日周六上午9点 体检', '2026-12-05T01:00:00.000Z', '体检'],
    ['12月5日（星期六）体检', '2026-12-05', '体检'],
    ['明天 列出30点建议', '2026-11-30', '列出30点建议'],
    ['下下个月 体检', '2027-01-29', '体检'],
    ['周五12月4日 体检', '2026-12-04', '体检'],
    ['下周五，12月11日下午三点 体检', '2026-12-11T07:00:00.000Z', '体检'],
    ['12月底 交报告', '2026-12-31', '交报告'],
    ['明年3月最后一天 交报告', '2027-03-31', '交报告'],
    ['写双周报 周五', '2026-12-04', '写双周报'],
    ['check hourly wages tomorrow', '2026-11-30', 'check hourly wages'],
    ['50/50 split tomorrow', '2026-11-30', '50/50 split'],
    ['Genesis 50:20 tomorrow', '2026-11-30', 'Genesis 50:20'],
    ['下周八点 开会', '2026-12-06T00:00:00.000Z', '开会'],
    ['tomorrow march 40 km', '2026-11-30', 'march 40 km'],
  ])('R10.1 “%s” is read', (text, start, rest) => {
    expect(read(text)).toMatchObject({ start, rest });
  });

  test('R10.1 a 29th of February is read if it comes next', () => {
    expect(read('2月29日 生日', '2027-11-29T09:00:00.000Z')).toMatchObject({ start: '2028-02-29', rest: '生日' });
    expect(read('Feb 29 birthday', '2027-11-29T09:00:00.000Z')).toMatchObject({ start: '2028-02-29' });
  });
});
