import { expect, test } from 'vitest';
import { parseRecurringTimeText } from '../../../src/calendar/words/read-repeating-when.ts';
import { runScheduleCommand } from '../../../src/commands/schedule-command.ts';
import { runViewCommand } from '../../../src/commands/view-command.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import type { Observable } from '../../../src/ports/observable.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';

function begin() {
  const table = new Map<string, CalendarEntry>();
  const live: Observable<CalendarEntry[]> = {
    subscribe(next) {
      next([...table.values()]);
      return () => undefined;
    },
  };
  const none: Observable<never[]> = { subscribe: (next) => (next([]), () => undefined) };
  const save = async (row: CalendarEntry) => void table.set(row.id, row);
  return {
    table,
    entries: { list: () => live, save, saveAll: async () => undefined, get: async () => undefined },
    todos: {
      list: () => none,
      save: async () => undefined,
      saveAll: async () => undefined,
      get: async () => undefined,
    },
    scheduledRuns: { list: () => none },
    /** A Wednesday, 10:00. */
    clock: new FakeClock('2026-01-14T09:00:00.000Z', 1, 'Europe/Berlin'),
    sessionId: 's1',
  };
}

test.each([
  ['every Monday 9:00 standup', '2026-01-19T08:00:00.000Z', 'FREQ=WEEKLY;BYDAY=MO', 'standup'],
  ['standup every Monday at 9', '2026-01-19T08:00:00.000Z', 'FREQ=WEEKLY;BYDAY=MO', 'standup'],
  ['every Wednesday 18:00 choir', '2026-01-14T17:00:00.000Z', 'FREQ=WEEKLY;BYDAY=WE', 'choir'],
  ['every Wednesday 8:00 choir', '2026-01-21T07:00:00.000Z', 'FREQ=WEEKLY;BYDAY=WE', 'choir'],
  ['every weekday 9:30-9:45 standup', '2026-01-15T08:30:00.000Z', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'standup'],
  [
    'every Friday until 31 March 15:00 review',
    '2026-01-16T14:00:00.000Z',
    'FREQ=WEEKLY;BYDAY=FR;UNTIL=20260331',
    'review',
  ],
  ['monthly on the 1st pay rent', '2026-02-01', 'FREQ=MONTHLY;BYMONTHDAY=1', 'pay rent'],
  ['every year on March 3 birthday', '2026-03-03', 'FREQ=YEARLY', 'birthday'],
  ['daily at 8am starting Feb 1 stretch', '2026-02-01T07:00:00.000Z', 'FREQ=DAILY', 'stretch'],
  ['每周一9点 例会', '2026-01-19T08:00:00.000Z', 'FREQ=WEEKLY;BYDAY=MO', '例会'],
  ['每周一九点到十点 例会', '2026-01-19T08:00:00.000Z', 'FREQ=WEEKLY;BYDAY=MO', '例会'],
  ['每天早上8点 跑步，共10次', '2026-01-15T07:00:00.000Z', 'FREQ=DAILY;COUNT=10', '跑步'],
  ['每个工作日18点 打卡', '2026-01-14T17:00:00.000Z', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '打卡'],
  ['每月15号 交房租', '2026-01-15', 'FREQ=MONTHLY;BYMONTHDAY=15', '交房租'],
  ['每年3月3日 生日', '2026-03-03', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3', '生日'],
  ['每周五下午三点 周会 到3月31日为止', '2026-01-16T14:00:00.000Z', 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20260331', '周会'],
  [
    '每月最后一个工作日 上午10点 交报表',
    '2026-01-30T09:00:00.000Z',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    '交报表',
  ],
  [
    'every last working day of the month report',
    '2026-01-30',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'report',
  ],
  ['每月1号和15号 发薪', '2026-01-15', 'FREQ=MONTHLY;BYMONTHDAY=1,15', '发薪'],
  ['每季度第一个周一 例会', '2026-04-06', 'FREQ=YEARLY;BYMONTH=1,4,7,10;BYDAY=1MO', '例会'],
  ['隔周周五 打球', '2026-01-16', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', '打球'],
  ['隔周周一 打球', '2026-01-19', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '打球'],
  ['every other Monday 9:00 football', '2026-01-19T08:00:00.000Z', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', 'football'],
  ['每两个月5号 查表', '2026-02-05', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=5', '查表'],
  ['每两周一次 周五 打球', '2026-01-16', 'FREQ=WEEKLY;INTERVAL=2', '打球'],
  ['每天吃药三次 早上8点', '2026-01-15T07:00:00.000Z', 'FREQ=DAILY', '吃药三次'],
])('R10.1 /schedule %s', async (text, start, repeat, title) => {
  const ports = begin();
  const answer = await runScheduleCommand(text, ports);
  expect(answer).toMatchObject({ code: 'entry_added_repeating', params: { title, start, repeat } });
  expect([...ports.table.values()]).toMatchObject([{ title, start, repeat }]);
});

test('R10.1 what repeats in name only does not repeat', () => {
  const read = (text: string) => parseRecurringTimeText(text, '2026-01-14T09:00:00.000Z', 'Europe/Berlin');
  expect(read('tomorrow 3pm weekly review')).toMatchObject({ repeat: null, rest: 'weekly review' });
  expect(read('call Bob')).toBeNull();
});

test('R10.1 /schedule lists the next times of what repeats, beside all that does not', async () => {
  const ports = begin();
  await runScheduleCommand('every Monday 9:00 standup', ports);
  await runScheduleCommand('Jan 20 2027 expiry', ports);
  const answer = await runScheduleCommand('', ports);
  const starts = answer.kind === 'entries' ? answer.entries.map((entry) => entry.start.slice(0, 10)) : [];
  expect(starts).toEqual(['2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16', '2027-01-20']);
});

test('R9.6 “find tomorrow’s appointments and check for conflicts” is /view tomorrow', async () => {
  const ports = begin();
  await runScheduleCommand('every day 9:00 standup', ports);
  expect(await runScheduleCommand('tomorrow 9:30 dentist', ports)).toMatchObject({
    code: 'entry_added_overlapping',
    params: { others: '“standup”' },
  });
  await runScheduleCommand('tomorrow fair', ports);
  for (const text of ['tomorrow', '明天', '2026-01-15', 'Thursday'])
    expect(await runViewCommand(text, ports)).toMatchObject({
      ...{ kind: 'agenda', span: 'day', from: '2026-01-15', until: '2026-01-15' },
      entries: [{ title: 'fair' }, { title: 'standup' }, { title: 'dentist' }],
      conflicts: [
        { titles: ['standup', 'dentist'], start: '2026-01-15T08:30:00.000Z', end: '2026-01-15T09:00:00.000Z' },
      ],
    });
});

test('R9.6 entries that overlap one another are one group, told once', async () => {
  const ports = begin();
  for (let n = 0; n < 5; n += 1) await runScheduleCommand('tomorrow 15:00-18:00 party', ports);
  await runScheduleCommand('tomorrow 17:00 call', ports);
  await runScheduleCommand('tomorrow 18:00 dinner', ports);
  expect(await runViewCommand('tomorrow', ports)).toMatchObject({
    conflicts: [
      {
        titles: ['party', 'party', 'party', 'party', 'party', 'call'],
        ...{ start: '2026-01-15T14:00:00.000Z', end: '2026-01-15T17:00:00.000Z' },
      },
    ],
  });
});

test.each([
  ['next week', '2026-01-19', '2026-01-25'],
  ['下周', '2026-01-19', '2026-01-25'],
  ['next month', '2026-02-01', '2026-02-28'],
  ['this weekend', '2026-01-17', '2026-01-18'],
  ['周五', '2026-01-16', '2026-01-16'],
])('R10.1 /view %s shows those days', async (text, from, until) => {
  const ports = begin();
  await runScheduleCommand('every day 9:00 standup', ports);
  expect(await runViewCommand(text, ports)).toMatchObject({ kind: 'agenda', from, until });
});

test('R10.1 /view of words that are no day is not understood', async () => {
  expect(await runViewCommand('tomorrow dentist', begin())).toMatchObject({ code: 'view_not_understood' });
});
