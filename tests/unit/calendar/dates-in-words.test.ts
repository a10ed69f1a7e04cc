import { describe, expect, test } from 'vitest';
import { readRepeatingWhen } from '../../../src/calendar/words/read-repeating-when.ts';
import { parseTypedTodo } from '../../../src/calendar/words/parse-typed-todo.ts';
import { parseTime } from '../../../src/tools/parse-time.ts';

/** A Monday, 10:00 in Shanghai. */
const now = '2026-11-30T02:00:00.000Z';
const zone = 'Asia/Shanghai';

/** A time as the clock in Shanghai shows it. */
const shown = (time: string) =>
  time.includes('T') ? new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(0, 16) : time;

function read(text: string): string {
  const when = readRepeatingWhen(text, now, zone);
  if (when === null || typeof when === 'string') return when ?? 'none';
  return [shown(when.start), when.end && `to ${shown(when.end)}`, `| ${when.rest}`].filter(Boolean).join(' ');
}

describe('a year', () => {
  test.each([
    ['二零二八年六月十五日上午九点 续签合同', '2028-06-15T09:00 | 续签合同'],
    ['二〇二七年十二月三十一日 合同到期', '2027-12-31 | 合同到期'],
    ['二○二七年三月一日 续签合同', '2027-03-01 | 续签合同'],
    ['2027年十二月三十一日 合同到期', '2027-12-31 | 合同到期'],
    ['二〇二七年10月1日 国庆', '2027-10-01 | 国庆'],
    ['２０２８年１２月３１日 到期', '2028-12-31 | 到期'],
    ['二七年三月一日 续签合同', '2027-03-01 | 续签合同'],
    ['27年12月31日 续签合同', '2027-12-31 | 续签合同'],
    ['明年的3月5日 体检', '2027-03-05 | 体检'],
    ['2027年12月31日到1月2日 旅行', '2027-12-31 to 2028-01-02 | 旅行'],
    ['2028年3月底 交报告', '2028-03-31 | 交报告'],
    ['2027年底 交报告', '2027-12-31 | 交报告'],
    ['二〇二八年年底 交报告', '2028-12-31 | 交报告'],
    ['明年底 交报告', '2027-12-31 | 交报告'],
    ['今年底 交报告', '2026-12-31 | 交报告'],
    ['二〇二七年二月三十日 体检', 'date'],
    ['108年3月1日 庆祝', 'none'],
    ['去年3月5日的账单', 'none'],
    ['整理去年底的账目', 'none'],
    ['十五年底 盘点', 'none'],
    ["Dec 31 '28 contract ends", 'date'],
  ])('R10.1 the year of “%s” is read: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('R10.1 a year in Chinese figures is read where a model writes it', () => {
    expect(parseTime('二〇二七年三月一日', zone, now)).toEqual({ kind: 'date', date: '2027-03-01' });
    expect(parseTime('2027年三月一日上午九点', zone, now)).toEqual({
      kind: 'instant',
      ms: Date.parse('2027-03-01T01:00:00Z'),
    });
  });
});

