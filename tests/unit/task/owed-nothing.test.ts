import { expect, test } from 'vitest';
import { requiredWork } from '../../../src/task/owed.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';

const registry = toolbox(allTools(toolPorts(new FakeNetwork())));
const owes = (description: string) => requiredWork({ description, tool: undefined, parameters: undefined }, registry);

test.each([
  'Summarize meetings, deadlines and free slots in my calendar',
  'Extract the appointments and deadlines in the calendar',
  'Collect birthdays, holidays and trips in my calendar',
  'Collect birthdays, holidays and trips on my calendar',
  'Create an overview of meetings and free time in the calendar',
  'Create an overview of meetings and deadlines on the calendar',
  'Summarize the chores and how they relate to the to-do list',
  'Draft an answer, with links to index.html',
  'Write an answer, with links to index.html',
  'Summarize the additions and deletions compared to v1.md',
  'Build a comparison, similar to old.md',
  'Prepare an overview of the weather and how it relates to plan.md',
])('R6.9 reading and summing up owe nothing: %s', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});

test.each([
  'Summarize the changes from draft.md to final.md',
  'Extract what changed from 2023.csv to 2024.csv',
  'Summarize the changes to report.md',
  'Write an introduction to report.md',
  'Write a summary of the file called report.md',
  'Write a poem in the same form as old.md',
  'Make it as short as old.md',
  'Write about files such as README.md',
  '汇总 2023.csv 到 2025.csv 的数据',
  '整理 a.md 到 c.md 的要点',
  '整理 a.md 到 c.md',
  '提取 1.txt 到 5.txt 中的日期',
  '记录 2023.csv 到 2025.csv 的变化',
  'Make report.pdf shorter in three bullet points',
  'Generate report.pdf summary',
  'Draft index.html feedback',
  'Write index.html feedback',
  'Produce README.md review comments',
  'Create README.md review comments',
  'Output notes.md in the answer',
  'Create notes.md in the answer',
  'Output notes.md',
  'Build app.js and report the errors',
  '写 index.html 教程',
  '创建 index.html 教程',
  '制作 index.html 页面的评价',
  '生成 config.yaml 示例',
  '输出 result.json 格式的示例',
  '在回答中写 report.md',
])('R6.9 a file that the work is about is none to be written: %s', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});

test.each([
  'Use the calendar to create an overview of free slots',
  'Use the schedule tool to create a list of conflicts',
  'Use the calendar to add up the hours',
  '使用日历创建本周概览',
  '用日程安排列出空闲时间',
  'Use the todo tool to create a list of open to-dos',
  '用待办新增一个概览',
  '用待办工具新增一个概览',
  'Use the files tool to create a summary of notes.md',
  '用文件记录的数据计算总和',
  'Use memory to write a personal answer',
])('R6.9 a tool that only helps with a text is none to write with: %s', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});

test.each([
  'Create a list of calendar events for next week',
  'Write an overview of upcoming calendar events',
  'Note all calendar events of the week',
  'Note the appointments',
  'Save a short overview of my next appointments in the table',
  'Add up the hours in the calendar',
  'Create event ideas for Friday',
  'Create an event plan for Saturday',
  'Add events on Friday to the itinerary',
  'Create an event on Saturday in the story',
  'Prepare the tax forms to file',
  'Build a checklist of what to file',
  'Create a checklist of what to file',
  'Prepare a list of questions to file with the court',
  'Write a list of questions to file with the court',
  'Prepare the files for the meeting',
  'Create a CSV of the prices in the answer',
  'Write a CSV with the prices in your reply',
  'Create a table as CSV in the answer',
  'Set priorities for the to-dos',
  'Create a poem about a reminder',
  'Create a story with an appointment',
  'Write a letter to confirm the appointment',
  'Write a short text on how to use a calendar',
  'Write a paragraph that explains reminders',
  'Write a poem from memory',
  '创建提醒文案',
  '记录本周日程的要点',
  '按优先级列入待办的任务有哪些',
  '列入待办的任务',
  '完成待办清单的分析',
  '给客户创建待办说明',
  '给页面加上待办功能',
  '写一段关于文件的说明',
  '写出读取文件的步骤',
  '记待办清单的要点',
  '建待办应用',
  '给婚礼请柬加入当天日程',
  '给孩子安排暑期日程',
  '给邮件加上一句温馨提醒',
  '给旅行攻略添加每日日程',
  '给会议纪要加上待办',
  '给周报新增待办一栏',
  '给方案加上备忘',
  '起草招标文件',
  '撰写申请文件',
  '把待办中标记为完成的列出来',
  '把待办里标记为未完成的事项找出来',
  '将待办列表里标记为已完成的项目统计一下',
  '完成待办“写一首关于秋天的诗”',
  '建待办优先级标准',
  '记待办的三个技巧',
  '删掉草稿里多余的提醒',
  '删掉文章中的文件编号',
  '勾选需要带的文件',
  '清空脑子里的待办',
  '写入文件的数据有哪些',
  '创建日程概览',
  '存在日程冲突',
])('R6.9 a word that also names a store owes nothing by itself: %s', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});

test.each([
  'Write a bash script that saves the log to out.txt and explain it',
  'Write a Python function that exports rows to data.json',
  'Write a Python script that reads data.csv and writes the sums to sums.csv',
  'Write a Python script to read data.csv and write the sums to sums.csv',
  'Write a script to turn a.csv into b.json',
  'Write an app that saves to-dos to todos.json',
  '写一个脚本，把日志保存到 out.txt',
])('R6.9 what a program is to write is no write of the step: %s', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});

test.each([
  ['Write a Python script and save it as backup.py', 'backup.py'],
  ['写一个脚本，把脚本保存到 backup.py', 'backup.py'],
  ['Create app.py with a function that adds numbers', 'app.py'],
  ['写入report.md', 'report.md'],
  ['把总结保存到report.md', 'report.md'],
])(
  'R6.9 but the file of the program itself is, and a name follows its verb without a space: %s',
  (description, file) => {
    expect(owes(description)).toEqual({ kind: 'write', store: 'files', file });
  },
);

test('R6.9 a workout program says nothing of the calendar', () => {
  expect(owes('Create a workout program and add the sessions to the calendar')).toEqual({
    kind: 'write',
    store: 'entries',
  });
});

test('R6.9 many spaces stand for one, and a sentence without end owes nothing', () => {
  expect(owes(`Create${' '.repeat(8000)}hours.md`)).toEqual({ kind: 'write', store: 'files', file: 'hours.md' });
  expect(owes(`Create ${'files of '.repeat(8000)}hours.md`)).toEqual({ kind: 'nothing' });
});
