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

test.each([
  ['Add a to-do item for buying the kettle', 'todos', undefined],
  ['Add a to-do item: pack passport', 'todos', undefined],
  ['Add to-do item "Buy milk"', 'todos', undefined],
  ['Add to-do item: pack passport', 'todos', undefined],
  ['Add a todo item for milk', 'todos', undefined],
  ['Add a to-do Buy milk', 'todos', undefined],
  ['Make a to-do for the kettle', 'todos', undefined],
  ['Add task: buy milk to the todo list', 'todos', undefined],
  ['Add milk and bread to the to-do list', 'todos', undefined],
  ['Create a to-do list item for milk', 'todos', undefined],
  ['Add pack passport to my task list', 'todos', undefined],
  ['Call todo to add milk', 'todos', undefined],
  ['Use the todo tool to add milk', 'todos', undefined],
  ['Create three to-dos: milk, bread, eggs', 'todos', undefined],
  ['Add one to-do for each guest', 'todos', undefined],
  ['Add to-do items for milk and bread', 'todos', undefined],
  ['Create a calendar event for the delivery on Friday', 'entries', undefined],
  ['Add calendar events for each meeting', 'entries', undefined],
  ['Insert the events into the calendar', 'entries', undefined],
  ['Book the visit in the calendar', 'entries', undefined],
  ['Set reminders in the morning', null, undefined],
  ['Book an hour in the calendar', 'entries', undefined],
  ['Create an event on Friday at 10', 'entries', undefined],
  ['Add the dentist, the gym and the dinner to my calendar', 'entries', undefined],
  ['Enter train, ferry and the island in the calendar', 'entries', undefined],
  ['Block two hours in the calendar for study', 'entries', undefined],
  ['Make a calendar entry for Monday', 'entries', undefined],
  ['Create a calendar event "Delivery" on Friday', 'entries', undefined],
  ['Create CSV with prices', 'files', undefined],
  ['Generate report.md with the comparison', 'files', 'report.md'],
  ['Collect the prices into prices.csv', 'files', 'prices.csv'],
  ['Export the prices to prices.csv', 'files', 'prices.csv'],
  ['Export the packing list to packing.csv', 'files', 'packing.csv'],
  ['Store the prices in x.csv', 'files', 'x.csv'],
  ['Draft the summary into x.md', 'files', 'x.md'],
  ['Log the results in x.csv', 'files', 'x.csv'],
  ['Append the summary to summary.md', 'files', 'summary.md'],
  ['Produce a CSV file with the prices', 'files', undefined],
  ['Use the files tool to write report.md', 'files', 'report.md'],
  ['Write points, terms and questions to notes.md; the answers stand at the end', 'files', 'notes.md'],
  ['Save name, price and capacity of each kettle to kettles.csv', 'files', 'kettles.csv'],
  ['Compile the findings into report.md', 'files', 'report.md'],
  ['Summarize the pages into report.md', 'files', 'report.md'],
  ['Convert data.csv to table.md', 'files', 'table.md'],
  ['Export the table as a CSV file', 'files', undefined],
  ['Save the report to a file', 'files', undefined],
  ['Save the prices as CSV', 'files', undefined],
  ['Read the pages and generate report.md', 'files', 'report.md'],
  ['Create a report named report.md', 'files', 'report.md'],
  ['Create a markdown file report.md with the comparison', 'files', 'report.md'],
  ['Use the schedule tool to add the visit', 'entries', undefined],
  ['Create a reminder to reply to the email', null, undefined],
  ['Save the result to a file in the end', 'files', undefined],
  ['帮我加一条待办事项', 'todos', undefined],
  ['添加一个待办：买牛奶', 'todos', undefined],
  ['添加待办事项“买牛奶”', 'todos', undefined],
  ['新建待办：买水壶', 'todos', undefined],
  ['加个待办：买牛奶', 'todos', undefined],
  ['记一条待办', 'todos', undefined],
  ['记两条待办', 'todos', undefined],
  ['加待办：买牛奶', 'todos', undefined],
  ['加待办一，明天', 'todos', undefined],
  ['建待办：发通知', 'todos', undefined],
  ['记待办：交周报', 'todos', undefined],
  ['为李娜建一条待办', 'todos', undefined],
  ['给每位组员建待办', 'todos', undefined],
  ['把待办“买牛奶”标记为完成', 'todos', undefined],
  ['勾掉待办“买牛奶”', 'todos', undefined],
  ['删掉旧的待办', 'todos', undefined],
  ['清空待办', 'todos', undefined],
  ['建三条待办事项', 'todos', undefined],
  ['为会议加上提醒', null, undefined],
  ['按日期添加到待办', 'todos', undefined],
  ['把牛奶和面包加到待办', 'todos', undefined],
  ['在待办清单中添加牛奶和面包', 'todos', undefined],
  ['创建三条待办事项', 'todos', undefined],
  ['使用待办工具添加牛奶', 'todos', undefined],
  ['将买水壶列为待办', 'todos', undefined],
  ['新建日历事件', 'entries', undefined],
  ['为周五的快递创建日历事件', 'entries', undefined],
  ['在日历中添加周五的送货', 'entries', undefined],
  ['添加日程：周五送货', 'entries', undefined],
  ['把会议安排到日历', 'entries', undefined],
  ['在日历里建一个事件', 'entries', undefined],
  ['创建一个日程安排，周五十点', 'entries', undefined],
  ['设置提醒：周五送货', null, undefined],
  ['设一个提醒', null, undefined],
  ['添加提醒', null, undefined],
  ['生成 report.md', 'files', 'report.md'],
  ['生成 report.md，包含比较结果', 'files', 'report.md'],
  ['生成比较报告 report.md', 'files', 'report.md'],
  ['导出到 x.csv', 'files', 'x.csv'],
  ['将价格导出到 x.csv', 'files', 'x.csv'],
  ['导出价格到 x.csv', 'files', 'x.csv'],
  ['汇总成表格存为 x.md', 'files', 'x.md'],
  ['把价格汇总成表格，存为 x.md', 'files', 'x.md'],
  ['收集价格到 prices.csv', 'files', 'prices.csv'],
  ['收集价格，写入 prices.csv', 'files', 'prices.csv'],
  ['收集价格并保存为 prices.csv', 'files', 'prices.csv'],
  ['撰写 report.md', 'files', 'report.md'],
  ['写一份 report.md', 'files', 'report.md'],
  ['写 agenda.md：按顺序列出议题', 'files', 'agenda.md'],
  ['用文件工具写入 report.md', 'files', 'report.md'],
  ['调用 files 工具写 report.md', 'files', 'report.md'],
  ['合计用料，按超市分区写成 购物.md', 'files', '购物.md'],
  ['把总结保存到文件', 'files', undefined],
  ['导出为 CSV 文件', 'files', undefined],
  ['按每周 5 小时把学习时间写入日程，一部分接一部分', 'entries', undefined],
])('R6.9 the everyday wordings of a write call for one: %s', (description, store, file) => {
  expect(owes(description)).toEqual({ kind: 'write', store, ...(file !== undefined && { file }) });
});

