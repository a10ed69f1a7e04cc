import { describe, expect, test } from 'vitest';
import { requiredWork } from '../../../src/task/owed.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';
import everyday from '../../fixtures/everyday-steps.json' with { type: 'json' };

const registry = toolbox(allTools(toolPorts(new FakeNetwork())));
const owes = (description: string, tool?: string, parameters?: Record<string, never>) =>
  requiredWork({ description, tool, parameters }, registry);
const kindOf = (...step: Parameters<typeof owes>) => owes(...step).kind;

test.each([
  'Compare the profiles',
  'Find the train schedule',
  'List what to do in Rome',
  'Check that the to-do exists',
  'Write a short poem',
  'Write a blog entry about Rome',
  '阅读文件并总结',
  'Delete duplicates, if any',
  'Delete old to-dos, if any',
  'Check whether milk is on the to-do list',
  'Add milk to the to-do list unless it is there',
  'Read report.md and sum it up',
  'Write a summary of report.md',
  'Create a poem like hours.md',
  'Add up the prices of costs.csv',
  'Note what README.md says',
  '总结 report.md 的内容',
  'Look at the calendar',
  'Set the table',
  'Add sugar and stir',
  '看看清单上有什么',
  '如果没有，添加牛奶到待办',
  '列出待办',
  '查看日程，找出冲突',
  '写一首短诗',
  'Put the kettle on',
  'Put the files side by side and compare them',
  'Put the to-do list in alphabetical order',
  'Put the calendar entries in order of their dates',
  'Put together what the calendar says',
  'Put off the decision',
  'Put milk on the to-do list, unless it is there',
  'Put yourself into the position of a reader',
  'Put sugar into the bowl',
  '把文件放到一边',
  '放入烤箱',
  '把会议文件放在桌上',
  '把会议文件整理成三点',
  '把待办里的要点写成一首诗',
  '将文件的内容汇总成一段话',
  '把酒店加入购物车',
  '在网页中记录价格',
  '在日程里查找空闲时间',
  '合并文件的内容',
  '生成文件清单的摘要',
  '写成一首短诗',
  '为客户安排晚餐',
  '不再添加待办',
  'Remember to bring water',
  'Find out what is in report.md',
])('R6.9 an honest step that writes nothing owes nothing by its words: %s', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});

test.each([
  ['Add milk to the to-do list', 'todos'],
  ['Note the milk as a todo', 'todos'],
  ['Please mark the to-do as done', 'todos'],
  ['2. Enter the dentist in the calendar', 'entries'],
  ['Create an appointment for Monday', 'entries'],
  ['Set a reminder for 9:00', null],
  ['Look at the list, then add bread to the to-do list', 'todos'],
  ['Write the summary to report.md', 'files'],
  ['Save the table as data/costs.csv', 'files'],
  ['Write the file hours.md', 'files'],
  ['Write the file hours.md with the opening hours', 'files'],
  ['Create hours.md', 'files'],
  ['3. Update the new file “notes.txt”', 'files'],
  ['创建 hours.md', 'files'],
  ['写入“总结.md”', 'files'],
  ['Delete the file', 'files'],
  ['Save the code to memory', 'notes'],
  ['添加牛奶到待办', 'todos'],
  ['把牛奶添加到待办', 'todos'],
  ['安排一个会议到日历', 'entries'],
  ['看看清单，然后记录牛奶到待办', 'todos'],
  ['写入摘要到 report.md', 'files'],
  ['删除提醒', null],
  ['Put milk on the to-do list', 'todos'],
  ['Please put the dentist in my calendar', 'entries'],
  ['Put the note to self into the calendar', 'entries'],
  ['Put a table of the prices into costs.csv', 'files'],
  ['Put the summary in “report.md”', 'files'],
  ['Put it all under a new to-do', 'todos'],
  ['Look at the list, then put bread on the to-do list', 'todos'],
  ['把牛奶放进待办清单', 'todos'],
  ['将会议放到日历里', 'entries'],
  ['放入备忘', 'notes'],
  ['把总结放到 report.md', 'files'],
  ['把要点列入待办', 'todos'],
  ['在日程里安排出发时间', 'entries'],
  ['在待办中添加买票', 'todos'],
  ['向待办清单添加三件事', 'todos'],
  ['给待办加上截止日期', 'todos'],
  ['把行程写成文件', 'files'],
  ['将结果整理成 报告.md', 'files'],
  ['把结果保存为 结果.md', 'files'],
  ['生成行程文件 行程.md', 'files'],
  ['输出为文件 行程.md', 'files'],
  ['把会议排进日程', 'entries'],
  ['把会议定到日程里', 'entries'],
  ['为周六创建日程', 'entries'],
  ['在日历上新建会议', 'entries'],
  ['建立待办清单', 'todos'],
  ['最后把总结写入文件', 'files'],
  ['查询天气并添加到待办', 'todos'],
  ['记住安娜对坚果过敏', 'notes'],
  ['Save the packing list in packing.md', 'files'],
  ['Save the guest list in “guests.csv”', 'files'],
  ['Send the e-mail to Anna; Save the result in result.txt', 'files'],
  ['Remember that Anna is allergic to nuts', 'notes'],
  ['Remember the outcome', 'notes'],
])('R6.9 a clause that begins with a verb of writing and names a store calls for a write: %s', (description, store) => {
  expect(owes(description)).toMatchObject({ kind: 'write', store });
});