describe('an amount, a number or a name', () => {
  test.each([
    '付3点5万给供应商',
    '收12点5的税',
    '三点五折 促销',
    '利率3点25% 存款',
    '提3点建议',
    '1/3定金到账',
    '1/3 deposit arrived',
    '1/2杯糖',
    '买10号螺丝5包',
    '给2号客户打电话',
    '在3号会议室开会',
    '到2号会议室开会',
    '用2号打印机',
    '给周三丰打电话',
    '通知周一鸣开会',
    '买3.5万的货',
    '收12.5元',
    '3号楼开会',
    '1号店 盘点',
    '5月份 盘点',
    '9.9包邮',
    '2-3天 发货',
  ])('R10.1 “%s” keeps its words and names no time', (text) => {
    expect(read(text)).toBe('none');
    expect(parseTypedTodo(text, now, zone)).toMatchObject({ title: text, due: null });
  });

  test.each([
    ['10号交房租', '2026-12-10 | 交房租'],
    ['15号发工资', '2026-12-15 | 发工资'],
    ['提醒我15号还信用卡', '2026-12-15 | 提醒我还信用卡'],
    ['会议改到10号', '2026-12-10 | 会议改'],
    ['房租10号交', '2026-12-10 | 房租交'],
    ['老王15号生日', '2026-12-15 | 老王生日'],
    ['孩子6号家长会', '2026-12-06 | 孩子家长会'],
    ['和老张18号喝酒', '2026-12-18 | 和老张喝酒'],
    ['公司年会20号晚上', '2026-12-20T20:00 | 公司年会'],
    ['10号三点开会', '2026-12-10T15:00 | 开会'],
    ['下周三开会', '2026-12-09 | 开会'],
    ['提醒周六爸爸生日', '2026-12-05 | 提醒爸爸生日'],
    ['和周三的客户开会', '2026-12-02 | 和客户开会'],
    ['周六，3号楼 集合', '2026-12-05 | 3号楼 集合'],
    ['小周五点来', '2026-11-30T17:00 | 小周来'],
    ['明天3点5分 开会', '2026-12-01T15:05 | 开会'],
    ['明天3点05 开会', '2026-12-01T15:05 | 开会'],
    ['明天九点一起吃饭', '2026-12-01T09:00 | 一起吃饭'],
    ['明天9点5个人聚餐', '2026-12-01T09:00 | 5个人聚餐'],
    ['明天3点内容评审', '2026-12-01T15:00 | 内容评审'],
    ['1/3 call', '2027-01-03 | call'],
  ])('R10.1 “%s” names a time, without a loss of words: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('several times', () => {
  test.each([
    ['每天上午9点和下午3点 吃药', 'several'],
    ['上午9点，下午3点 吃药', 'several'],
    ['9点、15点 吃药', 'several'],
    ['周一三五上午9点 送货', 'several'],
    ['周六日 大扫除', 'several'],
    ['every day at 9am and 3pm take pills', 'several'],
    ['tomorrow at 9:00 and 15:00 pills', 'several'],
    ['Mon Wed Fri 9am deliver', 'several'],
    ['Mon/Wed 9am deliver', 'several'],
    ['March 1 and September 1 checkup', 'several'],
    ['每年3月和9月1号 体检', 'repeat'],
    ['每年3、9月1号 体检', 'repeat'],
    ['每年3月 体检', 'repeat'],
    ['every March and September 1st checkup', 'repeat'],
    ['every 1st of March and September checkup', 'repeat'],
    ['every year in March and September checkup', 'repeat'],
    ['下周三（12月8日）下午3点 签合同', 'date'],
    ['明天（周三） 签合同', 'date'],
    ['next Wednesday (Dec 8) 3pm sign', 'date'],
  ])('R10.1 “%s” is refused as %s', (text, kind) => {
    expect(read(text)).toBe(kind);
  });

  test.each([
    ['明天8-10点送货', '2026-12-01T08:00 to 2026-12-01T10:00 | 送货'],
    ['下午2-4点 开会', '2026-11-30T14:00 to 2026-11-30T16:00 | 开会'],
    ['一到两点 午休', '2026-11-30T13:00 to 2026-11-30T14:00 | 午休'],
    ['明天6点到8点 开会', '2026-12-01T18:00 to 2026-12-01T20:00 | 开会'],
    ['22点到6点 值班', '2026-11-30T22:00 to 2026-12-01T06:00 | 值班'],
    ['差五分三点 接货', '2026-11-30T14:55 | 接货'],
    ['三点差一刻 接货', '2026-11-30T14:45 | 接货'],
    ['明天下午差十分四点 接货', '2026-12-01T15:50 | 接货'],
    ['下周三（12月9日）下午3点 签合同', '2026-12-09T15:00 | 签合同'],
    ['明天（12月1日）下午3点 签合同', '2026-12-01T15:00 | 签合同'],
    ['明天（周二）下午3点 签合同', '2026-12-01T15:00 | 签合同'],
    ['12月9日（下周三）下午3点 签合同', '2026-12-09T15:00 | 签合同'],
    ['next Wednesday (Dec 9) 3pm sign', '2026-12-09T15:00 | sign'],
    ['周一三点 开会', '2026-11-30T15:00 | 开会'],
    ['周二三人聚餐', '2026-12-01 | 三人聚餐'],
    ['每周一三五上午9点 送货', '2026-12-01T09:00 | 送货'],
    ['Sat sun cream', '2026-12-05 | sun cream'],
  ])('R10.1 “%s” is one time: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