test.each([
  'Draft an email',
  'Draft an email to Anna',
  'Create an outline',
  'Generate ideas for events',
  'Generate ideas for calendar events',
  'Create an event plan',
  'Add event listeners to the page',
  'Create a to-do app',
  'Create a Todo App',
  'Create a to-do list app',
  'Build a to-do list component',
  'Log in to the calendar',
  'Write a summary of the calendar',
  'Write an overview of the files',
  'Collect the events from the calendar',
  'Collect the appointments of the calendar',
  'Collect the prices from prices.csv',
  'Summarize report.md',
  'Summarize the report in three points',
  'Convert the prices in costs.csv to euros',
  'Generate a summary of report.md',
  'Generate a file list',
  'Compile the findings',
  'Compile a list of files',
  'Organize the files into folders',
  'Book the hotel',
  'Book the hotel and check the calendar',
  'Note the prices and compare them to costs.csv',
  'Create a list of ideas and read it to Anna',
  'Make a list of the dates',
  'Make sense of report.md',
  'Make sure that report.md is complete',
  'Prepare for the meeting',
  'Prepare questions about report.md',
  'Build a comparison from data.csv',
  'Gather ideas for reminders',
  'Produce a short summary',
  'Export plan',
  'Add links to report.md',
  'Generate JSON with the prices',
  'Draft the reminder text',
  'Log files show the errors',
  'Generate event names',
  'Use the search tool to find prices',
  'Call the hotel and ask for a room',
  'Collect prices into a table',
  'Turn the list into a table',
  'Put the facts into a table',
  'Make a table of the to-dos',
  'Combine the results into one answer',
  'Merge the two lists into one',
  'Make a plan for the event on Friday',
  'Extract the figures from data.csv and add them up',
  'Write a program that saves to out.csv, if needed',
  'Create a schedule for the trip',
  'Add notes on each event',
  'Draft report',
  'Turn on the radio',
  'Organize the event on Friday',
  'Write a poem, then look at the to-do list',
  'Add a reminder to the answer',
  'Append the to-dos to the summary',
  'Add an entry for each kettle to the table',
  'Create an entry for each kettle in the table',
  'Note strengths, weaknesses and gaps in the calendar',
  'Write a poem and relate it to hours.md',
  'Prepare data.csv for the analysis',
  'Turn report.md into a poem',
  'Build a table from prices.csv',
  'Compile a list of to-dos',
  'Convert a.csv to the format of b.csv',
  'Log into the calendar and read it',
  'Save time, money and effort',
  '起草一封邮件',
  '生成活动创意',
  '生成大纲',
  '列出待办',
  '查看日历事件',
  '总结 report.md',
  '生成 report.md 的摘要',
  '写一段关于 report.md 的介绍',
  '整理 report.md 的内容',
  '收集 prices.csv 中的价格',
  '收集日历事件',
  '比较价格',
  '汇总成表格',
  '写一首诗',
  '规划周五的活动',
  '生成提醒文案的三个版本',
  '从 data.csv 提取价格',
  '导出计划',
  '加糖搅拌',
  '加总 costs.csv 的价格',
  '设计一个待办应用的界面',
  '设计日历页面',
  '读取文件并整理要点',
  '用搜索工具查找价格',
  '根据日程写一段总结',
  '写一篇日历的介绍',
  '制作时间表',
  '分析 data.csv 到结论',
  '通过搜索找到答案',
  '把价格转换成欧元',
  '记录对比结果',
  '创建一个待办应用',
  '设计并创建日程管理页面',
  '输出 data.csv 前十行',
])('R6.9 words that only look like a write owe nothing: %s', (description) => {
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

test.each([
  ['Translate chapter-02.md into kapitel-02.md', 'kapitel-02.md'],
  ['Translate chapter 2 and save it as kapitel-02.md', 'kapitel-02.md'],
  ['Join the parts into story.docx', 'story.docx'],
  ['Join a.md and b.md into story.docx', 'story.docx'],
  ['Assemble the parts as story.docx', 'story.docx'],
  ['Combine the five parts as “story.docx”', 'story.docx'],
  ['Merge part-1.md, part-2.md and part-3.md into story.docx.', 'story.docx'],
  ['Write chapter 2 in kapitel-02.md', 'kapitel-02.md'],
  ['Put the five parts together in story.docx', 'story.docx'],
  ['写第三部分（1200字）并追加到 story.docx', 'story.docx'],
  ['翻译第二章，追加到 译文.md', '译文.md'],
  ['将五部分合并为 story.docx', 'story.docx'],
  ['把 a.md 和 b.md 合并成 story.docx', 'story.docx'],
  ['合并五个部分为 story.docx', 'story.docx'],
  ['把各章拼成 小说.docx', '小说.docx'],
  ['将要点汇总到 总结.md', '总结.md'],
  ['把第二章翻译成 译文.md', '译文.md'],
])('R6.9 “%s” calls for the file %s', (description, file) => {
  expect(owes(description)).toEqual({ kind: 'write', store: 'files', file });
});

test.each([
  'Explain what is in config.yaml',
  'Compare a.md with b.md',
  'Read the numbers in x.csv',
  'Translate chapter-02.md into German',
  'Translate the error messages in errors.md',
  'Translate the names as listed in glossary.md',
  'Join the conversation in chat.txt',
  'Combine what is in a.md and b.md',
  'Write a summary of the facts in notes.md',
  'Write about the tasks listed in plan.md',
  'Write down what stands in notes.md',
  'Write a review of chapter 2 in novel.md',
  'Write an answer to the questions in faq.md',
  'Merge the ideas from a.md to d.md',
  'Assemble the shelf as in guide.pdf',
  'Say which terms in glossary.md are missing',
  '解释 config.yaml 里的内容',
  '比较 a.md 和 b.md',
  '翻译成英文',
  '将 a.md 翻译成英文',
  '把会议翻译成英文的日程安排说明',
  '说明 a.md 合并到 b.md 的过程',
  '合并到 b.md 的内容有哪些',
  '追加到 a.md 的内容是否完整',
])('R6.9 “%s” calls for no file', (description) => {
  expect(owes(description)).toEqual({ kind: 'nothing' });
});