test.each([
  ['Write the summary to report.md', 'report.md'],
  ['Save the table as data/costs.csv', 'costs.csv'],
  ['Convert data.csv and save the table in “table.md”', 'table.md'],
  ['写入“总结.md”', '总结.md'],
  ['Write a file with the opening hours', undefined],
])('R6.9 %s: the file to be written is %s', (description, file) => {
  expect(owes(description)).toEqual({ kind: 'write', store: 'files', ...(file !== undefined && { file }) });
});

test.each([
  ['Schedule a call with Ana', 'entries'],
  ['Schedule the weekly team meeting on Friday at 3 pm', 'entries'],
  ['Remind me to send the report', null],
  ['安排和客户的会议', 'entries'],
  ['提醒我每周五交报告', null],
])('R6.9 so does one that schedules or reminds: %s', (description, store) => {
  expect(owes(description)).toEqual({ kind: 'write', store });
});

test.each([
  'Schedule the tasks by priority',
  'Schedule call logs',
  'Find a time for a call',
  '安排会议室的布置',
  '整理会议安排',
])('R6.9 but not: %s', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});

test('R6.9 of 500 published everyday steps none is read as a write that is not one', () => {
  expect(everyday).toHaveLength(500);
  expect(everyday.filter((description) => kindOf(description) !== 'nothing')).toEqual([]);
});

describe('R6.9 a named tool says more than the words:', () => {
  test('a reading call with valid input owes an act, a writing one a write to its store', () => {
    expect(owes('See the list', 'todo', { action: 'list' } as never)).toEqual({ kind: 'act' });
    expect(owes('Milk', 'todo', { action: 'add', title: 'Milk' } as never)).toEqual({ kind: 'write', store: 'todos' });
    expect(owes('Dentist', 'schedule', { action: 'list' } as never)).toEqual({ kind: 'act' });
  });

  test('without valid input it owes an act, unless the words call for a write', () => {
    expect(owes('Find free times', 'schedule')).toEqual({ kind: 'act' });
    expect(owes('Milk', 'todo', { action: 'brew' } as never)).toEqual({ kind: 'act' });
    expect(owes('Add milk to the to-do list', 'todo')).toEqual({ kind: 'write', store: 'todos' });
  });

  test('one that no registry has says nothing', () => {
    expect(owes('Ask around', 'teleport')).toEqual({ kind: 'nothing' });
  });

  test('a step with a plan of its own owes nothing beyond it', () => {
    const plan = { goal: 'g', status: 'paused' as const, steps: [] };
    expect(requiredWork({ description: 'Add milk to the to-do list', plan }, registry)).toEqual({ kind: 'nothing' });
  });
});

const templates = import.meta.glob<{ default: unknown }>('../../../public/templates/*.json', { eager: true });

test('R6.9 no step of a shipped template without a tool of its own is read as a write by its words', () => {
  const wrong: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    const { description, id, tool } = value as Record<string, unknown>;
    if (typeof description === 'string' && id !== undefined && tool === undefined && kindOf(description) !== 'nothing')
      wrong.push(description);
    Object.values(value).forEach(look);
  };
  Object.values(templates).forEach(look);
  expect(Object.keys(templates).length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
